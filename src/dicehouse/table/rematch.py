"""The next match of the same people: the table that leads to it, and what their browsers add to its dice.

When a match is over, the secret of the next one is fixed already and its commitment shown. Every browser then seals a
text for it, before anybody asks for that match. Whoever is still here when somebody does is waited for as at a new
table (`parts`): their texts are shown when all seals are settled. Nobody waits for those who have gone by then.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from .chairs import bot_again
from .clocks.timing import NOBODY
from .levels import usual_bot
from .past import onward
from .seats import Refused, contribution, renewed
from .servers.news import SEALED
from .storage import records
from .storage.records import Seat, TableRecord
from .storage.store import Conflict

if TYPE_CHECKING:
    from .house import House
    from .live import Table

NO_SEAL = "The seal of a text for the dice is its SHA-256: 64 hexadecimal digits."


class Seals:
    """The seals that browsers at one table have sent for the next match. They are known while the table is in memory:
    a page whose line was cut sends its own again.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sent: dict[str, str] = {}

    def send(self, guest: str | None, seal: str) -> None:
        """A browser of somebody who played here seals a text for the next match; the last one counts."""
        table = self._table
        if guest is None or not table.seats_of(guest) or table.phase != "over":
            raise Refused("Only people who played can add to the dice of the next game, when this one is over.")
        if contribution(table.record.secret, table.id, 0, seal, sealing=True)[1] != "sealed":
            raise Refused(NO_SEAL)
        if self._sent.get(guest) != seal:
            self.told(guest, seal)
            self.tell(guest)

    def tell(self, *guests: str) -> None:
        """Let other servers know what came here: of these guests, or of all."""
        for guest in guests or self._sent:
            self._table.following.tell_of(SEALED, guest, seal=self._sent[guest])

    def told(self, guest: str, seal: str) -> None:
        """It came to another server."""
        self._sent[guest] = seal

    def here(self) -> dict[str, str]:
        """Those of the guests who have the board open now, where it is more than one: else nothing is kept secret."""
        here = {guest: seal for guest, seal in self._sent.items() if guest in self._table.connected()}
        return here if len(here) > 1 and self._table.record.what_if is None else {}


async def open_again(house: House, table: Table, host: str, text: str | None) -> str:
    """Open the same table once more, for whoever asks for it as host; `text` is their browser's part in the dice, where
    it is the only one. Returns the id of the table.
    """
    promise = house.keyring.promise_again(table.id)
    if await house.store.read(lambda db: records.read_commitment(db, promise.commitment)):
        await table.led_to(promise.table_id)  # it was opened just before the house broke down, or elsewhere
        return promise.table_id
    record = renewed(table.record, promise, host)
    seats = _seats(house, table, record, host, text)
    same = await onward.begun(record, seats, table.playing()) if record.what_if else None
    with suppress(Conflict):  # another server has opened it just now
        await house.open_full(record, table.game, seats, same)
    await table.led_to(record.id)
    return record.id


def _seats(house: House, table: Table, record: TableRecord, host: str, text: str | None) -> list[Seat]:
    """Everybody where they sat; each guest's first seat has what their browser adds."""
    seals, found = table.rematch.here(), list[Seat]()
    for seat in table.seats:
        first = seat.guest is not None and table.seats_of(seat.guest)[0] == seat.number
        adds = seals.get(seat.guest or "", text if seat.guest == host else None) if first else None
        hexes, drawn_by = contribution(record.secret, record.id, seat.number, adds, sealing=bool(seals))
        if seat.kind == "person" and seat.guest is None:  # who sat there left the house for good
            seat = replace(seat, kind="bot", bot=seat.stand_in or usual_bot(house.bot_names()))
        if seat.kind == "bot":
            others = [one.name for one in (*table.seats, *found) if one.number != seat.number]
            seat = replace(seat, name=bot_again(table.record, seat, others))
        here = seat.guest == host or seat.guest in table.online()
        stand_in = None if here or seat.stand_in == NOBODY else seat.stand_in
        found.append(replace(seat, contribution=hexes, drawn_by=drawn_by, stand_in=stand_in, firm=False))
    return found
