"""Watch the clocks of all tables of a server, also of tables that are not in memory, and end the turns of late players.

Time runs only while the server runs. The server notes the time often, so that it knows later how long that was: after
a restart, and after the machine slept or its clock was set, all players have as much time left as before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Container

from dicehouse.errors import DicehouseError

from ..commit_reveal_records import extend_reveals
from ..features.commit_reveal import REVEAL_WITHIN
from ..internal_commands import EndLateTurns, MoveClocks, ReplaceSeeds
from ..registry import Registry
from ..storage.store import StoreFailed
from ..table.change import Server
from . import clock_records
from .clock_records import moved

log = logging.getLogger("dicehouse.server")

BEAT = 10.0  # seconds between two looks at most
PULSE = 0.4  # seconds between two notes while a clock runs; a kill and a restart may give all players this much
SHARED_BEAT = 1.0  # the same if several servers share the database
GRACE = 1.0  # seconds after the end: an action taken in time may still be on its way
JUMP = 3.0  # seconds: if the two clocks of a machine differ by more after a look, one was set
AT_ONCE = 50  # tables
AGAIN = 600.0  # seconds until a table that can't be opened is tried again


class Timekeeper:
    """Watch the clocks of all tables of a server."""

    def __init__(self, registry: Registry, steady: Callable[[], float] = time.monotonic) -> None:
        self._registry = registry
        self._steady = steady
        self._nearer = asyncio.Event()
        self._next = float("inf")
        self._spared: dict[str, float] = {}  # tables that can't be opened are skipped until that time
        self._looked = registry.wall(), steady()
        self._beat: float | None = None  # the time that the store has

    def hear(self, due: float) -> None:
        """Note that a clock runs out at `due`, in seconds since 1970."""
        if due + GRACE < self._next:
            self._nearer.set()

    async def run(self) -> None:
        """Keep time until the server closes."""
        began = False
        while True:
            self._nearer.clear()  # also if another server keeps time, or the wait below would end at once
            try:
                if await self._registry.claims.mine("time"):  # one server does it for all
                    if not began:
                        await self.resume()
                        began = True
                    await self.look()
                else:
                    began, self._beat = False, None
            except StoreFailed as error:
                log.error("checking the clocks failed: %s", error)
            wait = min(
                SHARED_BEAT if self._registry.store.shared else BEAT, max(0.05, self._next - self._registry.wall())
            )
            try:
                async with asyncio.timeout(wait), asyncio.TaskGroup() as tasks:
                    pulse = tasks.create_task(self._keep_pulse())
                    await self._nearer.wait()
                    pulse.cancel()
            except TimeoutError:
                pass

    async def _keep_pulse(self) -> None:
        """Note often that the server runs, until the next look."""
        while True:
            await asyncio.sleep(PULSE)
            await self.pulse()

    async def pulse(self) -> None:
        """Note that the server runs, if this server keeps time and a clock runs that this could matter to."""
        now, steady = self._registry.wall(), self._steady()
        if self._beat is None or self._next == float("inf"):
            return
        if abs(now - self._looked[0] - (steady - self._looked[1])) > JUMP:
            self._nearer.set()  # the clock was set: look first
            return
        store = self._registry.store
        if not store.note_pulse(self._beat, now):
            try:
                await self._store_beat(now)
            except StoreFailed as error:
                log.error("the time could not be stored: %s", error)

    async def _store_beat(self, now: float) -> None:
        await self._registry.store.write(clock_records.put_beat(now))
        self._beat = now

    async def resume(self) -> None:
        """Move all clocks on to now when the server starts, because none ran while it was closed."""
        store, now = self._registry.store, self._registry.wall()
        beat = await store.read(clock_records.read_beat)
        noted = None if beat is None else store.read_pulse(beat)
        await self._move_kept(max(beat or 0.0, noted or 0.0), now)
        self._looked = now, self._steady()

    async def look(self) -> None:
        """Correct the tables' clocks if the machine's clock was set, then end the turns of late players."""
        registry = self._registry
        now, steady = registry.wall(), self._steady()
        then = self._looked[0] + steady - self._looked[1]
        self._looked = now, steady
        if abs(now - then) > JUMP:
            log.warning("this machine's clock jumped by %.0f seconds; the tables' clocks were corrected", now - then)
            for table in registry.loaded():
                await self._at(table.id, then, now)
            await self._move_kept(then, now, {table.id for table in registry.loaded()})
        self._spared = {table: until for table, until in self._spared.items() if until > steady}
        most = AT_ONCE + len(self._spared)  # skipped tables may be due before all others
        found = await registry.store.read(lambda db: clock_records.read_next(db, most))
        waiting = [(table, due) for table, due in found if table not in self._spared][:AT_ONCE]
        for table_id, due in waiting:
            if due + GRACE <= now:
                await self._call(table_id)
        left = [due + GRACE for _, due in waiting if due + GRACE > now]
        self._next = min(left) if left else (now if len(waiting) == AT_ONCE else float("inf"))
        if waiting:
            await self._store_beat(now)

    async def _call(self, table_id: str) -> None:
        try:
            table = await self._registry.find(table_id)
            await table.execute(Server(), EndLateTurns())
            await table.execute(Server(), ReplaceSeeds())
        except (DicehouseError, StoreFailed) as error:
            log.error("table %s: notifying late players failed: %s", table_id, error)
            self._spared[table_id] = self._steady() + AGAIN

    async def _at(self, table_id: str, then: float, now: float) -> None:
        try:
            table = await self._registry.find(table_id)
            if table.state.terms is not None:
                await table.execute(Server(), MoveClocks(then, now))
        except DicehouseError as error:
            log.error("table %s: its clock can't be set: %s", table_id, error)

    async def _move_kept(self, then: float, now: float, without: Container[str] = ()) -> None:
        """Move the clocks in the store from `then` to `now`, except at the tables in `without`.

        Browsers also get new time to reveal their client seeds.
        """
        store = self._registry.store
        await store.write(extend_reveals(now + REVEAL_WITHIN))
        kept = await store.read(clock_records.read_all_running)
        rows = [
            clock_records.put_running(at, moved(clock, then, now, hours))
            for at, clock, hours in kept
            if at not in without
        ]
        if kept:
            await store.write(*rows, clock_records.put_beat(now))
            self._beat = now
