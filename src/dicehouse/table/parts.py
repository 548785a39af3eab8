"""What the browsers of several people add to the dice: each is hashed first, and shown when all hashes are settled.

Whoever sits down sends the SHA-256 of a random text, its seal. When all sit, the seals are fixed in the running hash
with which the match will begin. Every browser keeps that hash, and only then shows its text; with the last one the
match begins. So nobody can choose a text to go with those of the others, not even together with the house, which knows
its own secret. A text that is not shown in time is replaced by one that follows from that secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dicehouse.games import find

from .changes import insist
from .running import Mark, opening, settle
from .seats import Refused, contribution
from .showing import Showing, delete_showing, insert_showing
from .storage import records
from .storage.database import Statement
from .storage.records import Seat, TableRecord

if TYPE_CHECKING:
    from .live import Table

SHOWN_WITHIN = 10.0  # seconds: pages show their texts as soon as all sit, but the last one has to load first
BROWSER, HOUSE = "browser", "house"  # who drew a text that was never sealed
SEALED, SHOWN, SILENT = "sealed", "shown", "silent"  # of a text of which its browser sent the hash first
DRAWN = {  # how the text of a seat came, in words
    BROWSER: "from the browser",
    HOUSE: "which follows from the secret",
    SEALED: "a hash: the text is shown when everybody sits",
    SHOWN: "from the browser, which sealed it before any text was shown",
    SILENT: "which follows from the secret: what the browser had sealed was not shown in time",
}
ANOTHER = "That is not the text for the dice that was sealed here."
BEGINS = "Everybody sits, and the game begins in a moment; do it then."


@dataclass(frozen=True, slots=True)
class Gathered:
    """A table where all sit: what was settled, whether texts are awaited, and what is to be written down."""

    record: TableRecord
    seats: list[Seat]
    settled: dict[str, Any]
    showing: Showing | None
    rows: list[Statement]


def gather(record: TableRecord, seats: Sequence[Seat], before: Showing | None, now: float) -> Gathered:
    """What comes of it when all sit, or one more text of those that were awaited is known.

    They play by the settings that today's rules know: a table may have been opened by older ones.
    """
    awaited = any(seat.drawn_by == SEALED for seat in seats)
    if before is not None:
        rows = [] if awaited else [delete_showing(record.id)]
        return Gathered(record, [*seats], dict(before.settled), before if awaited else None, rows)
    settled_seats = _without_open_ones(record, seats)
    changed = [seat for seat, old in zip(settled_seats, seats, strict=True) if seat != old]
    rows = [records.put_seat(record.id, seat) for seat in changed]
    complete = find(record.game).agree(len(seats), record.settings)
    if complete != record.settings:
        record = replace(record, settings=complete)
        rows.append(records.set_settings(record))
    settled = settle(record, settled_seats)
    showing = Showing(now + SHOWN_WITHIN, settled) if awaited else None
    if showing is not None:
        rows.append(insert_showing(record.id, showing))
    return Gathered(record, settled_seats, settled, showing, rows)


def _without_open_ones(record: TableRecord, seats: Sequence[Seat]) -> list[Seat]:
    """A text that came as it is counts where no other browser adds one: others could choose theirs to go with it."""
    if sum(seat.drawn_by in (BROWSER, SEALED) for seat in seats) <= 1:
        return [*seats]
    return [_of_the_house(record, seat, HOUSE) if seat.drawn_by == BROWSER else seat for seat in seats]


def _of_the_house(record: TableRecord, seat: Seat, drawn_by: str) -> Seat:
    text, _ = contribution(record.secret, record.id, seat.number, None)
    return replace(seat, contribution=text, drawn_by=drawn_by)


class Parts:
    """The texts that one table waits for before its match begins."""

    def __init__(self, table: Table, showing: Showing | None) -> None:
        self._table = table
        self.take(showing)

    def take(self, showing: Showing | None) -> None:
        """Stand as it is kept."""
        self.showing = showing
        self.mark: Mark | None = None  # with which the match will begin
        if showing is not None:
            self.mark = opening(self._table.record, self._table.seats, showing.settled)
            self._table.time.hear(showing.until)

    @insist
    async def show(self, guest: str | None, text: str) -> None:
        """A browser shows what it had sealed; the last one begins the match. What was shown already changes nothing."""
        table, seal = self._table, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        async with table.changing():
            own = [table.seats[seat] for seat in table.seats_of(guest)]
            if self.showing is None or any(seat.contribution == text for seat in own):
                return
            fits = next((seat for seat in own if (seat.drawn_by, seat.contribution) == (SEALED, seal)), None)
            if fits is None:
                raise Refused(ANOTHER)
            await self._put([replace(fits, contribution=text, drawn_by=SHOWN)])

    async def expire(self, *, at_once: bool = False) -> None:
        """Whoever has shown no text in time goes without, and the match begins. Only inside `changing`."""
        if self.showing is not None and (at_once or self.showing.until <= self._table.time.wall()):
            unshown = [seat for seat in self._table.seats if seat.drawn_by == SEALED]
            await self._put([_of_the_house(self._table.record, seat, SILENT) for seat in unshown])

    async def _put(self, seats: list[Seat]) -> None:
        await self._table.seat_down(seats, [records.put_seat(self._table.id, seat) for seat in seats])
