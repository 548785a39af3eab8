"""Look up finished games: who played them, how they ended, and all their dice."""

from __future__ import annotations

from typing import Any

from ..registry import Registry
from . import dice_counts, match_results
from .dice_counts import Ledger, Totals
from .match_results import Finished
from .review_statistics import Looked, read_looked


class Chronicle:
    """Look up the finished games of a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._ledger = Ledger()

    async def played(self, guest: str) -> list[Finished]:
        """Return all finished games of `guest`, the latest first. Find results that are missing on the first page."""
        found = await self._store.read(lambda db: match_results.read_finished(db, guest))
        missing = [each.table for each in found if each.result is None][: match_results.PAGE]
        for table_id in missing:  # the others are found in the background
            await self.find_result(table_id)
        return await self._store.read(lambda db: match_results.read_finished(db, guest)) if missing else found

    async def finished_of(self, guest: str, most: int, skip: int = 0) -> tuple[int, list[Finished]]:
        """Return how many finished games `guest` has, and up to `most` of them after `skip`, the latest first."""
        count, found = await self._store.read(
            lambda db: (match_results.count_finished(db, guest), match_results.read_finished(db, guest, most, skip))
        )
        missing = [each.table for each in found if each.result is None]
        for table_id in missing:
            await self.find_result(table_id)
        if missing:
            found = await self._store.read(lambda db: match_results.read_finished(db, guest, most, skip))
        return count, found

    async def find_result(self, table_id: str) -> None:
        """Find and store the result of a game that ended before results were stored."""
        table = await self._registry.if_it_opens(table_id)
        if table is None or (match := table.state.match) is None or not match.over:
            return
        minutes = table.state.history.play_time.minutes
        await self._store.write(match_results.set_result(table_id, match, minutes))

    async def looked(self, guest: str) -> dict[str, Looked]:
        """Return what stored reviews say of the games of `guest`, by table."""
        return await self._store.read(lambda db: read_looked(db, guest))

    async def dice(self) -> Totals:
        """Return the sum of all dice of the finished games."""
        return await self._store.read(self._ledger.read)

    async def first_dice_after(self, number: int) -> int | None:
        """Return the first number of a counted game after `number`; None if there is none."""
        return await self._store.read(lambda db: dice_counts.first_after(db, number))

    async def dice_after(self, number: int, most: int) -> list[dict[str, Any]]:
        """Return the dice of the counted games numbered from `number` + 1 to `number` + `most`, one row for each."""
        return await self._store.read(lambda db: dice_counts.details(db, number, most))

    def forgot_dice(self) -> None:
        """Add up all dice again, because finished games were removed."""
        self._ledger = Ledger()
