"""Add random text from several browsers to the dice: first each sends a hash, then each reveals its text.

When a guest sits down, their browser sends the SHA-256 of a random text, its client seed. When all seats are taken, the
hashes are fixed in the hash chain with which the match will begin. Every browser keeps the head of that chain, and only
then reveals its seed; the match begins after the last one. So nobody can choose a seed to fit the others, not even
together with the server, which knows its own secret. A seed that is not revealed in time is replaced by one that
follows from that secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dicehouse.games import find

from .changes import insist
from .commit_reveal_records import Showing, delete_showing, insert_showing
from .hash_chain import Mark, opening, settle
from .seats import Refused, contribution
from .storage import table_records
from .storage.database import Statement
from .storage.table_records import Seat, TableRecord

if TYPE_CHECKING:
    from .live import Table

SHOWN_WITHIN = 10.0  # seconds: pages reveal their seeds as soon as all sit, but the last page has to load first
BROWSER, HOUSE = "browser", "house"  # who drew a seed that was never sent as a hash
SEALED, SHOWN, SILENT = "sealed", "shown", "silent"  # states of a seed whose hash was sent first
DRAWN = {  # where the seed of a seat comes from, in words
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
    """Hold a full table: what was settled, whether client seeds are awaited, and the statements to write."""

    record: TableRecord
    seats: list[Seat]
    settled: dict[str, Any]
    showing: Showing | None
    rows: list[Statement]


def gather(record: TableRecord, seats: Sequence[Seat], before: Showing | None, now: float) -> Gathered:
    """Return what follows when all seats are taken, or when one more of the awaited client seeds is known.

    `before` is what was settled earlier, None if nothing was, and `now` is the time in seconds since 1970. The settings
    are completed by the rules of today, because the table may have been opened under older ones.
    """
    awaited = any(seat.drawn_by == SEALED for seat in seats)
    if before is not None:
        rows = [] if awaited else [delete_showing(record.id)]
        return Gathered(record, [*seats], dict(before.settled), before if awaited else None, rows)
    settled_seats = _without_open_ones(record, seats)
    changed = [seat for seat, old in zip(settled_seats, seats, strict=True) if seat != old]
    rows = [table_records.put_seat(record.id, seat) for seat in changed]
    complete = find(record.game).settings_for(len(seats), record.settings)
    if complete != record.settings:
        record = replace(record, settings=complete)
        rows.append(table_records.set_settings(record))
    settled = settle(record, settled_seats)
    showing = Showing(now + SHOWN_WITHIN, settled) if awaited else None
    if showing is not None:
        rows.append(insert_showing(record.id, showing))
    return Gathered(record, settled_seats, settled, showing, rows)


def _without_open_ones(record: TableRecord, seats: Sequence[Seat]) -> list[Seat]:
    """Return `seats`, with seeds that came without a hash replaced if two or more browsers add to the dice.

    Without a hash first, another browser could choose its seed to fit.
    """
    if sum(seat.drawn_by in (BROWSER, SEALED) for seat in seats) <= 1:
        return [*seats]
    return [_of_the_house(record, seat, HOUSE) if seat.drawn_by == BROWSER else seat for seat in seats]


def _of_the_house(record: TableRecord, seat: Seat, drawn_by: str) -> Seat:
    text, _ = contribution(record.secret, record.id, seat.number, None)
    return replace(seat, contribution=text, drawn_by=drawn_by)


class Parts:
    """Hold the client seeds that one table waits for before its match begins."""

    def __init__(self, table: Table, showing: Showing | None) -> None:
        self._table = table
        self.take(showing)

    def take(self, showing: Showing | None) -> None:
        """Take over the state `showing` from the store."""
        self.showing = showing
        self.mark: Mark | None = None  # the chain head with which the match will begin
        if showing is not None:
            self.mark = opening(self._table.record, self._table.seats, showing.settled)
            self._table.time.hear(showing.until)

    @insist
    async def show(self, guest: str | None, text: str) -> None:
        """Reveal `text`, the client seed of a guest's browser; the last one begins the match.

        Do nothing if it was revealed already, and raise Refused if its hash is not the one that the browser sent.
        """
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
        """Replace the client seeds that were not revealed in time, and begin the match; call it only inside `changing`.

        `at_once` skips the wait.
        """
        if self.showing is not None and (at_once or self.showing.until <= self._table.time.wall()):
            unshown = [seat for seat in self._table.seats if seat.drawn_by == SEALED]
            await self._put([_of_the_house(self._table.record, seat, SILENT) for seat in unshown])

    async def _put(self, seats: list[Seat]) -> None:
        await self._table.seat_down(seats, [table_records.put_seat(self._table.id, seat) for seat in seats])
