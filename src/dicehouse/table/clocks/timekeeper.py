"""Looks at the clocks of all tables of a house, also of those that nobody has open, and calls who is late.

Time runs while the house is open. What it writes down now and then says how long it was: after a restart, and when the
machine's clock is set or the machine slept, everybody has as much time left as before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from dicehouse.errors import DicehouseError

from ..parts import SHOWN_WITHIN
from ..showing import wait_anew
from ..storage.store import StoreFailed
from . import timed
from .timing import moved

if TYPE_CHECKING:
    from ..house import House

log = logging.getLogger("dicehouse.table")

BEAT = 10.0  # seconds between two looks at least; so much may be given to everybody by a restart
SHARED_BEAT = 1.0  # the same where other servers let clocks run, too
GRACE = 1.0  # seconds after the end: what was done in time may still be on its way
JUMP = 3.0  # seconds by which the two clocks of a machine differ after a look only if one was set
AT_ONCE = 50  # tables
AGAIN = 600.0  # seconds until a table that can't be opened is tried again


class Timekeeper:
    """The clocks of a house."""

    def __init__(self, house: House, steady: Callable[[], float] = time.monotonic) -> None:
        self._house = house
        self._steady = steady
        self._nearer = asyncio.Event()
        self._next = float("inf")
        self._spared: dict[str, float] = {}  # tables that can't be opened, and until when they are let alone
        self._looked = house.wall(), steady()

    def hear(self, due: float) -> None:
        """A clock runs out then."""
        if due + GRACE < self._next:
            self._nearer.set()

    async def run(self) -> None:
        """Keep time until the house closes."""
        resumed = False
        while True:
            self._nearer.clear()  # also where another server keeps the time: else nothing here would ever wait again
            try:
                if await self._house.claims.mine("time"):  # one server does it for all
                    if not resumed:
                        await self.resume()
                        resumed = True
                    await self.look()
                else:
                    resumed = False
            except StoreFailed as error:
                log.error("the clocks could not be kept: %s", error)
            wait = min(SHARED_BEAT if self._house.store.shared else BEAT, max(0.05, self._next - self._house.wall()))
            try:
                async with asyncio.timeout(wait):
                    await self._nearer.wait()
            except TimeoutError:
                pass

    async def resume(self) -> None:
        """The house opens: nobody's clock ran while it was closed."""
        store, now = self._house.store, self._house.wall()
        beat = await store.read(timed.read_beat)
        await self._move_kept(beat or 0.0, now)
        self._looked = now, self._steady()

    async def look(self) -> None:
        """Notice a clock that was set, then call who is late."""
        house = self._house
        now, steady = house.wall(), self._steady()
        then = self._looked[0] + steady - self._looked[1]
        self._looked = now, steady
        if abs(now - then) > JUMP:
            log.warning("the clock of this machine was moved by %.0f seconds: the tables' clocks were not", now - then)
            for table in house.loaded():
                await self._at(table.id, then, now)
            await self._move_kept(then, now, {table.id for table in house.loaded()})
        self._spared = {table: until for table, until in self._spared.items() if until > steady}
        most = AT_ONCE + len(self._spared)  # those may be due before all others
        found = await house.store.read(lambda db: timed.read_next(db, most))
        waiting = [(table, due) for table, due in found if table not in self._spared][:AT_ONCE]
        for table_id, due in waiting:
            if due + GRACE <= now:
                await self._call(table_id)
        left = [due + GRACE for _, due in waiting if due + GRACE > now]
        self._next = min(left) if left else (now if len(waiting) == AT_ONCE else float("inf"))
        if waiting:
            await house.store.write(timed.put_beat(now))

    async def _call(self, table_id: str) -> None:
        try:
            table = await self._house.find(table_id)
            async with table.changing():
                await table.time.expire()
                await table.parts.expire()
        except (DicehouseError, StoreFailed) as error:
            log.error("table %s: who is late can't be called: %s", table_id, error)
            self._spared[table_id] = self._steady() + AGAIN

    async def _at(self, table_id: str, then: float, now: float) -> None:
        try:
            table = await self._house.find(table_id)
            if table.time.terms is not None:
                async with table.changing():
                    await table.time.move(then, now)
        except DicehouseError as error:
            log.error("table %s: its clock can't be set: %s", table_id, error)

    async def _move_kept(self, then: float, now: float, without: Container[str] = ()) -> None:
        """The same at tables that nobody has open."""
        store = self._house.store
        await store.write(wait_anew(now + SHOWN_WITHIN))
        kept = await store.read(timed.read_all_running)
        rows = [timed.put_running(at, moved(clock, then, now, hours)) for at, clock, hours in kept if at not in without]
        if kept:
            await store.write(*rows, timed.put_beat(now))
