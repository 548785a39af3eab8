"""What a newer house wants to know of games that ended before it: worked out once, in the background, and kept."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import TYPE_CHECKING

from . import records, results, thrown
from .store import Statement, StoreFailed

if TYPE_CHECKING:
    from .house import House

log = logging.getLogger("dicehouse.table")

PAUSE = 0.02  # seconds between two tables: whoever plays comes first


async def catch_up(house: House) -> None:
    """Count the dice of all games that nobody has counted, and find the results that nobody has kept."""
    try:
        for table, whole in await house.store.read(results.incomplete):
            if whole:
                await house.find_result(table)
            else:
                await house.store.write(await house.store.read(lambda db, at=table: _minutes(db, at)))  # type: ignore[misc]
            await asyncio.sleep(PAUSE)
        for table, ended in await house.store.read(thrown.uncounted):
            await house.store.write(*await house.store.read(lambda db, at=(table, ended): _counted(db, *at)))  # type: ignore[misc]
            await asyncio.sleep(PAUSE)
    except (StoreFailed, RuntimeError, sqlite3.Error) as error:  # the house closes, or its disk is full: next time
        log.info("the archive was not counted to its end: %s", error)


def _minutes(db: sqlite3.Connection, table: str) -> Statement:
    return results.set_minutes(table, results.minutes_at(db, table))


def _counted(db: sqlite3.Connection, table: str, ended: float) -> list[Statement]:
    """The dice of a kept table; nothing if what is kept of it is damaged, which `dicehouse audit` tells."""
    try:
        kept = records.read_table(db, table)
        return [] if kept is None else [thrown.count(table, kept.table.game, ended, thrown.of_kept(kept))]
    except Exception as error:  # a damaged row can be wrong in any way, and must not hide the others
        log.error("the dice of table %s can't be counted: %s", table, error)
        return []
