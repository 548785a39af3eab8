"""What people decide once for later: standing orders, and how the bots of their table behave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicehouse.core.lesson_progress import LessonProgress

from .changes import insist
from .seating import HOSTS, NOT_YOURS, Seating
from .seats import Refused
from .sight import passes
from .storage import table_records
from .storage.table_records import NEVER, ORDERS, Order

NORMAL = "normal"
PACES = {"slow": 2.0, NORMAL: 1.0, "fast": 0.4, "at once": 0.0}  # times the usual wait of a bot


class Ordering(Seating):
    """The part of `live.Table` that decides without asking anybody anew."""

    course: LessonProgress | None
    _never: dict[int, Any]  # seat -> the turn for which it wants no questions

    def order_of(self, seat: int) -> Order:
        """The standing order that holds now."""
        kept = self.seats[seat].order
        return replace(kept, mode=NEVER) if seat in self._never else kept

    def passing(self) -> tuple[int, str] | None:
        """A seat whose standing order lets a reaction pass now, and the option for that."""
        if self.match is None or self.course is not None:
            return None  # what a lesson asks, it asks on purpose
        if self._never:
            self._forget_orders()
        for seat in self.match.acting():
            if self.seats[seat].played_by is None:
                reaction = self.match.reaction(seat)
                if reaction is not None and passes(self.order_of(seat), reaction):
                    return seat, reaction.pass_option
        return None

    @insist
    async def set_order(self, guest: str | None, seat: int, mode: str, points: int) -> None:
        """When a seat wants to be asked for reactions."""
        async with self.changing():
            if seat not in self.seats_of(guest):
                raise Refused(NOT_YOURS)
            if mode not in ORDERS:
                raise Refused(f"A standing order is one of {', '.join(ORDERS)}.")
            if not 0 <= points <= 1_000_000:
                raise Refused("The points of a standing order go from 0 to 1,000,000.")
            if mode == NEVER:
                self._never[seat] = self._turn()
                self.roster += 1
                return
            changed = replace(self.seats[seat], order=Order(mode, points))
            await self._store.write(table_records.put_seat(self.id, changed))
            self.seats[seat] = changed
            self._never.pop(seat, None)
            self.roster += 1

    def _turn(self) -> Any:
        """Which turn it is, by the public view; games without turns have one long one."""
        return None if self.match is None else self.match.view(None).get("turn")

    def _forget_orders(self) -> None:
        turn = self._turn()
        self._never = {seat: kept for seat, kept in self._never.items() if kept == turn}
        self.roster += 1

    @insist
    async def set_pace(self, guest: str | None, pace: str) -> None:
        """How long the bots of this table wait before they play: the host's choice."""
        async with self.changing():
            if not self.is_host(guest):
                raise Refused(HOSTS)
            if pace not in PACES:
                raise Refused(f"Bots play at one of these paces: {', '.join(PACES)}.")
            await self._store.write(table_records.set_bots(self.id, pace, self.record.reasons))
            self.record = replace(self.record, pace=pace)
            self.roster += 1

    @insist
    async def set_reasons(self, guest: str | None, on: bool) -> None:
        """Whether the bots of this table say why they chose: the host's choice."""
        async with self.changing():
            if not self.is_host(guest):
                raise Refused(HOSTS)
            await self._store.write(table_records.set_bots(self.id, self.record.pace, on))
            self.record = replace(self.record, reasons=on)
            self.roster += 1

    @property
    def says_why(self) -> bool:
        """Whether bots say why. Where one person plays alone nobody is disturbed by it."""
        chosen = self.record.reasons
        return sum(s.kind != "bot" for s in self.seats) == 1 if chosen is None else chosen

    @property
    def pace(self) -> str:
        """How long bots wait: the host's choice."""
        return self.record.pace if self.record.pace in PACES else NORMAL

    def never(self, seat: int) -> bool:
        """Whether a seat wants no questions this turn; that is known only to the server where it was said."""
        return seat in self._never
