"""Hints at a table: who may have them, one at a time, and what was said to whom.

Whoever plays alone against bots may always ask. Where several people play, all of them have to agree first, and the log
tells when somebody asked. A hint belongs to its seat and to one decision: it is shown to nobody else, and no longer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.bots.hint_search import Hint, HintSearch
from dicehouse.match.match import Match

from .changes import insist
from .seating import NOT_YOURS
from .seats import Refused
from .storage import table_records

if TYPE_CHECKING:
    from .driver import Thinkers
    from .live import Table

LESSON = "In a lesson Pip says what to do."
NOT_ALLOWED = "There are no hints here: all who play have to agree to them first, in the settings."
NOT_ASKED = "It isn't your turn, so there is nothing to advise."
UNDER_WAY = "Your hint is being worked out."
CROWDED = "The house is thinking for many others just now; ask again in a moment."
OVER = "The game is over, so it stays as it was: with hints, or without."
TOO_LATE = "The table moved on before the hint was ready."
Moment = tuple[int, bytes]  # a decision: since when a seat is asked, and the position then


class Hints:
    """The hints of one table. Coroutines change the table; if they raise, nothing changed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._given: dict[int, tuple[Moment, Hint]] = {}
        self._advisers: dict[int, HintSearch] = {}
        self._under_way: set[int] = set()

    # who may have them ------------------------------------------------------------------------------------------

    @property
    def alone(self) -> bool:
        """Whether one person plays here, with bots only."""
        return sum(seat.kind != "bot" for seat in self._table.seats) == 1

    @property
    def on(self) -> bool:
        """Whether people here may ask for hints."""
        return self.alone or all(seat.hints for seat in self._table.seats if seat.kind != "bot")

    def agreed(self) -> list[int]:
        """The seats whose people would allow hints."""
        return [seat.number for seat in self._table.seats if seat.kind == "person" and seat.hints]

    @insist
    async def agree(self, guest: str | None, on: bool) -> None:
        """A guest allows hints to all, as far as they have a say, or allows them no longer."""
        table = self._table
        async with table.changing():
            own = table.seats_of(guest)
            if not own:
                raise Refused("Only those who play here decide on hints.")
            if table.course is not None:
                raise Refused(LESSON)
            if table.phase == "over":
                raise Refused(OVER)
            if self.alone or all(table.seats[seat].hints == on for seat in own):
                return
            before, name = self.on, table.seats[own[0]].name
            changed = {seat: replace(table.seats[seat], hints=on) for seat in own}
            rows = [table_records.put_seat(table.id, seat) for seat in changed.values()]
            now = [changed.get(seat.number, seat) for seat in table.seats]
            after = all(seat.hints for seat in now if seat.kind != "bot")
            if table.match is not None and (before or after):  # before: those of a rematch are on when it begins
                rows.append(table_records.set_hinted(table.id))
            told = _told(name, on, before, after)
            await table.write(rows, None, table.notice(told))
            table.seats = now
            table.roster += 1

    # asking -----------------------------------------------------------------------------------------------------

    def of(self, seat: int | None) -> Hint | None:
        """The hint that a seat was given for the decision it has now. Call it with the lock held."""
        match = self._table.match
        if seat is None or match is None or seat not in self._given or seat not in match.acting():
            return None
        moment, hint = self._given[seat]
        return hint if self.on and moment == _moment(match, seat) else None

    async def ask(self, guest: str | None, seat: int, thinkers: Thinkers) -> None:
        """Work out what a guest should play in this seat, off the table's lock, and show it to that seat alone."""
        table = self._table
        async with table.reading():
            match = self._may_ask(guest, seat)
            if self.of(seat) is not None:
                return
            if seat in self._under_way:
                raise Refused(UNDER_WAY)
            if thinkers.crowded:
                raise Refused(CROWDED)
            moment = _moment(match, seat)
            advice = self._advisers.setdefault(seat, HintSearch(thinkers.hints)).prepare_hint(match, seat)
            self._under_way.add(seat)
        try:
            hint = await thinkers.work(advice)
        finally:
            self._under_way.discard(seat)
        async with table.changing():
            if match is not table.match or seat not in match.acting() or moment != _moment(match, seat):
                raise Refused(TOO_LATE)
            self._may_ask(guest, seat)
            if not self.alone:
                await table.write([], None, table.notice(f"{table.seats[seat].name} takes a hint."))
            self._given[seat] = moment, hint

    def _may_ask(self, guest: str | None, seat: int) -> Match:
        table = self._table
        if seat not in table.seats_of(guest):
            raise Refused(NOT_YOURS)
        if table.course is not None:
            raise Refused(LESSON)
        match = table.playing()
        if seat not in match.acting() or table.seats[seat].played_by is not None:
            raise Refused(NOT_ASKED)
        if not self.on:
            raise Refused(NOT_ALLOWED)
        return match


def _moment(match: Match, seat: int) -> Moment:
    since = match.decision_start(seat)
    return since, match.position(since)


def _told(name: str, on: bool, before: bool, after: bool) -> str:
    if after and not before:
        return f"{name} agrees to hints, as all who play do: they are on."
    if on:
        return f"{name} would allow hints. They are on when all who play agree."
    return f"{name} does not want hints any more: they are off." if before else f"{name} does not want hints."
