"""Restore a table from the store."""

from __future__ import annotations

import json
import logging
from typing import get_args

from dicehouse.errors import DicehouseError

from ...i18n import _
from .. import match_restore
from ..match_restore import Opened
from ..seats import Damaged, NotFound
from . import table_records
from .database import Database
from .store import StoreFailed
from .table_records import Kept, SeedOrigin

log = logging.getLogger("dicehouse.server")

ASKING_PARTS = 4  # seat, entries, target, agreed: see features/undo.py
NO_TABLE = _("There is no such table. The address may be incomplete.")
DAMAGED = _("The data of this table is damaged, so it can't be opened. Other tables are not affected.")


def restored(db: Database, table_id: str) -> Opened:
    """Return the table `table_id` from the store, with its match at its last position.

    Raise NotFound if there is no such table, Damaged if its rows are damaged, BadMatch if its match can't be restored.
    """
    try:
        kept = table_records.read_table(db, table_id)
        if kept is None:
            raise NotFound(NO_TABLE)
        _check_values(kept)
        found = match_restore.opened(db, kept)
        players = found.match.players if found.match else len(kept.seats)
        if [seat.number for seat in kept.seats] != list(range(players)):
            raise ValueError("seats are missing")
    except (DicehouseError, StoreFailed):
        raise
    except Exception as error:  # damaged rows can raise anything, and must not affect other tables
        log.error("table %s is damaged: %s: %s", table_id, type(error).__name__, error)
        raise Damaged(DAMAGED) from None
    return found


def _check_values(kept: Kept) -> None:
    """Raise ValueError if a value is damaged that is read only later, for a page."""
    if not isinstance(kept.table.settings, dict):
        raise ValueError("the settings aren't an object")
    if not 0 <= kept.table.revision < table_records.LAST_REVISION:
        raise ValueError("the revision is out of range")
    if kept.table.asking is not None and len(json.loads(kept.table.asking)) != ASKING_PARTS:
        raise ValueError("the request for a take-back has the wrong fields")
    if any(seat.drawn_by not in (None, *get_args(SeedOrigin)) for seat in kept.seats):
        raise ValueError("the client seed of a seat has an unknown origin")
