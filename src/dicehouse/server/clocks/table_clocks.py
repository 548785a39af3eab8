"""Run the clocks of a table: whose time runs, how much of it is left, and what happens when it is over.

The time of a seat begins when the table asks it for a decision in a turn, and stops while others are asked; a take-back
gives none of it back. Every seat that is asked has a clock of its own, so when all choose at once, nobody waits for the
clock of another. Bots have none. The clocks count wall time. If the time limit is a day or more, the player's own quiet
hours and days away do not count. The time left is stored with the time when it was left, so that restarts and changes
of the machine's clock can be made up for.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ..accounts.quiet_hours import ALWAYS, Hours
from ..archive.replay import TURNS
from ..opponents import level_of
from . import clock_records
from .clock_records import Running
from .time_terms import IN_A_ROW, Terms

if TYPE_CHECKING:
    from dicehouse.match.match import Match

    from ..live import Table
    from ..storage.database import Database

    Read = Callable[[Callable[[Database], Hours]], Awaitable[Hours]]

NOBODY = "nobody"  # plays for a player who has lost the turn: see ending.py


@dataclass(frozen=True, slots=True)
class Left:
    """Hold how much time a seat has: `left` are the seconds that count, and `due` is when they are over.

    `stands` is when the clock runs again, if it is stopped by the player's own quiet hours or days away.
    """

    seat: int
    left: float
    due: float
    stands: float | None


class Timing:
    """Run the clocks of one table. Its coroutines may be called only inside `changing`."""

    def __init__(self, table: Table, clocks: Sequence[Running], read: Read) -> None:
        self._table = table
        self._read = read
        self.take(clocks)
        self._hours: dict[str, Hours] = {}
        self.wall: Callable[[], float] = time.time
        self.hear: Callable[[float], None] = lambda due: None  # the registry sets it to `Timekeeper.hear`

    def take(self, clocks: Sequence[Running]) -> None:
        """Take over `clocks` from the store."""
        self._clocks = {clock.seat: clock for clock in clocks}
        self._kept = dict(self._clocks)

    @property
    def terms(self) -> Terms | None:
        """Return the agreed time limit; None if there is none, as in all lessons and forks."""
        record = self._table.record
        return None if record.lesson is not None or record.what_if is not None else record.terms

    # reading ----------------------------------------------------------------------------------------------------

    def left(self) -> list[Left]:
        """Return the clocks that run now."""
        now = self.wall()
        return [
            Left(clock.seat, self._left(clock, now), clock.due, self._hours_of(clock.seat).until(now))
            for clock in self._clocks.values()
            if clock.due is not None
        ]

    def of(self, seat: int) -> Left | None:
        """Return the clock of `seat`; None if it does not run."""
        return next((each for each in self.left() if each.seat == seat), None)

    def late(self, seat: int) -> bool:
        """Return True if `seat` was late and its turn is being ended for it."""
        clock = self._clocks.get(seat)
        return clock is not None and clock.late and bool(self._table.seats[seat].stand_in)

    @property
    def runs(self) -> bool:
        """Return True if there are clocks to watch."""
        return self.terms is not None and self._table.phase == "playing"

    # storing ----------------------------------------------------------------------------------------------------

    async def keep(self) -> None:
        """Let the clocks follow the match, and store them."""
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
                self._clocks.pop(seat.number, None)  # a bot has none, even if a person had that seat before
                continue
            if seat.number not in acting:
                if clock is not None:
                    self._clocks[seat.number] = self._stopped(clock, now)
                continue
            await self._ask(seat.number, clock, turn, match.number, self._is_fresh(match, clock, turn))

    @staticmethod
    def _is_fresh(match: Match, clock: Running | None, turn: int) -> bool:
        """Return True if the seat of `clock` is asked in a new turn, or again in the same turn after others acted.

        Some games count a turn from its first roll, so a player who was late before that roll stays late until another
        player has acted.
        """
        if clock is None:
            return True
        others = others_played(match, clock.seat) > clock.run
        if clock.turn != turn:
            return others or not clock.late
        return others and clock.since is None

    async def _ask(self, seat: int, clock: Running | None, turn: int, number: int, fresh: bool) -> None:
        """Run the clock of a seat that is asked; `fresh` is True if that is in a new turn, or after others acted."""
        table = self._table
        if clock is not None and clock.late:
            if not table.seats[seat].stand_in:  # the late player is back
                self._start(seat, turn, number, 0)
            elif fresh and clock.missed < IN_A_ROW:
                name = table.seats[seat].name
                back = replace(table.seats[seat], stand_in=None), table.notice(f"{name} plays again: the clock runs.")
                await table.write([], back)
                self._start(seat, turn, number, clock.missed)
            return
        if table.seats[seat].stand_in:
            self._clocks.pop(seat, None)  # the people at the table wanted a bot to play
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
        return replace(clock, left=self._left(clock, now), since=None, due=None, missed=0)  # the player acted in time

    def _left(self, clock: Running, now: float) -> float:
        if clock.since is None or clock.due is None:
            return clock.left
        return max(0.0, clock.left - self._hours_of(clock.seat).spent(clock.since, now))

    async def _write(self) -> None:
        table = self._table
        gone = [clock_records.delete_running(table.id, seat) for seat in self._kept if seat not in self._clocks]
        new = [clock for seat, clock in self._clocks.items() if self._kept.get(seat) != clock]
        if gone or new:
            await table.write([*gone, *(clock_records.put_running(table.id, clock) for clock in new)], None)
        self._kept = dict(self._clocks)
        for clock in new:
            if clock.due is not None:
                self.hear(clock.due)

    # calls from outside --------------------------------------------------------------------------------------

    async def expire(self) -> None:
        """End the turns of players who have no time left: a bot plays for them, or they lose the turn."""
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
        """Correct the clocks after the wall clock was set from `then` to `now`, so that nobody gains or loses time."""
        for seat, clock in self._clocks.items():
            self._clocks[seat] = moved(clock, then, now, self._hours_of(seat))

    async def live_by(self, guest: str, hours: Hours) -> None:
        """Apply new quiet hours and days away of `guest` from now on."""
        now = self.wall()
        mine = [seat for seat in self._table.seats_of(guest) if seat in self._clocks]
        so_far = {seat: replace(self._clocks[seat], left=self._left(self._clocks[seat], now)) for seat in mine}
        self._hours[guest] = hours
        for seat, clock in so_far.items():
            if clock.due is not None:
                self._clocks[seat] = self._run(replace(clock, since=now))

    # quiet hours ------------------------------------------------------------------------------------------------

    async def learn_hours(self) -> None:
        """Read the quiet hours and days away of all players, because they may have been changed on another server."""
        terms, table = self.terms, self._table
        if terms is None or not terms.by_day:
            return
        for guest in {seat.guest for seat in table.seats if seat.guest is not None}:
            self._hours[guest] = await self._read(partial(clock_records.read_hours, guest=guest))

    def _hours_of(self, seat: int) -> Hours:
        guest = self._table.seats[seat].guest
        return ALWAYS if guest is None else self._hours.get(guest, ALWAYS)


def moved(clock: Running, then: float, now: float, hours: Hours) -> Running:
    """Return `clock` as if it had not run from `then` to `now`; `hours` are those of its player."""
    if clock.since is None or clock.due is None:
        return clock
    left = max(0.0, clock.left - hours.spent(clock.since, max(then, clock.since)))
    return replace(clock, left=left, since=now, due=hours.after(now, left))


def turn_of(match: Match) -> int:
    """Return the number of the current turn as the game counts it; 0 in a game that counts none."""
    view = match.view(None)
    return next((view[key] for key in TURNS if type(view.get(key)) is int), 0)


def others_played(match: Match, seat: int) -> int:
    """Return the first position after all actions of seats other than `seat`."""
    number = len(match.actions)
    while number and match.actions[number - 1].seat == seat:
        number -= 1
    return number
