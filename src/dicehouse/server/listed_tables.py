"""List the tables that strangers can find: those whose hosts are waiting there now and want to be found.

A table leaves the list when its host leaves, so that nobody sits down at an empty table, and comes back with the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .accounts.names import refuse_rude
from .seats import NotFound, Refused

if TYPE_CHECKING:
    from .live import Table
    from .table_registry import TableRegistry

MOST_SHOWN = 8
MOST_EACH = 2
MANY = f"{MOST_EACH} tables of yours are in the list already; play there, or open this one by link only."
FULL = "That table has no free chair any more; there may be others in the list."
UNLISTED = "That table is not in the list: only those who have its link or code can sit down."


async def listed_tables(house: TableRegistry, guest: str | None) -> list[Table]:
    """Return the listed tables with an open seat for `guest`, the newest first.

    Leave out the tables of hosts whom the guest has muted.
    """
    deaf = await house.ignoring.of(guest)
    found = [table for table in house.loaded() if _shown(table) and table.record.host not in deaf]
    fit = [table for table in found if not table.seats_of(guest) and not table.manners.sent_off(guest)]
    return sorted(fit, key=lambda table: -table.record.created)[:MOST_SHOWN]


def _shown(table: Table) -> bool:
    waits = table.record.listed and table.phase == "waiting" and not table.broken
    return waits and table.record.host in table.online() and free_chairs(table) > 0


def free_chairs(table: Table) -> int:
    return sum(seat.kind == "open" for seat in table.seats)


def may_list(house: TableRegistry, guest: str, name: str) -> None:
    """Raise Refused if `guest` has enough tables in the list, or if strangers should not have to read `name`."""
    refuse_rude(name)
    own = [table for table in house.loaded() if table.record.host == guest and table.record.listed]
    if sum(table.phase == "waiting" for table in own) >= MOST_EACH:
        raise Refused(MANY)


async def listed(house: TableRegistry, table_id: str) -> Table:
    """Return a table where strangers may sit down. Raise NotFound if it is not listed, and Refused if it is full."""
    table = await house.find(table_id)
    if not table.record.listed:
        raise NotFound(UNLISTED)
    if table.phase != "waiting" or not free_chairs(table):
        raise Refused(FULL)
    return table


async def take(house: TableRegistry, table_id: str, guest: str, name: str, text: str | None) -> Table:
    """Seat `guest` in the first open seat of a listed table, and return the table.

    A guest who has a seat there keeps it. `text` is what the browser adds to the dice. Raise NotFound or Refused as
    `listed` does.
    """
    table = await listed(house, table_id)
    if table.seats_of(guest):
        return table
    for seat in [seat.number for seat in table.seats if seat.kind == "open"]:
        if table.seats[seat].kind == "open":
            await table.sit("", seat, guest, name, text)
            return table
    raise Refused(FULL)
