"""Repeat at one table what other servers did to it, and know which of its guests are connected there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.match.history import RULE_CHANGE_SEAT

from ..match_restore import Opened
from ..storage import table_records
from ..storage.store import Store
from ..storage.table_records import Entry, Kept
from . import server_messages
from .server_messages import News

if TYPE_CHECKING:
    from ..live import Table

log = logging.getLogger("dicehouse.server")
Restore = Callable[[str], Awaitable[Opened]]  # restores a table from the store, by its id


async def _nothing() -> None:
    pass


class Following:
    """Keep a table the same at every server."""

    def __init__(self, table: Table, store: Store, restore: Restore | None) -> None:
        self._table = table
        self._store = store
        self._restore = restore
        self._elsewhere: dict[int, tuple[set[str], int]] = {}  # by server: its guests, and how many spectators

    # who is at other servers ------------------------------------------------------------------------------------

    def connected(self) -> set[str]:
        """Return the guests who sit here and have the table open through another server."""
        return set[str]().union(*(guests for guests, _ in self._elsewhere.values())) if self._elsewhere else set()

    def watching(self) -> int:
        """Return the number of spectators who are connected to other servers."""
        return sum(watching for _, watching in self._elsewhere.values())

    def tell(self) -> None:
        """Tell other servers who has the table open here."""
        if self._store.shared:
            table = self._table
            known = {g for g in table.connected_here() if table.seats_of(g) or table.is_host(g)}
            self._store.tell(
                News(server_messages.HERE, table=table.id, guests=sorted(known), watching=table.watching_here())
            )

    def tell_of(self, what: str, guest: str, *others: str, bot: str = "", wait: float = 0.0, seal: str = "") -> None:
        """Tell other servers what was done about `guest`, so that people there see it, too.

        `what` is a kind of message, and `others`, `bot`, `wait` and `seal` are its details: see `server_messages.News`.
        """
        if self._store.shared:
            told = News(what, table=self._table.id, guests=[guest, *others], bot=bot, wait=wait, seal=seal)
            self._store.tell(told)

    def told(self, said: News) -> None:
        """Handle a message of another server about the people at this table."""
        table = self._table
        if said.what == server_messages.WHO:
            if table.listeners:
                self.tell()
            table.rematch.tell()
        elif said.what == server_messages.SEALED:
            table.rematch.told(said.guests[0], said.seal)
        elif said.what == server_messages.HERE:
            self._set(said.server, (set(said.guests), said.watching))
        elif said.guests:
            self._mirror(said, *said.guests)
            self._show()

    def _mirror(self, said: News, guest: str, *others: str) -> None:
        """Repeat what another server did about `guest`; `others` are guests who agreed to it."""
        presence = self._table.presence
        match said.what:
            case server_messages.LOOKED:
                presence.looked(guest)
            case server_messages.HEARD:
                presence.answered(guest)
            case server_messages.NUDGED:
                presence.nudge(guest)
            case server_messages.ASKED:
                presence.ask(guest, said.wait, _nothing)  # the other server acts when the time is up
            case server_messages.AGREED:
                for other in others:
                    presence.agree(guest, other, said.bot)

    def gone(self, servers: set[int]) -> None:
        """Forget the people who were connected to `servers`, which have ended."""
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
        """Catch up with everything that the store has of the table by now."""
        if self._store.shared:
            table = self._table
            if await self._store.read(lambda db: table_records.read_revision(db, table.id)) > table.known:
                await self.catch_up()

    async def catch_up(self, number: int | None = None, *, unheard: bool = False) -> None:
        """Repeat what other servers have done; do nothing if revision `number` is known already.

        `unheard` says that no message reported the change, so that older rows may have been rewritten as well.
        """
        table = self._table
        async with table.lock:
            if table.broken or (number is not None and number <= table.known):
                return
            entries, lines = table.written[0], 0 if unheard else table.written[1]
            found = await self._store.read(lambda db: table_records.read_table(db, table.id, entries, lines))
            if found is None or found.table.revision <= table.known:
                return
            try:
                self._repeat(self._added(found) if unheard else found)
            except Exception as error:  # more than a few moves: read the whole table
                log.info("table %s is read anew: %s: %s", table.id, type(error).__name__, error)
                await self.look_again()
            await table.time.learn_hours()
            table.publish()

    def _added(self, found: Kept) -> Kept:
        """Return `found`, which was read with all of its chat, without the lines that are known here.

        Raise ValueError if those lines were rewritten.
        """
        known = self._table.chat
        if list(found.chat[: len(known)]) != known:
            raise ValueError("lines were rewritten")
        return replace(found, chat=found.chat[len(known) :])

    def _repeat(self, found: Kept) -> None:
        """Play the new entries of `found` on the match in memory, and add its other rows to the table.

        Raise ValueError if they don't fit, such as when the match has just begun; then the table must be read again.
        """
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
        if entry.seat == RULE_CHANGE_SEAT:
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
        """Read the whole table again from the store, with the lock held; the caller shows it to its readers."""
        table, restore = self._table, self._restore
        assert restore is not None, "no other server can have been faster"
        found = await restore(table.id)
        table.take(found.kept, found.match)
        table.begin_anew()
