"""Tables that strangers find in the house: those whose hosts wait there now, and want to be found.

A table drops out of the list when its host goes, so that nobody sits down where nobody is; it comes back with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .people.names import refuse_rude
from .seats import NotFound, Refused

if TYPE_CHECKING:
    from .house import House
    from .live import Table

MOST_SHOWN = 8
MOST_EACH = 2
MANY = f"{MOST_EACH} tables of yours are in the list already; play there, or open this one by link only."
FULL = "That table has no free chair any more; there may be others in the list."
UNLISTED = "That table is not in the list: only those who have its link or code can sit down."


async def listed_tables(house: House, guest: str | None) -> list[Table]:
    """The listed tables with a chair for this guest, the newest first; none of hosts whom they don't read."""
    deaf = await house.ignoring.of(guest)
    found = [table for table in house.loaded() if _shown(table) and table.record.host not in deaf]
    fit = [table for table in found if not table.seats_of(guest) and not table.manners.sent_off(guest)]
    return sorted(fit, key=lambda table: -table.record.created)[:MOST_SHOWN]


def _shown(table: Table) -> bool:
    waits = table.record.listed and table.phase == "waiting" and not table.broken
    return waits and table.record.host in table.online() and free_chairs(table) > 0


def free_chairs(table: Table) -> int:
    return sum(seat.kind == "open" for seat in table.seats)


def may_list(house: House, guest: str, name: str) -> None:
    """Refused if somebody has enough tables in the list, or a name that strangers should not have to read."""
    refuse_rude(name)
    own = [table for table in house.loaded() if table.record.host == guest and table.record.listed]
    if sum(table.phase == "waiting" for table in own) >= MOST_EACH:
        raise Refused(MANY)


async def listed(house: House, table_id: str) -> Table:
    """A table where strangers may sit down; Refused if it isn't one, or is full."""
    table = await house.find(table_id)
    if not table.record.listed:
        raise NotFound(UNLISTED)
    if table.phase != "waiting" or not free_chairs(table):
        raise Refused(FULL)
    return table


async def take(house: House, table_id: str, guest: str, name: str, text: str | None) -> Table:
    """Sit down at a listed table, on the first chair that is free; whoever sits there already keeps their chair."""
    table = await listed(house, table_id)
    if table.seats_of(guest):
        return table
    for seat in [seat.number for seat in table.seats if seat.kind == "open"]:
        if table.seats[seat].kind == "open":
            await table.sit("", seat, guest, name, text)
            return table
    raise Refused(FULL)
