"""One table at several servers: what the others did to it is done here, too, and their people are seen from here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.saved import HOUSE

from ..carrying import Opened
from ..storage import records
from ..storage.records import Entry, Kept
from ..storage.store import Store
from . import news
from .news import News

if TYPE_CHECKING:
    from ..live import Table

log = logging.getLogger("dicehouse.table")
Restore = Callable[[str], Awaitable[Opened]]  # a table out of the store, by its id


async def _nothing() -> None:
    pass


class Following:
    """What a table needs to be the same at every server."""

    def __init__(self, table: Table, store: Store, restore: Restore | None) -> None:
        self._table = table
        self._store = store
        self._restore = restore
        self._elsewhere: dict[int, tuple[set[str], int]] = {}  # by server: who has the board open there

    # who is at other servers ------------------------------------------------------------------------------------

    def connected(self) -> set[str]:
        """The guests who sit here and have the board open by way of another server."""
        return set[str]().union(*(guests for guests, _ in self._elsewhere.values())) if self._elsewhere else set()

    def watching(self) -> int:
        """How many others look on by way of another server."""
        return sum(watching for _, watching in self._elsewhere.values())

    def tell(self) -> None:
        """Let other servers know who has the board open here."""
        if self._store.shared:
            table = self._table
            known = {g for g in table.connected_here() if table.seats_of(g) or table.is_host(g)}
            self._store.tell(News(news.HERE, table=table.id, guests=sorted(known), watching=table.watching_here()))

    def tell_of(self, what: str, guest: str, *others: str, bot: str = "", wait: float = 0.0, seal: str = "") -> None:
        """Let other servers know what was done about somebody, so that their people see it, too."""
        if self._store.shared:
            told = News(what, table=self._table.id, guests=[guest, *others], bot=bot, wait=wait, seal=seal)
            self._store.tell(told)

    def told(self, said: News) -> None:
        """Another server speaks of the people at this table."""
        table = self._table
        if said.what == news.WHO:
            if table.listeners:
                self.tell()
            table.rematch.tell()
        elif said.what == news.SEALED:
            table.rematch.told(said.guests[0], said.seal)
        elif said.what == news.HERE:
            self._set(said.server, (set(said.guests), said.watching))
        elif said.guests:
            self._mirror(said, *said.guests)
            self._show()

    def _mirror(self, said: News, guest: str, *others: str) -> None:
        """What another server did about one of the people."""
        presence = self._table.presence
        match said.what:
            case news.LOOKED:
                presence.looked(guest)
            case news.HEARD:
                presence.answered(guest)
            case news.NUDGED:
                presence.nudge(guest)
            case news.ASKED:
                presence.ask(guest, said.wait, _nothing)  # the other server does what is to be done then
            case news.AGREED:
                for other in others:
                    presence.agree(guest, other, said.bot)

    def gone(self, servers: set[int]) -> None:
        """Other servers ended, and the lines of their people with them."""
        for server in servers & set(self._elsewhere):
            self._set(server, (set(), 0))

    def _set(self, server: int, here: tuple[set[str], int]) -> None:
        table, before = self._table, self._table.connected()
        self._elsewhere[server] = here
        if here == (set(), 0):
            del self._elsewhere[server]
        for guest in table.connected() - before:
            table.presence.came(guest)
        for guest in before - table.connected():
            table.presence.left(guest)
        self._show()

    def _show(self) -> None:
        self._table.roster += 1
        self._table.publish_soon()

    # what other servers did -------------------------------------------------------------------------------------

    async def abreast(self) -> None:
        """Know of all that is written of the table by now."""
        if self._store.shared:
            table = self._table
            if await self._store.read(lambda db: records.read_revision(db, table.id)) > table.known:
                await self.catch_up()

    async def catch_up(self, number: int | None = None, *, unheard: bool = False) -> None:
        """Do what other servers have done; nothing if their change of this number is known already.

        `unheard`: nobody told of it, so it may also be that what was written before was rewritten.
        """
        table = self._table
        async with table.lock:
            if table.broken or (number is not None and number <= table.known):
                return
            entries, lines = table.written[0], 0 if unheard else table.written[1]
            found = await self._store.read(lambda db: records.read_table(db, table.id, entries, lines))
            if found is None or found.table.revision <= table.known:
                return
            try:
                self._repeat(self._added(found) if unheard else found)
            except Exception as error:  # something else than a few moves: begin with all of it
                log.info("table %s is read anew: %s: %s", table.id, type(error).__name__, error)
                await self.look_again()
            await table.time.learn_hours()
            table.publish()

    def _added(self, found: Kept) -> Kept:
        """A table that was read with all of its chat, without the lines that are known."""
        known = self._table.chat
        if list(found.chat[: len(known)]) != known:
            raise ValueError("lines were rewritten")
        return replace(found, chat=found.chat[len(known) :])

    def _repeat(self, found: Kept) -> None:
        """What was added to the table, played on the match in memory."""
        table = self._table
        if found.table.header != table.record.header:
            raise ValueError("the game has begun, or somebody's name was taken out of it")
        for entry in found.entries:
            self._play(entry)
        table.add(found)
        heard = [*(entry.seat for entry in found.entries if not entry.ordered), *(line.seat for line in found.chat)]
        for guest in {table.seats[seat].guest for seat in heard if seat is not None}:
            if guest is not None and table.presence.missed(guest):
                table.presence.answered(guest)

    def _play(self, entry: Entry) -> None:
        match = self._table.playing()
        if entry.seat == HOUSE:
            raise ValueError("the match goes on by other rules")
        if entry.kind == "act":
            outcome = (entry.outcome or {}) if match.game.engine else None
            match.play(entry.seat, entry.option or "", outcome)
            played = match.actions[-1]
            if tuple(zip(played.draws, played.sides, strict=True)) != entry.draws:
                raise ValueError("the dice are not those that were written down")
        else:
            match.undo(entry.seat)
        if match.number != entry.number_after:
            raise ValueError("the match went another way")

    async def look_again(self) -> None:
        """Be what the store has. Lock held; whoever calls shows it."""
        table, restore = self._table, self._restore
        assert restore is not None, "no other server can have been faster"
        found = await restore(table.id)
        table.take(found.kept, found.match)
        table.begin_anew()
