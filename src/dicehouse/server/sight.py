"""What one reader may see of a table at one moment: built from the match's own views only, then never changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..core.option import Option, Prompt, Reaction
from ..core.story import Story
from ..match.match import Event, Match
from .archive import match_results
from .hash_chain import Mark
from .storage.table_records import ASK, AT_END, NEVER, Order


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as a seat (None: a spectator) sees it after a committed change."""

    seat: int | None
    number: int
    over: bool
    acting: tuple[int, ...]
    prompt: Prompt
    view: Mapping[str, Any] | None
    options: Sequence[Option]
    undo_by: int | None  # the seat that may take the last action back
    log: list[Event]  # grows behind `told`; what a reader may know of it ends there
    told: int
    epoch: int  # changes when the log got shorter: an undo
    said: int  # lines of chat
    sheet: Mapping[str, Any] | None
    story: Story | None = None  # how it went, once it is over
    reader: int | None = None  # whose log it is, where readers don't all read the same
    cover: int | None = None  # the seat whose person must take the device before anything of theirs is shown
    lesson: Mapping[str, Any] | None = None  # what is said of the lesson that is taken here
    hint: Mapping[str, Any] | None = None  # what this seat was advised to do now, when it asked
    mark: Mark | None = None  # how far the match has come, and its running hash
    # parts of frames that were made of view and log, shared by all sights with that same view
    alike: dict[Any, bytes] = field(default_factory=dict, repr=False, compare=False)
    # frames that were made of it, by what their readers miss: many onlookers get the same
    made: dict[Any, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)


class Listener(Protocol):
    """Somebody who looks at a table now, with a guest's rights."""

    guest: str | None
    holder: int | None  # where people share a device: the seat of whoever said they have it in hand

    def changed(self, sight: Sight) -> None:
        """The table changed; called in the order of the changes, must return at once."""

    def closed(self, why: str) -> None:
        """The table is closed for everybody."""


def look(
    match: Match,
    seat: int | None,
    view: Mapping[str, Any],
    log: list[Event],
    epoch: int,
    said: int,
    mark: Mark | None = None,
    lesson: Mapping[str, Any] | None = None,
    hint: Mapping[str, Any] | None = None,
    ordered: bool = False,
    alike: dict[Any, bytes] | None = None,
) -> Sight:
    """The match as this seat sees it; `view` and `log` must be the reader's own, and `alike` that of the view.

    `ordered`: the last action was played by a standing order, so nobody takes it back.
    """
    over = match.over
    return Sight(
        seat=seat,
        number=match.number,
        over=over,
        acting=match.acting(),
        prompt=match.prompt(seat),
        view=view,
        options=() if seat is None else match.options(seat),
        undo_by=None if ordered else _undo_by(match),
        log=log,
        told=len(log),
        epoch=epoch,
        said=said,
        sheet=match.score_sheet(seat) if over else None,
        story=match_results.told(match) if over else None,
        reader=seat if match.has_hidden_state else None,
        lesson=lesson,
        hint=hint,
        mark=mark,
        alike={} if alike is None else alike,
    )


def share(match: Match, common: Sight, holder: int | None, own: Sequence[int], asked: Sequence[int]) -> Sight | int:
    """What people who share a device are shown, where one may see what another may not: the seat to be shown, or
    else what is `common` to all.

    `holder` is the seat of whoever said they have the device in hand, `own` are their seats, `asked` those of them
    that people have to decide for. A seat that sees nothing of its own needs no cover.
    """
    if holder is not None and holder in (asked or own):
        return holder
    if not asked:
        return common
    seat = asked[0]
    if match.has_private_view(seat):
        return replace(common, cover=seat)
    return replace(common, seat=seat, prompt=match.prompt(seat), options=match.options(seat))


def _undo_by(match: Match) -> int | None:
    last = match.actions[-1].seat if match.actions else None
    return last if last is not None and match.can_undo(last) else None


def before_start(seat: int | None, missing: int, said: int, mark: Mark | None = None) -> Sight:
    """A table that still waits for people, or for what their browsers add to the dice."""
    if not missing:
        prompt = Prompt("Everybody is here", "The browsers show what they add to the dice; then the game starts.")
        return Sight(seat, 0, False, (), prompt, None, (), None, [], 0, 0, said, None, mark=mark)
    places = "one place is" if missing == 1 else f"{missing} places are"
    prompt = Prompt(f"Waiting: {places} open", "The game starts when every place is taken.")
    return Sight(seat, 0, False, (), prompt, None, (), None, [], 0, 0, said, None)


def passes(order: Order, reaction: Reaction) -> bool:
    """Whether a standing order lets this reaction go by without asking; one that can change nothing always does."""
    if reaction.idle:
        return True
    if order.mode == ASK:
        return False
    if order.mode == AT_END:
        return reaction.moment != "end"
    if order.mode == NEVER:
        return True
    return not (reaction.lead or reaction.stake >= order.points)
