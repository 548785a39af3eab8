"""The other servers that share a house: it hears of what they change, and takes over from those that end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Collection, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from dicehouse.errors import DicehouseError

from ..people.merging import look_who
from ..storage.database import Database
from ..storage.store import Store, StoreFailed
from . import news
from .news import News

if TYPE_CHECKING:
    from ..house import House
    from ..live import Table

log = logging.getLogger("dicehouse.table")

ON_ITS_WAY = 1.0  # seconds that news of a change may take on a busy machine
REMOVED = sys.maxsize  # changes of a table that is not kept any more
NOT_KEPT = "This table was removed meanwhile."
NUMBERS = "SELECT id, revision FROM game_table WHERE id = ANY(string_to_array(?, ' '))"  # in PostgreSQL's words


class Claims:
    """What this server does for all of them: it is asked once, and remembered until another server may have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mine: set[str] = set()
        self._others: set[str] = set()
        self._unknown = False

    async def mine(self, what: str) -> bool:
        """Whether it is ours to do, now that somebody has to."""
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
        """Whether something could not be claimed since this was asked last, so that nobody may be doing it."""
        unknown, self._unknown = self._unknown, False
        return unknown

    async def free(self, what: str) -> None:
        """Another server may do it."""
        if what in self._mine:
            self._mine.discard(what)
            await self._store.free(what)

    def ask_again(self, what: str | None = None) -> None:
        """Whoever did it (or anything) may have ended."""
        if what is None:
            self._others.clear()
        self._others.discard(what or "")

    def lost(self) -> None:
        """The others hold this server for dead: nothing is its own."""
        self._mine.clear()
        self._others.clear()


def read_numbers(db: Database, tables: Iterable[str]) -> dict[str, int]:
    """How often each of these tables was changed, all in one question; none is named that is not kept any more."""
    return {str(name): int(number) for name, number in db.execute(NUMBERS, (" ".join(tables),))}


def bots_of(table: str) -> str:
    """The name under which a server claims the bots of a table."""
    return f"bots:{table}"


class Neighbours:
    """The `Hearer` of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def heard(self, said: News) -> None:
        if said.what == news.CHANGED:
            for name, number in said.tables.items():
                table = self._house.at_hand(name)
                if table is not None and table.known < number:
                    self._start(self._catch_up(table, number))
        elif said.what == news.REWRITTEN:
            self._house.chronicle.forgot_dice()
            for table in [one for one in self._house.loaded() if one.id in said.tables]:
                table.close(said.why)
        elif said.what == news.JOINED:
            self._start(self._look_who(said.guests))
        elif said.what == news.IGNORED:
            self._start(self._look_who(said.guests, lists_only=True))
        elif said.what == news.FREED:
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
            self._house.store.tell(News(news.WHO, table=table.id))

    def look_round(self) -> None:
        """Make up for what no line told, or could not be read when one did. Call it now and then."""
        if self._house.claims.ask_unknown():
            for table in self._house.loaded():
                self._house.wake(table.id)
        if self._house.store.shared and (self._looking is None or self._looking.done()):
            self._looking = self._start(self._make_up(ON_ITS_WAY))

    async def _make_up(self, wait: float = 0.0) -> None:
        """Catch up with the tables that are behind, after so many seconds in which somebody may still tell of it."""
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
        """A table leaves the memory here: others may play for its bots."""
        self._start(self._free(table))

    def rewritten(self, tables: Collection[str], why: str) -> None:
        """What other servers know of these tables is not true any more; their numbers say so, too."""
        if self._house.store.shared and tables:
            named = list(tables)
            for at in range(0, len(named), news.MOST_TABLES):
                part = dict.fromkeys(named[at : at + news.MOST_TABLES], 0)
                self._house.store.tell(News(news.REWRITTEN, tables=part, why=why))

    async def _free(self, table: str) -> None:
        if self._house.store.shared:
            await self._house.claims.free(bots_of(table))
            self._house.store.tell(News(news.FREED, table=table))

    async def _catch_up(self, table: Table, number: int, *, unheard: bool = False) -> None:
        try:
            await table.following.catch_up(number, unheard=unheard)
        except (StoreFailed, DicehouseError) as error:  # the next look round tries again
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
