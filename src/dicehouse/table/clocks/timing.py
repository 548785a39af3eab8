"""The clocks of a table: whose time runs, how much of it is left, and what becomes of who is late.

A seat's time begins when the table asks it in a turn, and stops while others are asked; taking back gives none of it
back. Every seat that is asked has a clock of its own, so where all choose at once nobody waits for another's. Bots have
none. What counts is wall time, less the player's own quiet hours and days away at tables by the day; what is left is
kept with the moment at which it was, so that a restart, or a clock that was set, can be made up for.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ..levels import level_of
from ..past.replay import TURNS
from ..people.hours import ALWAYS, Hours
from . import timed
from .terms import IN_A_ROW, Terms
from .timed import Running

if TYPE_CHECKING:
    from dicehouse.match import Match

    from ..live import Table
    from ..storage.database import Database

    Read = Callable[[Callable[[Database], Hours]], Awaitable[Hours]]

NOBODY = "nobody"  # plays for who has lost the turn: see ending.py


@dataclass(frozen=True, slots=True)
class Left:
    """How much time a seat has: seconds that count, the moment at which they are over, and, if its clock stands still
    in the player's own hours, until when.
    """

    seat: int
    left: float
    due: float
    stands: float | None


class Timing:
    """The clocks of one table. Coroutines are called inside `changing` only."""

    def __init__(self, table: Table, clocks: Sequence[Running], read: Read) -> None:
        self._table = table
        self._read = read
        self.take(clocks)
        self._hours: dict[str, Hours] = {}
        self.wall: Callable[[], float] = time.time
        self.hear: Callable[[float], None] = lambda due: None  # the house: a clock runs out then

    def take(self, clocks: Sequence[Running]) -> None:
        """Stand as it is kept."""
        self._clocks = {clock.seat: clock for clock in clocks}
        self._kept = dict(self._clocks)

    @property
    def terms(self) -> Terms | None:
        """What was agreed; a lesson and a what-if have no clock."""
        record = self._table.record
        return None if record.lesson is not None or record.what_if is not None else record.terms

    # looking ----------------------------------------------------------------------------------------------------

    def left(self) -> list[Left]:
        """The clocks that run now."""
        now = self.wall()
        return [
            Left(clock.seat, self._left(clock, now), clock.due, self._hours_of(clock.seat).until(now))
            for clock in self._clocks.values()
            if clock.due is not None
        ]

    def of(self, seat: int) -> Left | None:
        """A seat's clock, if it runs."""
        return next((each for each in self.left() if each.seat == seat), None)

    def late(self, seat: int) -> bool:
        """Whether a seat was late, and its turn is ended for it."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.late and bool(self._table.seats[seat].stand_in)

    @property
    def runs(self) -> bool:
        """Whether there are clocks to be looked after."""
        return self.terms is not None and self._table.phase == "playing"

    # keeping ----------------------------------------------------------------------------------------------------

    async def keep(self) -> None:
        """Let the clocks follow the match, and write down how they stand."""
        table = self._table
        if self.terms is None or table.match is None:
            return
        await self.learn_hours()
        if table.match.over:
            self._clocks.clear()
        else:
            await self._follow(table.match)
        await self._write()

    async def _follow(self, match: Match) -> None:
        table, now, acting, turn = self._table, self.wall(), match.acting(), turn_of(match)
        for seat in table.seats:
            clock = self._clocks.get(seat.number)
            if seat.kind != "person":
                self._clocks.pop(seat.number, None)  # a bot has none, even where a person sat
                continue
            if seat.number not in acting:
                if clock is not None:
                    self._clocks[seat.number] = self._stopped(clock, now)
                continue
            await self._ask(seat.number, clock, turn, match.number, self._is_fresh(match, clock, turn))

    @staticmethod
    def _is_fresh(match: Match, clock: Running | None, turn: int) -> bool:
        """Whether a seat is asked in a new turn, or anew in this one. Some games count a turn from its first throw on,
        so who was late at its beginning is late until somebody else has acted.
        """
        if clock is None:
            return True
        others = others_played(match, clock.seat) > clock.run
        if clock.turn != turn:
            return others or not clock.late
        return others and clock.since is None

    async def _ask(self, seat: int, clock: Running | None, turn: int, number: int, fresh: bool) -> None:
        """A seat is asked, `fresh` if that is a new turn, or others acted meanwhile."""
        table = self._table
        if clock is not None and clock.late:
            if not table.seats[seat].stand_in:  # whoever was late is back
                self._start(seat, turn, number, 0)
            elif fresh and clock.missed < IN_A_ROW:
                name = table.seats[seat].name
                back = replace(table.seats[seat], stand_in=None), table.notice(f"{name} plays again: the clock runs.")
                await table.write([], back)
                self._start(seat, turn, number, clock.missed)
            return
        if table.seats[seat].stand_in:
            self._clocks.pop(seat, None)  # a bot plays because people wanted that
        elif fresh or clock is None:
            self._start(seat, turn, number, 0)
        elif clock.since is None:
            self._clocks[seat] = self._run(replace(clock, since=self.wall()))

    def _start(self, seat: int, turn: int, number: int, missed: int) -> None:
        assert self.terms is not None
        fresh = Running(seat, turn, number, float(self.terms.seconds), self.wall(), None, False, missed)
        self._clocks[seat] = self._run(fresh)

    def _run(self, clock: Running) -> Running:
        assert clock.since is not None
        return replace(clock, due=self._hours_of(clock.seat).after(clock.since, clock.left))

    def _stopped(self, clock: Running, now: float) -> Running:
        if clock.since is None or clock.late:
            return replace(clock, since=None)
        return replace(clock, left=self._left(clock, now), since=None, due=None, missed=0)  # they played themselves

    def _left(self, clock: Running, now: float) -> float:
        if clock.since is None or clock.due is None:
            return clock.left
        return max(0.0, clock.left - self._hours_of(clock.seat).spent(clock.since, now))

    async def _write(self) -> None:
        table = self._table
        gone = [timed.delete_running(table.id, seat) for seat in self._kept if seat not in self._clocks]
        new = [clock for seat, clock in self._clocks.items() if self._kept.get(seat) != clock]
        if gone or new:
            await table.write([*gone, *(timed.put_running(table.id, clock) for clock in new)], None)
        self._kept = dict(self._clocks)
        for clock in new:
            if clock.due is not None:
                self.hear(clock.due)

    # what comes from outside --------------------------------------------------------------------------------------

    async def expire(self) -> None:
        """Whoever has no time left is played for, or loses the turn."""
        table, terms, now = self._table, self.terms, self.wall()
        if terms is None or table.match is None:
            return
        for clock in tuple(self._clocks.values()):
            if clock.due is None or clock.due > now or clock.seat not in table.match.acting():
                continue
            seat, missed = table.seats[clock.seat], clock.missed + 1
            self._clocks[clock.seat] = replace(clock, left=0.0, due=None, late=True, missed=missed)
            told = f"Time is over for {seat.name}: {self._instead(terms, missed, seat.name)}"
            await table.write([], (replace(seat, stand_in=terms.bot or NOBODY), table.notice(told)))

    @staticmethod
    def _instead(terms: Terms, missed: int, name: str) -> str:
        if terms.bot is None:
            return "the turn is lost." if missed < IN_A_ROW else f"all turns are lost until {name} is back."
        who = level_of(terms.bot).name
        return f"{who} plays this turn." if missed < IN_A_ROW else f"{who} plays until {name} is back."

    async def move(self, then: float, now: float) -> None:
        """The wall clock was set: `then` is what it said when it is `now`. Nobody wins or loses time by it."""
        for seat, clock in self._clocks.items():
            self._clocks[seat] = moved(clock, then, now, self._hours_of(seat))

    async def live_by(self, guest: str, hours: Hours) -> None:
        """A player's hours are others from now on."""
        now = self.wall()
        mine = [seat for seat in self._table.seats_of(guest) if seat in self._clocks]
        so_far = {seat: replace(self._clocks[seat], left=self._left(self._clocks[seat], now)) for seat in mine}
        self._hours[guest] = hours
        for seat, clock in so_far.items():
            if clock.due is not None:
                self._clocks[seat] = self._run(replace(clock, since=now))

    # whose hours ------------------------------------------------------------------------------------------------

    async def learn_hours(self) -> None:
        """Look up everybody's hours: they may have been changed at another server."""
        terms, table = self.terms, self._table
        if terms is None or not terms.by_day:
            return
        for guest in {seat.guest for seat in table.seats if seat.guest is not None}:
            self._hours[guest] = await self._read(partial(timed.read_hours, guest=guest))

    def _hours_of(self, seat: int) -> Hours:
        guest = self._table.seats[seat].guest
        return ALWAYS if guest is None else self._hours.get(guest, ALWAYS)


def moved(clock: Running, then: float, now: float, hours: Hours) -> Running:
    """A clock that stood at `then`, as if it had run no further until `now`."""
    if clock.since is None or clock.due is None:
        return clock
    left = max(0.0, clock.left - hours.spent(clock.since, max(then, clock.since)))
    return replace(clock, left=left, since=now, due=hours.after(now, left))


def turn_of(match: Match) -> int:
    """Which turn it is, as the game counts them; a game that counts none has one long one."""
    view = match.view(None)
    return next((view[key] for key in TURNS if type(view.get(key)) is int), 0)


def others_played(match: Match, seat: int) -> int:
    """The first position after all that others did."""
    number = len(match.actions)
    while number and match.actions[number - 1].seat == seat:
        number -= 1
    return number
