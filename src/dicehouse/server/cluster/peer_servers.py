"""Follow the changes of the other servers that share a database, and take over from those that end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Collection, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from dicehouse.errors import DicehouseError

from ..accounts.guest_merging import look_who
from ..storage.database import Database
from ..storage.store import Store, StoreFailed
from . import server_messages
from .server_messages import News

if TYPE_CHECKING:
    from ..live import Table
    from ..table_registry import TableRegistry

log = logging.getLogger("dicehouse.server")

ON_ITS_WAY = 1.0  # seconds that a message may take on a busy machine
REMOVED = sys.maxsize  # the revision of a table that was removed
NOT_KEPT = "This table was removed meanwhile."
NUMBERS = "SELECT id, revision FROM game_table WHERE id = ANY(string_to_array(?, ' '))"  # in the SQL of PostgreSQL


class Claims:
    """Remember which tasks this server does for all. Each is claimed once, until another server may have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mine: set[str] = set()
        self._others: set[str] = set()
        self._unknown = False

    async def mine(self, what: str) -> bool:
        """Return True if this server does the task `what`; claim it if that was not asked before."""
        if not self._store.shared or what in self._mine:
            return True
        if what in self._others:
            return False
        got = await self._store.claim(what)
        if got is None:
            self._unknown = True
            return False
        (self._mine if got else self._others).add(what)
        return got

    def ask_unknown(self) -> bool:
        """Return True if a claim failed since the last call, so that maybe no server does the task."""
        unknown, self._unknown = self._unknown, False
        return unknown

    async def free(self, what: str) -> None:
        """Let another server do the task `what`."""
        if what in self._mine:
            self._mine.discard(what)
            await self._store.free(what)

    def ask_again(self, what: str | None = None) -> None:
        """Forget that another server does the task `what`, or any task if None, because that server may have ended."""
        if what is None:
            self._others.clear()
        self._others.discard(what or "")

    def lost(self) -> None:
        """Forget all claims, because the other servers believe that this server has ended."""
        self._mine.clear()
        self._others.clear()


def read_numbers(db: Database, tables: Iterable[str]) -> dict[str, int]:
    """Return the revisions of `tables` by id, from one query; removed tables are left out."""
    return {str(name): int(number) for name, number in db.execute(NUMBERS, (" ".join(tables),))}


def bots_of(table: str) -> str:
    """Return the name under which a server claims the bots of `table`."""
    return f"bots:{table}"


class Neighbours:
    """Handle messages of other servers for a table registry, as its `Hearer`."""

    def __init__(self, house: TableRegistry) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def heard(self, said: News) -> None:
        if said.what == server_messages.CHANGED:
            for name, number in said.tables.items():
                table = self._house.at_hand(name)
                if table is not None and table.known < number:
                    self._start(self._catch_up(table, number))
        elif said.what == server_messages.REWRITTEN:
            self._house.chronicle.forgot_dice()
            for table in [one for one in self._house.loaded() if one.id in said.tables]:
                table.close(said.why)
        elif said.what == server_messages.JOINED:
            self._start(self._look_who(said.guests))
        elif said.what == server_messages.IGNORED:
            self._start(self._look_who(said.guests, lists_only=True))
        elif said.what == server_messages.FREED:
            self._house.claims.ask_again(bots_of(said.table))
            self._house.wake(said.table)
        else:
            table = self._house.at_hand(said.table)
            if table is not None:
                table.following.told(said)

    def gone(self, servers: set[int]) -> None:
        self._house.claims.ask_again()
        for table in self._house.loaded():
            table.following.gone(servers)
            self._house.wake(table.id)
        self._start(self._house.reviews.resume())

    def missed(self) -> None:
        self._house.claims.lost()
        self._house.chronicle.forgot_dice()
        self._start(self._look_who(self._house.ignoring.listing()))
        self._start(self._make_up())
        for table in self._house.loaded():
            table.following.tell()
            self._house.store.tell(News(server_messages.WHO, table=table.id))

    def look_round(self) -> None:
        """Catch up with changes that no message reported, or that could not be read then. Call it regularly."""
        if self._house.claims.ask_unknown():
            for table in self._house.loaded():
                self._house.wake(table.id)
        if self._house.store.shared and (self._looking is None or self._looking.done()):
            self._looking = self._start(self._make_up(ON_ITS_WAY))

    async def _make_up(self, wait: float = 0.0) -> None:
        """Catch up with the tables that are behind, after waiting `wait` seconds for messages that are on their way."""
        tables = {table.id: table for table in self._house.loaded() if not table.broken}
        try:
            numbers = await self._house.store.read(lambda db: read_numbers(db, tables)) if tables else {}
        except StoreFailed as error:
            log.warning("what other servers did could not be looked up: %s", error)
            return
        behind = {name: table for name, table in tables.items() if table.known < numbers.get(name, REMOVED)}
        if behind and wait:
            await asyncio.sleep(wait)
        for name, table in behind.items():
            if name in numbers:
                await self._catch_up(table, numbers[name], unheard=True)
            else:
                self._house.chronicle.forgot_dice()
                table.close(NOT_KEPT)

    def let_go(self, table: str) -> None:
        """Let other servers play for the bots of `table`, which left the memory of this server."""
        self._start(self._free(table))

    def rewritten(self, tables: Collection[str], why: str) -> None:
        """Tell other servers that what they know of `tables` is out of date, and `why`; their revisions say so, too."""
        if self._house.store.shared and tables:
            named = list(tables)
            for at in range(0, len(named), server_messages.MOST_TABLES):
                part = dict.fromkeys(named[at : at + server_messages.MOST_TABLES], 0)
                self._house.store.tell(News(server_messages.REWRITTEN, tables=part, why=why))

    async def _free(self, table: str) -> None:
        if self._house.store.shared:
            await self._house.claims.free(bots_of(table))
            self._house.store.tell(News(server_messages.FREED, table=table))

    async def _catch_up(self, table: Table, number: int, *, unheard: bool = False) -> None:
        try:
            await table.following.catch_up(number, unheard=unheard)
        except (StoreFailed, DicehouseError) as error:  # the next `look_round` tries again
            log.warning("table %s could not follow: %s", table.id, error)

    async def _look_who(self, guests: Collection[str], *, lists_only: bool = False) -> None:
        try:
            await (self._house.ignoring.anew(*guests) if lists_only else look_who(self._house, *guests))
        except StoreFailed as error:
            log.warning("who is who could not be looked up: %s", error)

    def _start(self, what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
