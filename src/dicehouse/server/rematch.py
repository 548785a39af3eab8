"""Open the next match of the same people, and collect what their browsers add to its dice.

When a match is over, the secret of the next one is fixed and its commitment is shown. Every browser then sends the hash
of a client seed for it, before anybody asks for that match. When somebody asks, the people who are still here reveal
their seeds once all hashes are settled, as at a new table (`commit_reveal`). The table does not wait for people who
have left by then.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from .archive import forks
from .clocks.table_clocks import NOBODY
from .cluster.server_messages import SEALED
from .opponents import usual_bot
from .seat_plan import bot_again
from .seats import Refused, contribution, renewed
from .storage import table_records
from .storage.store import Conflict
from .storage.table_records import Seat, TableRecord

if TYPE_CHECKING:
    from .live import Table
    from .table_registry import TableRegistry

NO_SEAL = "The seal of a text for the dice is its SHA-256: 64 hexadecimal digits."


class Seals:
    """Hold the hashes of client seeds that browsers at one table have sent for the next match.

    They are known while the table is in memory; a page that connects again sends its hash again.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sent: dict[str, str] = {}

    def send(self, guest: str | None, seal: str) -> None:
        """Store the hash `seal` of a client seed for the next match, sent by the browser of a guest who played here.

        The latest hash counts. Raise Refused if the guest did not play, if the match goes on, or if it is no SHA-256.
        """
        table = self._table
        if guest is None or not table.seats_of(guest) or table.phase != "over":
            raise Refused("Only people who played can add to the dice of the next game, when this one is over.")
        if contribution(table.record.secret, table.id, 0, seal, sealing=True)[1] != "sealed":
            raise Refused(NO_SEAL)
        if self._sent.get(guest) != seal:
            self.told(guest, seal)
            self.tell(guest)

    def tell(self, *guests: str) -> None:
        """Tell other servers which hashes came here: those of `guests`, or all."""
        for guest in guests or self._sent:
            self._table.following.tell_of(SEALED, guest, seal=self._sent[guest])

    def told(self, guest: str, seal: str) -> None:
        """Store the hash `seal` from the browser of `guest`, which came here or to another server."""
        self._sent[guest] = seal

    def here(self) -> dict[str, str]:
        """Return the hashes of guests who have the table open now; none in a fork, or if only one guest is here.

        The seed of a single browser needs no hash first.
        """
        here = {guest: seal for guest, seal in self._sent.items() if guest in self._table.connected()}
        return here if len(here) > 1 and self._table.record.what_if is None else {}


async def open_again(house: TableRegistry, table: Table, host: str, text: str | None) -> str:
    """Open the same table once more with `host`, who asked for it, as its host, and return the id of the new table.

    `text` is the client seed of the host's browser, which counts if no other browser adds one.
    """
    promise = house.keyring.promise_again(table.id)
    if await house.store.read(lambda db: table_records.read_commitment(db, promise.commitment)):
        await table.led_to(promise.table_id)  # it was opened just before the server crashed, or by another server
        return promise.table_id
    record = renewed(table.record, promise, host)
    seats = _seats(house, table, record, host, text)
    same = await forks.begun(record, seats, table.playing()) if record.what_if else None
    with suppress(Conflict):  # another server opened it at the same moment
        await house.open_full(record, table.game, seats, same)
    await table.led_to(record.id)
    return record.id


def _seats(house: TableRegistry, table: Table, record: TableRecord, host: str, text: str | None) -> list[Seat]:
    """Return the seats as before, with the client seed or hash of each guest's browser at their first seat."""
    seals, found = table.rematch.here(), list[Seat]()
    for seat in table.seats:
        first = seat.guest is not None and table.seats_of(seat.guest)[0] == seat.number
        adds = seals.get(seat.guest or "", text if seat.guest == host else None) if first else None
        hexes, drawn_by = contribution(record.secret, record.id, seat.number, adds, sealing=bool(seals))
        if seat.kind == "person" and seat.guest is None:  # the guest deleted their data
            seat = replace(seat, kind="bot", bot=seat.stand_in or usual_bot(house.bot_names()))
        if seat.kind == "bot":
            others = [one.name for one in (*table.seats, *found) if one.number != seat.number]
            seat = replace(seat, name=bot_again(table.record, seat, others))
        here = seat.guest == host or seat.guest in table.online()
        stand_in = None if here or seat.stand_in == NOBODY else seat.stand_in
        found.append(replace(seat, contribution=hexes, drawn_by=drawn_by, stand_in=stand_in, firm=False))
    return found
