"""Change a table, one command after another, and show what is committed.

Every command is worked out on the state, committed to the store, and only then shown. If the commit fails, the state is
still the one before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dicehouse.core import Game
from dicehouse.errors import DicehouseError

from ..i18n import _
from .cluster import server_messages
from .cluster.server_messages import News
from .debounce import Debounce
from .feature_table import decide, next_due, with_lasting_parts
from .features import clocks, substitutes
from .internal_commands import NoteArrival, TakeOver
from .readers import Listener, Readers
from .seats import Keyring, Refused
from .snapshot import Snapshot, Snapshots
from .storage.store import Conflict, Store, StoreFailed
from .table.change import Actor, Change, Context, Grace, Guest, Server
from .table.moves import MOVED_ON
from .table.state import TableState

log = logging.getLogger("dicehouse.server")

BROKEN = _("The server couldn't save this table just now. Nothing was lost. Reload the page.")
MAX_ATTEMPTS = 9
READERS_A_SECOND = 1000  # who are told who came and went


@dataclass(slots=True)
class Services:
    """Hold what a server offers to its tables."""

    store: Store
    keyring: Keyring
    bots_at: Callable[[Game, int], Sequence[str]]  # the bots that may play a game with so many players
    load: Callable[[str], Awaitable[TableState]]  # reads a table from the store
    wall: Callable[[], float] = time.time  # seconds since 1970
    call_at: Callable[[float], None] = lambda due: None  # has the tables' clock look at that time (seconds since 1970)
    grace: Grace = field(default_factory=Grace)


class Table:
    """Hold one table in memory; `state` is what is committed."""

    def __init__(self, state: TableState, services: Services) -> None:
        self.id = state.id
        self.game = state.game
        self.state = state
        self.lock = asyncio.Lock()
        self.readers = Readers(services.grace)
        self.snapshots = Snapshots()
        self.broken = False
        self.last_used = time.monotonic()
        self.after_change: list[Callable[[], None]] = []
        self.after_loss: list[Callable[[str, float], None]] = []
        self._services = services
        self._publishing = Debounce(self.publish, self.lock.locked)
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._shown_here: tuple[set[str], set[str]] = (set(), set())

    # changing: the one way ------------------------------------------------------------------------------------------

    async def execute(self, actor: Actor, command: object) -> Any:
        """Carry out a command of `actor`, and return its answer.

        Raise Refused, or another DicehouseError, if the table does not do that; then nothing has changed. If another
        server was faster, what it did is read and the command is tried again: usually it still fits.
        """
        if isinstance(actor, Guest):
            self._note_request(actor.id)
        for _attempt in range(MAX_ATTEMPTS):
            async with self.lock:
                if self.broken:
                    raise Refused(BROKEN)
                self.last_used = time.monotonic()
                try:
                    state = await clocks.read_hours(self.state, self._services.store.read)
                except StoreFailed as error:
                    raise self._failed(error) from None
                change = decide(state, command, self.context(actor))
                if await self._commit(change):
                    self._announce(change, state)
                    if isinstance(command, TakeOver):  # the loop may have called a moment too early
                        self.set_timers()
                    self.publish()
                    return change.answer
        raise Refused(MOVED_ON, stale=True)

    async def _commit(self, change: Change) -> bool:
        """Store a change, and make its state the table's; False if another server was faster, whose state it is now."""
        store = self._services.store
        try:
            if change.rows:
                await store.change(self.id, self.state.revision, *change.rows)
                change.count_revision()
            self.state = await self._read() if change.reload else change.state
        except Conflict:
            await self.reload()
            return False
        except StoreFailed as error:
            raise self._failed(error) from None
        except BaseException:  # nobody knows if it was written: the next visitor finds what the store has
            self.close(BROKEN)
            raise
        return True

    def _failed(self, error: StoreFailed) -> Refused:
        """Close the table, because the store failed, and return the error for the sender of the command."""
        log.error("table %s: a commit failed: %s", self.id, error)
        self.close(BROKEN)
        return Refused(BROKEN)

    async def reload(self) -> None:
        """Read the table from the store, and show it; call this with the lock held."""
        try:
            state = await self._read()
        except (StoreFailed, DicehouseError):
            self.close(BROKEN)
            raise Refused(BROKEN) from None
        self.replace(state)

    async def _read(self) -> TableState:
        """Return the table as it is in the store, with what only the memory knows, and the hours of its players."""
        state = with_lasting_parts(await self._services.load(self.id), self.state)
        return await clocks.read_hours(state, self._services.store.read)

    def replace(self, state: TableState) -> None:
        """Make `state`, which is in the store already, the table's, and show it; call this with the lock held."""
        self.state = state
        self.set_timers()
        self.publish()

    def _announce(self, change: Change, before: TableState) -> None:
        """Tell other servers what was done since the state `before`, and set the timers that it needs."""
        if self._services.store.shared:
            for news in change.news:
                self._services.store.tell(news)
        if self.state.parts is not before.parts:
            self.set_timers()

    def set_timers(self) -> None:
        """Set the timer for the next thing that is due."""
        if (due := next_due(self.state)) is not None:
            self._services.call_at(due)
        if self._timer is not None:
            self._timer.cancel()
        question, self._timer = substitutes.next_question(self.state), None
        if question is not None:
            wait = max(0.0, question - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self.give, Server(), TakeOver())

    def give(self, actor: Actor, command: object) -> None:
        """Carry out a command in the background; if it is refused, that is only logged."""

        async def carry_out() -> None:
            try:
                await self.execute(actor, command)
            except DicehouseError as error:
                log.info("table %s: a task was refused: %s", self.id, error)

        task = asyncio.get_running_loop().create_task(carry_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def now(self) -> float:
        """Return the time by the server's clock (seconds since 1970)."""
        return self._services.wall()

    def context(self, actor: Actor) -> Context:
        services = self._services
        return Context(actor, self.now(), self.readers, services.keyring, services.bots_at)

    # readers --------------------------------------------------------------------------------------------------------

    def shown(self, guest: str | None, holder: int | None = None) -> Snapshot:
        """Return the table as a guest is shown it; on a shared device, as the `holder` or as everybody may see it."""
        return self.snapshots.of_guest(self.state, guest, holder)

    def join(self, listener: Listener) -> None:
        """Add a reader, and show them the table; the others see soon who is there."""
        self.readers.join(listener, 0 if self.state.match is None else self.state.match.number)
        self.last_used = time.monotonic()
        listener.changed(self.shown(listener.guest, listener.holder))
        self.note_active(listener.guest)
        self._tell_who_is_here()

    def leave(self, listener: Listener, lost_after: float | None = None) -> None:
        """Remove a reader; the others learn of it soon.

        `lost_after` is when the connection was made, if it was lost without a farewell: then nobody knows how long the
        reader has been away.
        """
        self.readers.leave(listener)
        self.last_used = time.monotonic()
        self._tell_who_is_here()
        if lost_after is not None and listener.guest is not None and listener.guest not in self.readers.connected():
            for callback in self.after_loss:
                callback(listener.guest, lost_after)

    def look_in(self, guest: str | None) -> None:
        """Note that `guest` looks at the no-JavaScript page."""
        self.last_used = time.monotonic()
        if guest is None or not self.state.seats_of(guest):
            return
        new = self.readers.look_in(guest)
        self.note_active(guest)
        if self._services.store.shared:
            self._services.store.tell(News(server_messages.LOOKED, table=self.id, guests=[guest]))
        if new:
            self.publish_debounced()

    def note_active(self, guest: str | None) -> None:
        """Note that a guest is here, because they asked for something."""
        if guest is not None and not self.broken and substitutes.missed_of(self.state).misses(guest):
            self.give(Server(), NoteArrival([guest], here=True))

    def _note_request(self, guest: str | None) -> None:
        """Note that a guest gives a command, even if it is refused; without an open page, it counts as a look."""
        if guest is not None and guest not in self.readers.connected() and self.state.seats_of(guest):
            self.readers.look_in(guest)
        self.note_active(guest)

    def _tell_who_is_here(self) -> None:
        self.publish_debounced()
        if self._services.store.shared:
            self._services.store.tell(self.readers.here(self.state))

    def publish_debounced(self) -> None:
        """Show everybody the table, once for all who come and go within a moment; with more readers, wait longer."""
        if not self.broken:
            self._publishing.ask(len(self.readers.listeners) / READERS_A_SECOND)

    def look_round(self) -> None:
        """Publish the table if a guest's no-JavaScript page has been quiet for so long that they may be away."""
        if self.readers.listeners and not self.lock.locked() and self._who_is_here() != self._shown_here:
            self.publish()

    def _who_is_here(self) -> tuple[set[str], set[str]]:
        online = self.readers.online()
        if not substitutes.missed_of(self.state).nudged:
            return online, set()
        context = self.context(Server())
        connected = self.readers.connected()
        return online, {guest for guest in connected if substitutes.is_silent(self.state, guest, context)}

    def publish(self) -> None:
        """Show all readers the committed state."""
        self._publishing.drop()
        if self.broken:
            return
        if (here := self._who_is_here()) != self._shown_here:
            self._shown_here = here
            self.readers.version += 1
        for listener in tuple(self.readers.listeners):
            listener.changed(self.shown(listener.guest, listener.holder))
        for callback in self.after_change:
            callback()

    def close(self, why: str) -> None:
        """Close the table in memory, and tell its readers `why`; the store keeps it."""
        self.broken = True
        self._publishing.drop()
        if self._timer is not None:
            self._timer.cancel()
        for listener in tuple(self.readers.listeners):
            listener.closed(why)
        self.readers.listeners.clear()

    def let_go(self) -> None:
        """Close the table, and free its large parts at once, because the garbage collector seldom runs."""
        self.close(BROKEN)
        self.state = self.state.without_match()
        self.snapshots.drop()
