"""Show a reader what they may see of a table: the only way out of a state.

A snapshot is made once for each group of readers who see the same, and never changed.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from dicehouse.core.option import Option, Prompt
from dicehouse.core.story import Story
from dicehouse.match.match import Event, Match

from ..i18n import _, ngettext
from .archive import match_results
from .features import commit_reveal, hints, lessons
from .hash_chain import Mark
from .storage.table_records import Said
from .table.state import TableState

View = Mapping[str, Any]
PAUSED = Prompt(_("The game is paused"), _("Any player can resume it from the menu."))


class Snapshot(msgspec.Struct, frozen=True):  # made for every reader; a dataclass would take ten times as long
    """Hold a table as a seat (None: a spectator) sees it after a committed change."""

    state: TableState
    seat: int | None
    number: int
    over: bool
    acting: tuple[int, ...]
    prompt: Prompt
    view: View | None
    options: Sequence[Option]
    undo_by: int | None  # the seat that may undo the last action
    log: list[Event]  # grows behind `log_end`; what a reader may know of it ends there
    log_end: int
    said: int  # lines of chat
    sheet: Mapping[str, Any] | None = None
    story: Story | None = None  # how it went, once it is over
    reader: int | None = None  # whose log it is, where readers don't all read the same
    cover: int | None = None  # the seat whose person must take the device before anything of theirs is shown
    lesson: Mapping[str, Any] | None = None
    hint: Mapping[str, Any] | None = None  # what this seat was advised to do now, when it asked
    mark: Mark | None = None  # how long the hash chain is, and its head
    # parts of frames that were made of view and log, shared by all snapshots with that same view
    alike: dict[Any, bytes] = msgspec.field(default_factory=dict)
    # frames that were made of it, by what their readers miss: many spectators get the same
    made: dict[Any, bytes] = msgspec.field(default_factory=dict)

    @property
    def generation(self) -> int:
        """Return how often something was undone: the log may have become shorter then."""
        return self.state.history.generation


class Snapshots:
    """Make the snapshots of one table, each once, and keep the readers' logs, which only grow."""

    def __init__(self) -> None:
        self._state: TableState | None = None
        self._by_seat: dict[int | None, Snapshot] = {}
        self._same_for_all: tuple[View, dict[Any, bytes]] | None = None  # the view, where all readers have the same
        self._logs: dict[int | None, list[Event]] = {}
        self._log_of: tuple[str, int, int] = ("", 0, 0)  # the match, its generation, and how many events are in logs

    def of_seat(self, state: TableState, seat: int | None) -> Snapshot:
        """Return the table as a seat sees it; None is a spectator."""
        if self._state is not state:
            self._follow(state)
        if seat not in self._by_seat:
            self._by_seat[seat] = self._make(state, seat)
        return self._by_seat[seat]

    def of_guest(self, state: TableState, guest: str | None, holder: int | None = None) -> Snapshot:
        """Return the table as a guest is shown it; where people share a device, as the `holder` or all may see it."""
        match = state.match
        if match is None or match.over or not state.is_shared(guest):
            return self.of_seat(state, state.shown_seat(guest))
        own = state.seats_of(guest)
        acting = () if state.is_paused else match.acting()
        asked = [seat for seat in acting if seat in own and state.seats[seat].played_by is None]
        if holder is not None and holder in (asked or own):
            return self.of_seat(state, holder)
        common = self.of_seat(state, None)
        if not asked:
            return common
        seat = asked[0]
        if match.has_private_view(seat):
            return replace(common, cover=seat, made={})
        prompt = match.prompt(seat, state.names_for(None))
        return replace(common, seat=seat, prompt=prompt, options=match.options(seat), made={})

    def _follow(self, state: TableState) -> None:
        """Begin the snapshots of another state; its logs go on where those of the last one end, if they can."""
        before, match = self._state, state.match
        self._state, self._same_for_all = state, None
        self._by_seat.clear()
        same = before is not None and match is before.match
        if same or match is None:
            if match is None:
                self._logs.clear()
            return
        kind = (match.id, state.history.generation)
        grows = self._log_of[:2] == kind and match.n_events >= self._log_of[2] and not match.over
        if grows and not match.n_past_actions:
            for reader, log in self._logs.items():
                log += match.log(reader, since=self._log_of[2], keep_places=True)
        else:
            self._logs.clear()
        self._log_of = (*kind, match.n_events)

    def _make(self, state: TableState, seat: int | None) -> Snapshot:
        match = state.match
        if match is None:
            return _before_start(state, seat)
        view, alike = self._view(match, seat)
        reader = seat if match.has_hidden_state else None
        if reader not in self._logs:
            self._logs[reader] = match.log(reader, keep_places=True)
        log, found, chain, progress = self._logs[reader], hints.hint_of(state, seat), state.history.chain, state.lesson
        return Snapshot(
            state=state,
            seat=seat,
            number=match.number,
            over=match.over,
            acting=match.acting(),
            prompt=PAUSED if state.is_paused else match.prompt(seat, state.names_for(None)),
            view=view,
            options=() if seat is None or state.is_paused else match.options(seat),
            undo_by=None if match.number in state.history.ordered else _undo_by(match),
            log=log,
            log_end=len(log),
            said=len(state.chat),
            sheet=match.score_sheet(seat) if match.over else None,
            story=match_results.story_of(match) if match.over else None,
            reader=reader,
            lesson=None if progress is None else lessons.lesson_facts(progress, match),
            hint=None if found is None else found.to_dict(),
            mark=None if chain is None else chain.mark,
            alike=alike,
        )

    def _view(self, match: Match, seat: int | None) -> tuple[View, dict[Any, bytes]]:
        if not match.game.hooks.SAME_FOR_ALL:
            return match.view(seat), {}
        if self._same_for_all is None:
            self._same_for_all = match.view(None), {}
        return self._same_for_all

    def drop(self) -> None:
        """Forget everything: the table left the memory."""
        self.__init__()  # type: ignore[misc]


def _undo_by(match: Match) -> int | None:
    last = match.actions[-1].seat if match.actions else None
    return last if last is not None and match.can_undo(last) else None


def _before_start(state: TableState, seat: int | None) -> Snapshot:
    """Return a table that still waits for people, or for what their browsers add to the dice."""
    missing = sum(one.kind == "open" for one in state.seats)
    waiting = ngettext("Waiting: {n} seat is open", "Waiting: {n} seats are open", missing)
    prompt = Prompt(waiting, _("The game starts when every seat is taken."))
    if not missing:
        prompt = Prompt(_("Everyone is here"), _("The browsers reveal their part of the dice. Then the game starts."))
    return Snapshot(
        state, seat, 0, False, (), prompt, None, (), None, [], 0, len(state.chat), mark=commit_reveal.first_mark(state)
    )


def chat_lines(state: TableState, since: int, until: int, ignored: Container[str] = ()) -> list[Said | None]:
    """Return lines of chat for a reader who has `ignored` some guests, with None in place of each line they don't see.

    A bot's reason fades with the action that it was for.
    """
    past = 0 if state.match is None else state.match.n_past_actions
    faded = state.history.acted_at[past - 1] if past else -1.0

    def is_shown(said: Said) -> bool:
        return said.at > faded if said.reason else said.guest is None or said.guest not in ignored

    return [said if is_shown(said) else None for said in state.chat[since:until]]
