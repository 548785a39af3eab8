"""Replay a finished match, position by position: as any seat was shown it at the time, or with everything open.

A running match is never replayed: that would show its readers what they may not know, or have to remember.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dicehouse.core import Prompt
from dicehouse.match.match import Event, Match

from ...i18n import Text, _
from ..accounts.names import shown_name
from ..seats import Refused

ALL, WATCHER = "all", "watcher"
Eyes = int | str  # a seat, WATCHER for a spectator, or ALL for everything that anybody knew
TURNS = ("turn", "combat", "round")  # the first of these that a view counts gives its turns
MOVERS = ("player", "to_move", "to_play")  # whose turn it is, if the view says so
STILL_ON = _("You can replay a game when it is over.")
TURN_TITLES = {
    "turn": _("turn {number}").message,
    "combat": _("combat {number}").message,
    "round": _("round {number}").message,
}


@dataclass(frozen=True, slots=True)
class Moment:
    """Hold a position as it was shown, and the events that led to it."""

    number: int
    acting: tuple[int, ...]
    prompt: Prompt
    view: Mapping[str, Any]
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Turn:
    """Hold where a turn begins: its first position, its name, and whose it is (None: everybody's)."""

    number: int
    words: str
    seat: int | None


class Replay:
    """Show a finished match, which is not changed, so that threads may share it. Raise Refused if it is not over."""

    def __init__(self, match: Match | None) -> None:
        if match is None or not match.over:
            raise Refused(STILL_ON)
        self.match = match.at(match.number)  # a copy, so that the table's own match stays as it is

    @property
    def last(self) -> int:
        """Return the number of the last position."""
        return self.match.number

    def log(self, eyes: Eyes) -> list[Event]:
        """Return all events of the match that `eyes` may read.

        With ALL, texts that players had to remember stay readable.
        """
        if eyes == ALL:
            return [_opened(event) for event in self.match.full_log()]
        return self.match.log(_reader(eyes))

    def moment(self, number: int, eyes: Eyes) -> Moment:
        """Return what `eyes` saw after `number` actions. Raise Refused if there is no such position."""
        if not 0 <= number <= self.last:
            raise no_position(self.last)
        at = self.match.at(number, show_remembered=eyes == ALL)
        seat = _reader(eyes)
        view = opened(at) if eyes == ALL else at.view(seat)
        events = self._events.get(number, [])
        events = [_opened(event) for event in events] if eyes == ALL else [e for e in events if e.known_to(seat)]
        return Moment(number, at.acting(), at.prompt(seat, [shown_name(name) for name in at.names]), view, events)

    @cached_property
    def _events(self) -> dict[int, list[Event]]:
        found: dict[int, list[Event]] = {}
        for event in self.match.full_log():
            found.setdefault(event.number, []).append(event)
        return found

    @cached_property
    def turns(self) -> list[Turn]:
        """Return the turns, combats or rounds in order; a game that counts none is one long turn."""
        found: list[Turn] = []
        said: tuple[str, object] | None = None
        for number in range(self.last):
            at = self.match.at(number)
            view = at.view(None)
            now = next(((key, view[key]) for key in TURNS if type(view.get(key)) is int), None)
            if number == 0 or now != said:
                found.append(Turn(number, turn_title(*now) if now else _("the beginning"), _mover(view, at.acting())))
            said = now
        return found


def no_position(last: int) -> Refused:
    """Return the error that names the positions that there are."""
    return Refused(_("This game has positions 0 to {last}.", last=last))


def turn_title(kind: str, number: int) -> Text:
    """Return the name of a turn: "round 3"."""
    return Text(TURN_TITLES[kind], {"number": number})


def _opened(event: Event) -> Event:
    """Return `event` as it is shown with ALL: its text stays readable, and says so if it was for one seat alone."""
    private = event.readers is not None and len(event.readers) == 1
    text, own = event.text, event.own
    if private and event.text:
        text, own = (
            _("{player} was told: “{text}”", player=f"{{{next(iter(event.readers or ()))}}}", text=event.text),
            {},
        )
    return replace(event, text=text, later=None, own=own)


def _mover(view: Mapping[str, Any], acting: Sequence[int]) -> int | None:
    said = next((view[key] for key in MOVERS if type(view.get(key)) is int), None)
    return said if said is not None else acting[0] if len(acting) == 1 else None


def _reader(eyes: Eyes) -> int | None:
    return eyes if isinstance(eyes, int) else None


def opened(match: Match) -> dict[str, Any]:
    """Return everything that anybody knows of a position, as one view.

    It is the view of a spectator, in which parts that seats see otherwise are replaced by what they see: the seat to
    move first, then the others. `each` holds, by seat, the parts in which its view differs, such as a hand for every
    seat.
    """
    public = match.view(None)
    if match.game.hooks.SAME_FOR_ALL:
        return public
    acting = match.acting()
    seats = sorted(range(match.players), key=lambda seat: seat not in acting)
    views = {seat: match.view(seat) for seat in seats}
    found = public
    for seat in seats:
        found = _filled(found, public, views[seat])
    each = [{k: v for k, v in views[seat].items() if v != public.get(k)} for seat in range(match.players)]
    return {**found, "each": each}


def _filled(found: Any, public: Any, seen: Any) -> Any:
    """Return `found`, with what a seat has `seen` in all places that still hold only what is `public`."""
    if seen == public:
        return found
    if isinstance(found, dict) and isinstance(public, dict) and isinstance(seen, dict):
        return {key: _filled(value, public.get(key), seen.get(key)) for key, value in found.items()}
    lists = isinstance(found, list) and isinstance(public, list) and isinstance(seen, list)
    if lists and len(found) == len(public) == len(seen):
        return [_filled(*parts) for parts in zip(found, public, seen, strict=True)]
    return seen if found == public else found
