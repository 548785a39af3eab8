"""A moment of a game: where it stands, and what every seat has seen on the way there.

Moments never change, so a copy of a state shares them, and what was worked out for one is worked out once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from dicehouse.events import Event
from dicehouse.kit.playout import MAX_DECISIONS

from .table import DEAL, Came, Draw, Table, Tape

NOTHING = ""
KEPT = 4096  # moments


class Moment:
    """After an action, or in the middle of one: then chance is asked (`draw`)."""

    __slots__ = (
        "_events",
        "_saw",
        "_sees",
        "_told",
        "act",
        "before",
        "draw",
        "legal",
        "number",
        "over",
        "position",
        "seat",
        "table",
        "tape",
        "thrown",
    )

    def __init__(self, table: Table, before: Moment | None, act: tuple[int, int], came: Came) -> None:
        self.table = table
        self.before = before  # the last moment at which somebody chose
        self.act = act
        self.tape = came.tape
        self.thrown = came.thrown
        self.position = came.position
        self.draw: Draw | None = came.draw
        self.number: int = 0 if before is None else before.number + 1
        self._told = came.told
        self._events: list[Event] | None = None
        self._sees: dict[int | None, str] = {}
        self._saw: dict[int | None, str] = {}
        self.over = came.draw is None and (table.over(came.position) or self.number >= MAX_DECISIONS)
        self.seat: int | None = None if self.over or self.draw else table.acting(came.position)[0]
        self.legal: list[int] = [] if self.seat is None else table.legal(came.position, self.seat)

    @classmethod
    def first(cls, table: Table) -> Moment:
        """Before the deal, or after it where it needs no chance."""
        return cls(table, None, DEAL, table.come(b"", DEAL))

    def choose(self, action: int) -> Moment:
        """What follows when the seat that is asked takes this action."""
        return _chosen(self, action)

    def fall(self, outcome: int) -> Moment:
        """What follows when chance falls so."""
        return _fallen(self, outcome)

    def redealt(self, seat: int, luck: bytes) -> Moment:
        """The same for this seat, and for the others one of all that it might be. They remember no more than what lay
        open: what they really saw would tell where the secrets are.
        """
        at = self.settled()
        came = Came(self.table.redeal(at.position, seat, luck))
        other = Moment(self.table, None, DEAL, came)
        other._events = [event.as_of(seat) for event in at.log()]
        other._saw = {seat: at.memory(seat), None: at.memory(None)}
        return other if at is self else self._again(other)

    def _again(self, other: Moment) -> Moment:
        """In the middle of an action: what chance has shown so far is kept."""
        came = self.table.come(other.position, self.act, self.tape, self.thrown)
        return Moment(self.table, other, self.act, came)

    # --- what is seen

    def log(self) -> list[Event]:
        """All that was told until now."""
        return [event for moment in self.past() for event in moment.events()]

    def events(self) -> list[Event]:
        """What the action that led here told."""
        if self._events is None:
            self._events = [Event(**vars(told), number=self.number) for told in self.table.words(self._told)]
        return self._events

    def past(self) -> list[Moment]:
        """The moments that led here, this one included, without those in the middle of an action."""
        return list(self._back())[::-1]

    def _back(self) -> Iterator[Moment]:
        moment: Moment | None = self.settled()
        while moment is not None:
            yield moment
            moment = moment.before

    def settled(self) -> Moment:
        """This moment, or the one whose action is still going on."""
        if self.draw is None:
            return self
        if self.before is None:
            return self
        return self.before

    def seen(self, seat: int | None) -> str:
        """What a seat sees now, as a line of JSON: its view without the log."""
        at, reader = self.settled(), None if self.table.game.hooks.SAME_FOR_ALL else seat
        if at.draw is not None:
            return "{}"  # nothing is dealt yet
        if reader not in at._sees:
            log = [event for event in at.log() if event.known_to(reader)]
            at._sees[reader] = _line(at.table.view(at.position, reader, log))
        return at._sees[reader]

    def memory(self, seat: int | None) -> str:
        """A fingerprint of all that a seat has seen and chosen so far: two moments that it can tell apart by anything
        it ever saw have two.
        """
        at = self.settled()
        waiting = [m for m in at._back() if seat not in m._saw and m.draw is None]
        for moment in reversed(waiting):
            moment._saw[seat] = moment._remembered(seat)
        return at._saw.get(seat, NOTHING)

    def _remembered(self, seat: int | None) -> str:
        before = NOTHING if self.before is None else self.before._saw[seat]
        own = self.act[1] if self.act[0] == seat else None
        heard = [[event.kind, event.seat, event.text, event.facts] for event in self.events() if event.known_to(seat)]
        if own is None and not heard and self.before is not None and self.before.seen(seat) == self.seen(seat):
            return before
        data = _line([before, own, heard, self.seen(seat)])
        return blake2b(data.encode(), digest_size=12).hexdigest()

    # --- copies

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what was done; no chain of moments is followed, so that it may be long."""
        done = [(m.act, m.position, m._told, m._events, m._saw) for m in [*self.past(), self]]
        return _rebuilt, (self.table, done[:-1] if self.settled() is self else done, self.draw, self.tape, self.thrown)


# Whoever walks the same tree again and again, as CFR does, finds it as it was left, if it is small.


@lru_cache(KEPT)
def _chosen(moment: Moment, action: int) -> Moment:
    assert moment.seat is not None
    act = (moment.seat, action)
    return Moment(moment.table, moment, act, moment.table.come(moment.position, act))


@lru_cache(KEPT)
def _fallen(moment: Moment, outcome: int) -> Moment:
    assert moment.draw is not None
    tape = (*moment.tape, *moment.draw.outcomes()[outcome][0])
    came = moment.table.come(moment.position, moment.act, tape, moment.thrown)
    return Moment(moment.table, moment.before, moment.act, came)


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _rebuilt(table: Table, done: list[Any], draw: Draw | None, tape: Tape, thrown: int) -> Moment:
    moment: Moment | None = None
    for act, position, told, events, saw in done[:-1]:
        moment = Moment(table, moment, act, Came(position, told))
        moment._events, moment._saw = events, dict(saw)
    act, position, told, events, saw = done[-1]
    moment = Moment(table, moment, act, Came(position, told, draw, tape, thrown))
    moment._events, moment._saw = events, dict(saw)
    return moment
