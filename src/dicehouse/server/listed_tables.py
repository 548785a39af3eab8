"""List the tables that strangers can find: those whose hosts are waiting there now and want to be found.

A table leaves the list when its host leaves, so that nobody sits down at an empty table, and comes back with the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..i18n import _
from .accounts.names import refuse_rude
from .features.moderation import is_removed
from .internal_commands import SitDown
from .registry import Registry
from .seats import NotFound, Refused
from .table.change import Guest

if TYPE_CHECKING:
    from .live_table import Table

MOST_SHOWN = 8
MOST_EACH = 2
MANY = _("You already have {tables} public tables. Play there, or make this one invite-only.", tables=MOST_EACH)
FULL = _("That table has no open seat any more. There may be others in the list.")
UNLISTED = _("That table isn't public. You need its link or its code to sit down.")


async def listed_tables(registry: Registry, guest: str | None) -> list[Table]:
    """Return the listed tables with an open seat for `guest`, the newest first.

    Leave out the tables of hosts whom the guest has muted.
    """
    muted = await registry.ignoring.of(guest)
    found = [table for table in registry.loaded() if _shown(table) and table.state.record.host not in muted]
    fit = [table for table in found if not table.state.seats_of(guest) and not is_removed(table.state, guest)]
    return sorted(fit, key=lambda table: -table.state.record.created)[:MOST_SHOWN]


def _shown(table: Table) -> bool:
    waits = table.state.record.listed and table.state.phase == "waiting" and not table.broken
    return waits and table.state.record.host in table.readers.online() and free_chairs(table) > 0


def free_chairs(table: Table) -> int:
    return sum(seat.kind == "open" for seat in table.state.seats)


def may_list(registry: Registry, guest: str, name: str) -> None:
    """Raise Refused if `guest` has enough tables in the list, or if strangers should not have to read `name`."""
    refuse_rude(name)
    own = [table for table in registry.loaded() if table.state.record.host == guest and table.state.record.listed]
    if sum(table.state.phase == "waiting" for table in own) >= MOST_EACH:
        raise Refused(MANY)


async def listed(registry: Registry, table_id: str) -> Table:
    """Return a table where strangers may sit down. Raise NotFound if it is not listed, and Refused if it is full."""
    table = await registry.find(table_id)
    if not table.state.record.listed:
        raise NotFound(UNLISTED)
    if table.state.phase != "waiting" or not free_chairs(table):
        raise Refused(FULL)
    return table


async def take(registry: Registry, table_id: str, guest: str, name: str, text: str | None) -> Table:
    """Seat `guest` in the first open seat of a listed table, and return the table.

    A guest who has a seat there keeps it. `text` is what the browser adds to the dice. Raise NotFound or Refused as
    `listed` does.
    """
    table = await listed(registry, table_id)
    if table.state.seats_of(guest):
        return table
    for seat in [seat.number for seat in table.state.seats if seat.kind == "open"]:
        if table.state.seats[seat].kind == "open":
            await table.execute(Guest(guest), SitDown(seat, "", name, text))
            return table
    raise Refused(FULL)
