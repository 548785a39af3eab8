"""What a newer house wants to know of games that ended before it: worked out once, in the background, and kept."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import carrying
from ..storage import records
from ..storage.database import Database, Statement
from ..storage.store import StoreFailed
from . import results, thrown

if TYPE_CHECKING:
    from ..house import House

log = logging.getLogger("dicehouse.table")

PAUSE = 0.02  # seconds between two tables: whoever plays comes first


async def catch_up(house: House) -> None:
    """Count the dice of all games that nobody has counted, find the results that nobody has kept, and write down the
    moments of matches that are older than that, while the rules can still replay them.
    """
    if not await house.store.claim("counting"):
        return  # another server does it
    try:
        for table, whole in await house.store.read(results.incomplete):
            if whole:
                await house.chronicle.find_result(table)
            else:
                await house.store.write(*await house.store.read(lambda db, at=table: results.set_minutes(db, at)))  # type: ignore[misc]  # mypy types no default of a lambda
            await asyncio.sleep(PAUSE)
        for table, ended in await house.store.read(thrown.uncounted):
            await house.store.write(*await house.store.read(lambda db, at=(table, ended): _counted(db, *at)))  # type: ignore[misc]  # mypy types no default of a lambda
            await asyncio.sleep(PAUSE)
        for table in await house.store.read(records.read_without_moments):
            rows = await house.store.read(lambda db, at=table: _moments(db, at))  # type: ignore[misc]  # mypy types no default of a lambda
            if rows:
                await house.store.write(*rows)
            await asyncio.sleep(PAUSE)
    except (StoreFailed, sqlite3.Error) as error:  # the house closes, or its disk is full: next time
        log.info("the archive was not counted to its end: %s", error)


def _counted(db: Database, table: str, ended: float) -> list[Statement]:
    """The dice of a kept table; nothing if what is kept of it is damaged, which `dicehouse audit` tells."""
    try:
        kept = records.read_table(db, table)
        return [] if kept is None else [thrown.count(table, kept.table.game, ended, thrown.of_kept(db, kept))]
    except Exception as error:  # a damaged row can be wrong in any way, and must not hide the others
        log.error("the dice of table %s can't be counted: %s", table, error)
        return []


def _moments(db: Database, table: str) -> Sequence[Statement]:
    """The moments of a kept match, if the rules of today are still those that it was played by."""
    try:
        kept = records.read_table(db, table)
        return [] if kept is None else carrying.moments_of(kept)
    except Exception as error:  # as above
        log.info("the moments of table %s can't be written down: %s", table, error)
        return []
