"""Work out in the background, once, what older servers did not store of finished games."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from functools import partial

from .. import match_restore
from ..registry import Registry
from ..storage import table_records
from ..storage.database import Database, Statement
from ..storage.store import StoreFailed
from . import dice_counts, match_results

log = logging.getLogger("dicehouse.server")

PAUSE = 0.02  # seconds between two tables, so that games in progress come first


async def catch_up(registry: Registry) -> None:
    """Count the dice of finished games, find their results and store their snapshots, wherever these are missing.

    Snapshots can be stored only if today's rules can still replay the match. Do nothing if another server is at work.
    """
    if not await registry.store.claim("counting"):
        return  # another server does it
    try:
        for table, whole in await registry.store.read(match_results.incomplete):
            if whole:
                await registry.chronicle.find_result(table)
            else:
                rows = await registry.store.read(partial(match_results.set_minutes, table=table))
                await registry.store.write(*rows)
            await asyncio.sleep(PAUSE)
        for table, ended in await registry.store.read(dice_counts.uncounted):
            await registry.store.write(*await registry.store.read(partial(_counted, table=table, ended=ended)))
            await asyncio.sleep(PAUSE)
        for table in await registry.store.read(table_records.read_without_moments):
            moments = await registry.store.read(partial(_moments, table=table))
            if moments:
                await registry.store.write(*moments)
            await asyncio.sleep(PAUSE)
    except (StoreFailed, sqlite3.Error) as error:  # the server closes, or its disk is full: the next start continues
        log.info("counting the archive stopped: %s", error)


def _counted(db: Database, table: str, ended: float) -> list[Statement]:
    """Return the statement that stores the dice counts of a table, whose game ended at `ended`.

    Return none if the stored table is damaged, which `dicehouse audit` reports.
    """
    try:
        kept = table_records.read_table(db, table)
        return [] if kept is None else [dice_counts.count(table, kept.table.game, ended, dice_counts.of_kept(db, kept))]
    except Exception as error:  # damaged data can raise anything, and must not stop the other tables
        log.error("the dice of table %s can't be counted: %s", table, error)
        return []


def _moments(db: Database, table: str) -> Sequence[Statement]:
    """Return the statements that store the snapshots of a match; none if it can't be replayed by today's rules."""
    try:
        kept = table_records.read_table(db, table)
        return [] if kept is None else match_restore.moments_of(kept)
    except Exception as error:  # as above
        log.info("the positions of table %s can't be saved: %s", table, error)
        return []
