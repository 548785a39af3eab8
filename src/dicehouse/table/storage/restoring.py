"""A table out of the store."""

from __future__ import annotations

import logging

from dicehouse.errors import DicehouseError

from .. import carrying
from ..carrying import Opened
from ..seats import Damaged, NotFound
from . import records
from .database import Database
from .store import StoreFailed

log = logging.getLogger("dicehouse.table")

NO_TABLE = "There is no such table; perhaps the address was cut short."
DAMAGED = "What the house kept of this table is damaged, so it can't be opened; other tables are not affected."


def restored(db: Database, table_id: str) -> Opened:
    """A table out of the store, with its match as it stands."""
    try:
        kept = records.read_table(db, table_id)
        if kept is None:
            raise NotFound(NO_TABLE)
        found = carrying.opened(db, kept)
        players = found.match.players if found.match else len(kept.seats)
        if [seat.number for seat in kept.seats] != list(range(players)):
            raise ValueError("seats are missing")
    except (DicehouseError, StoreFailed):
        raise
    except Exception as error:  # a damaged row can be wrong in any way; it costs this table, and no other
        log.error("table %s is damaged: %s: %s", table_id, type(error).__name__, error)
        raise Damaged(DAMAGED) from None
    return found
