"""Follow the changes of the other servers that share a database, and take over from those that end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Collection, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from dicehouse.errors import DicehouseError

from ...i18n import _
from ..accounts.guest_merging import look_who
from ..registry import Registry
from ..storage.database import Database
from ..storage.store import StoreFailed
from . import server_messages
from .claims import bots_of
from .remote_changes import catch_up, forget_servers, hear_news
from .server_messages import News

if TYPE_CHECKING:
    from ..live_table import Table

log = logging.getLogger("dicehouse.server")

ON_ITS_WAY = 1.0  # seconds that a message may take on a busy machine
REMOVED = sys.maxsize  # the revision of a table that was removed
NOT_KEPT = _("This table was removed.")
NUMBERS = "SELECT id, revision FROM game_table WHERE id = ANY(string_to_array(?, ' '))"  # in the SQL of PostgreSQL


def read_numbers(db: Database, tables: Iterable[str]) -> dict[str, int]:
    """Return the revisions of `tables` by id, from one query; removed tables are left out."""
    return {str(name): int(number) for name, number in db.execute(NUMBERS, (" ".join(tables),))}


class Neighbours:
    """Handle messages of other servers for a table registry, as its `Hearer`."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def heard(self, said: News) -> None:
        if said.what == server_messages.CHANGED:
            for name, number in said.tables.items():
                table = self._registry.at_hand(name)
                if table is not None and table.state.revision < number:
                    self._start(self._catch_up(table, number))
        elif said.what == server_messages.REWRITTEN:
            self._registry.chronicle.forgot_dice()
            for table in [one for one in self._registry.loaded() if one.id in said.tables]:
                table.close(said.why)
        elif said.what == server_messages.JOINED:
            self._start(self._look_who(said.guests))
        elif said.what == server_messages.IGNORED:
            self._start(self._look_who(said.guests, lists_only=True))
        elif said.what == server_messages.FREED:
            self._registry.claims.ask_again(bots_of(said.table))
            self._registry.wake(said.table)
        else:
            table = self._registry.at_hand(said.table)
            if table is not None:
                hear_news(table, self._registry.store, said)

    def gone(self, servers: set[int]) -> None:
        self._registry.claims.ask_again()
        for table in self._registry.loaded():
            forget_servers(table, servers)
            self._registry.wake(table.id)
        self._start(self._registry.reviews.resume())

    def missed(self) -> None:
        self._registry.claims.lost()
        self._registry.chronicle.forgot_dice()
        self._start(self._look_who(self._registry.ignoring.listing()))
        self._start(self._make_up())
        for table in self._registry.loaded():
            if self._registry.store.shared:
                self._registry.store.tell(table.readers.here(table.state))
            self._registry.store.tell(News(server_messages.WHO, table=table.id))

    def look_round(self) -> None:
        """Catch up with changes that no message reported, or that could not be read then. Call it regularly."""
        if self._registry.claims.ask_unknown():
            for table in self._registry.loaded():
                self._registry.wake(table.id)
        if self._registry.store.shared and (self._looking is None or self._looking.done()):
            self._looking = self._start(self._make_up(ON_ITS_WAY))

    async def _make_up(self, wait: float = 0.0) -> None:
        """Catch up with the tables that are behind, after waiting `wait` seconds for messages that are on their way."""
        tables = {table.id: table for table in self._registry.loaded() if not table.broken}
        try:
            numbers = await self._registry.store.read(lambda db: read_numbers(db, tables)) if tables else {}
        except StoreFailed as error:
            log.warning("reading the changes of other servers failed: %s", error)
            return
        behind = {name: table for name, table in tables.items() if table.state.revision < numbers.get(name, REMOVED)}
        if behind and wait:
            await asyncio.sleep(wait)
        for name, table in behind.items():
            if name in numbers:
                await self._catch_up(table, numbers[name], unheard=True)
            else:
                self._registry.chronicle.forgot_dice()
                table.close(NOT_KEPT)

    def let_go(self, table: str) -> None:
        """Let other servers play for the bots of `table`, which left the memory of this server."""
        self._start(self._free(table))

    def rewritten(self, tables: Collection[str], why: str) -> None:
        """Tell other servers that what they know of `tables` is out of date, and `why`; their revisions say so, too."""
        if self._registry.store.shared and tables:
            named = list(tables)
            for at in range(0, len(named), server_messages.MOST_TABLES):
                part = dict.fromkeys(named[at : at + server_messages.MOST_TABLES], 0)
                self._registry.store.tell(News(server_messages.REWRITTEN, tables=part, why=why))

    async def _free(self, table: str) -> None:
        if self._registry.store.shared:
            await self._registry.claims.free(bots_of(table))
            self._registry.store.tell(News(server_messages.FREED, table=table))

    async def _catch_up(self, table: Table, number: int, *, unheard: bool = False) -> None:
        try:
            await catch_up(table, self._registry.store, number, unheard=unheard)
        except (StoreFailed, DicehouseError) as error:  # the next `look_round` tries again
            log.warning("table %s couldn't apply changes of another server: %s", table.id, error)

    async def _look_who(self, guests: Collection[str], *, lists_only: bool = False) -> None:
        try:
            await (self._registry.ignoring.reload(*guests) if lists_only else look_who(self._registry, *guests))
        except StoreFailed as error:
            log.warning("reading linked guests failed: %s", error)

    def _start(self, what: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
