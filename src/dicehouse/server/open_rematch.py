"""Open the next match of the same people.

The people who are still here reveal their client seeds once all hashes are settled, as at a new table: see
`features.rematch` and `features.commit_reveal`. The table does not wait for people who have left by then.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from .archive import forks
from .features.rematch import hashes_here
from .internal_commands import LinkRematch
from .opponents import TURN_ENDER, usual_bot
from .registry import Registry
from .seat_plan import bot_again
from .seats import contribution, renewed
from .storage import table_records
from .storage.store import Conflict
from .storage.table_records import Seat, TableRecord
from .table.change import Server

if TYPE_CHECKING:
    from .live_table import Table


async def open_again(registry: Registry, table: Table, host: str, text: str | None) -> str:
    """Open the same table once more with `host`, who asked for it, as its host, and return the id of the new table.

    `text` is the client seed of the host's browser, which counts if no other browser adds one.
    """
    dice_secret = registry.keyring.next_dice_secret(table.id)
    if await registry.store.read(lambda db: table_records.read_commitment(db, dice_secret.commitment)):
        await table.execute(
            Server(), LinkRematch(dice_secret.table_id)
        )  # it was opened just before the server crashed, or by another server
        return dice_secret.table_id
    record = renewed(table.state.record, dice_secret, host)
    seats = _seats(registry, table, record, host, text)
    same = await forks.begun(record, seats, table.state.playing()) if record.what_if else None
    with suppress(Conflict):  # another server opened it at the same moment
        await registry.open_full(record, table.game, seats, same)
    await table.execute(Server(), LinkRematch(record.id))
    return record.id


def _seats(registry: Registry, table: Table, record: TableRecord, host: str, text: str | None) -> list[Seat]:
    """Return the seats as before, with the client seed or hash of each guest's browser at their first seat."""
    hashes, found = hashes_here(table.state, table.readers.connected()), list[Seat]()
    for seat in table.state.seats:
        first = seat.guest is not None and table.state.seats_of(seat.guest)[0] == seat.number
        adds = hashes.get(seat.guest or "", text if seat.guest == host else None) if first else None
        hexes, drawn_by = contribution(record.secret, record.id, seat.number, adds, sealing=bool(hashes))
        if seat.kind == "person" and seat.guest is None:  # the guest deleted their data
            seat = replace(seat, kind="bot", bot=seat.stand_in or usual_bot(registry.bot_names()))
        if seat.kind == "bot":
            others = [one.name for one in (*table.state.seats, *found) if one.number != seat.number]
            seat = replace(seat, name=bot_again(table.state.record, seat, others))
        here = seat.guest == host or seat.guest in table.readers.online()
        stand_in = None if here or seat.stand_in == TURN_ENDER else seat.stand_in
        found.append(replace(seat, contribution=hexes, drawn_by=drawn_by, stand_in=stand_in, firm=False))
    return found
