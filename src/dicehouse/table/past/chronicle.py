"""What a house remembers of the games that are over: whose they were, how they ended, and all their dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import results, thrown
from .looked import Looked, read_looked
from .results import Finished
from .thrown import Ledger, Totals

if TYPE_CHECKING:
    from ..house import House


class Chronicle:
    """The finished games of one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store
        self._ledger = Ledger()

    async def played(self, guest: str) -> list[Finished]:
        """All games of a guest that are over, the latest first."""
        found = await self._store.read(lambda db: results.read_finished(db, guest))
        missing = [each.table for each in found if each.result is None][: results.PAGE]
        for table_id in missing:  # the others are found in the background
            await self.find_result(table_id)
        return await self._store.read(lambda db: results.read_finished(db, guest)) if missing else found

    async def finished_of(self, guest: str, most: int, skip: int = 0) -> tuple[int, list[Finished]]:
        """How many games of a guest are over, and some of them, the latest first."""
        count, found = await self._store.read(
            lambda db: (results.count_finished(db, guest), results.read_finished(db, guest, most, skip))
        )
        missing = [each.table for each in found if each.result is None]
        for table_id in missing:
            await self.find_result(table_id)
        if missing:
            found = await self._store.read(lambda db: results.read_finished(db, guest, most, skip))
        return count, found

    async def find_result(self, table_id: str) -> None:
        """Look once how a game ended that was over before results were kept."""
        table = await self._house.if_it_opens(table_id)
        if table is not None and table.match is not None and table.match.over:
            await self._store.write(results.set_result(table_id, table.match, table.clock.minutes))

    async def looked(self, guest: str) -> dict[str, Looked]:
        """What kept reviews say of a guest's games, by their tables."""
        return await self._store.read(lambda db: read_looked(db, guest))

    async def dice(self) -> Totals:
        """All dice of the games that are over here."""
        return await self._store.read(self._ledger.read)

    async def dice_after(self, number: int, most: int) -> list[dict[str, Any]]:
        """The dice of so many games after the one of this number, one a row."""
        return await self._store.read(lambda db: thrown.details(db, number, most))

    def forgot_dice(self) -> None:
        """Finished games were removed: all dice are added up anew."""
        self._ledger = Ledger()
