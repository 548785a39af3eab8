"""What plays by itself at a table: the bots in their seats, and those that stand in for people who are away.

Bots think in worker threads, at a pace that people can follow; they see what `Match.view` and
`Match.options` show their seat, like everybody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Protocol, TypeVar, runtime_checkable

from dicehouse.bots.hint_search import HINT_BUDGET
from dicehouse.errors import DicehouseError
from dicehouse.match.match import Match

from . import server_log, teaching
from .changes import insist
from .clocks.table_clocks import NOBODY
from .cluster.peer_servers import Claims, bots_of
from .ending import Ending
from .live import BROKEN, Table
from .ordering import PACES
from .seats import Refused

log = logging.getLogger("dicehouse.server")
T = TypeVar("T")
CROWD = 3  # as many times more that want to think than there are threads
PATIENCE = 0.8  # seconds after which a bot should have chosen, the wait for a thread included
LEAST = 0.02  # of its time a bot gets in any case


class Bot(Protocol):
    """A player that chooses one option at a time."""

    def choose(self, match: Match, seat: int) -> str:
        """The id of one of the seat's options."""


@runtime_checkable
class Considerate(Protocol):
    """A bot that takes in at once what it needs, and then thinks without the match: nobody has to wait for it.

    What comes back is called with the part of its time that the bot may take, and gives the option's id.
    """

    def consider(self, match: Match, seat: int) -> Callable[[float], str]:
        """Look at the position."""


class Thinkers:
    """The threads in which bots think, and how long they seem to."""

    def __init__(self, make: Callable[[str], Bot], delay: float, threads: int = 2) -> None:
        self.make = make
        self.delay = delay
        self._threads = threads
        self._thinking = 0
        self.hints = HINT_BUDGET  # how long is thought about a hint
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    @property
    def crowded(self) -> bool:
        """Whether so many wait to think that nobody should ask for a hint."""
        return self._thinking >= CROWD * self._threads

    @property
    def waiting(self) -> int:
        """How many bots think, or wait to."""
        return self._thinking

    @property
    def busy(self) -> bool:
        """Whether any bot thinks now."""
        return self._thinking > 0

    async def choose(self, thought: Callable[[float], str]) -> str:
        """Let a bot think."""
        return await self.work(thought)

    async def work(self, thought: Callable[[float], T]) -> T:
        """Think in a thread. When more want to than there are threads, each gets less of its time, and what it has
        waited for a thread is no time to think any more.
        """
        self._thinking += 1
        asked = perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, lambda: thought(self._part(perf_counter() - asked))
            )
        finally:
            self._thinking -= 1

    def _part(self, waited: float) -> float:
        """Which part of its time somebody gets who has waited for so many seconds."""
        thinking = max(1, self._thinking)  # whoever asked may be gone meanwhile
        part = max(LEAST, min(1.0, self._threads / thinking, 1.0 - waited / PATIENCE))
        if part < 1.0 and thinking > self._threads:
            log.info("%d bots want to think on %d threads: %.0f %% of the time", thinking, self._threads, 100 * part)
        return part

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Driver:
    """Plays for the bots of one table, one decision after the other, as long as one is due."""

    def __init__(self, table: Table, thinkers: Thinkers, claims: Claims) -> None:
        self._table = table
        self._claims = claims
        self._thinkers = thinkers
        self._bots: dict[tuple[str, int], Bot] = {}
        self._task: asyncio.Task[None] | None = None
        table.after_change.append(self.wake)

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Something changed: play on if it is a bot's turn."""
        if not self.busy and not self._table.broken and self._due() is not None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _due(self) -> int | None:
        """The next seat that plays by itself: one that a bot plays, or one whose standing order a crash cut off."""
        table = self._table
        if table.match is None:
            return None
        if table.course is not None:
            due = teaching.due(table)
            return None if due is None else due[0]
        passing = table.passing()
        if passing is not None:
            return passing[0]
        return next((seat for seat in table.match.acting() if table.seats[seat].played_by), None)

    async def _drive(self) -> None:
        with server_log.about(table=self._table.id):  # not whose request happened to wake it
            await self._play_on()

    async def _play_on(self) -> None:
        table = self._table
        try:
            while not table.broken:
                async with table.lock:
                    seat = self._due()
                if seat is None or not await self._ours(seat):
                    return
                if table.course is not None:
                    await self._play_script()
                elif table.seats[seat].played_by:
                    await self._play_bot(seat)
                else:
                    await self._pass_on()
        except Refused:  # the table was closed under us; whoever opens it again starts a new driver
            return
        except Exception:
            log.exception("table %s: a bot or standing order failed", table.id)
            table.close(BROKEN)

    async def _ours(self, seat: int) -> bool:
        """Whether it is for this server to play here; what a person said to it alone always is."""
        return self._table.never(seat) or await self._claims.mine(bots_of(self._table.id))

    @insist
    async def _pass_on(self) -> None:
        async with self._table.changing():
            pass  # every change carries out standing orders

    @insist
    async def _play_bot(self, seat: int) -> None:
        table = self._table
        async with table.lock:  # nothing moves while a bot looks
            match = table.match
            if match is None or seat not in match.acting():
                return
            name = table.seats[seat].played_by
            if name is None:
                return
            position, reaction, first = match.position(), match.reaction(seat), match.options(seat)[0].id
            bot = self._bot(name, seat)
            seen = match.without_dice()
            thought = bot.consider(seen, seat) if isinstance(bot, Considerate) else None
            option = "" if thought else await self._answer(name, first, lambda _: bot.choose(seen, seat))
        # A pause before a sealed reply would tell what the reply is.
        pause = self._thinkers.delay * PACES[table.pace] if reaction is None else 0.0
        if thought:
            option, _ = await asyncio.gather(self._answer(name, first, thought), asyncio.sleep(pause))
        else:
            await asyncio.sleep(pause)

        def still_due() -> bool:
            now = table.match
            return (
                now is match
                and match.position() == position
                and seat in match.acting()
                and table.seats[seat].played_by == name
            )

        if table.says_why:  # in a frame of its own, so that it is read before what comes of it
            async with table.changing():
                if still_due():
                    await table.say_why(seat, option)
        async with table.changing():
            if still_due():
                await self._play_chosen(match, seat, option)

    @insist
    async def _play_script(self) -> None:
        """What a lesson has somebody do, at the pace of bots."""
        table = self._table
        async with table.lock:
            due = teaching.due(table)
        if due is not None and due[2]:
            await asyncio.sleep(self._thinkers.delay)
        async with table.changing():
            if due is not None and due == teaching.due(table):
                await teaching.play_due(table)

    async def _play_chosen(self, match: Match, seat: int, option: str) -> None:
        try:
            await self._table.play(seat, option)
        except Refused:
            raise
        except DicehouseError as error:  # a bot that is wrong must not hold up a table
            log.error("table %s: the bot in seat %d chose badly (%s)", self._table.id, seat, type(error).__name__)
            await self._table.play(seat, match.options(seat)[0].id)

    def _bot(self, name: str, seat: int) -> Bot:
        if (name, seat) not in self._bots:
            self._bots[name, seat] = Ending() if name == NOBODY else self._thinkers.make(name)
        return self._bots[name, seat]

    async def _answer(self, name: str, first: str, thought: Callable[[float], str]) -> str:
        """What a bot chose; the first option if it failed."""
        try:
            return str(await self._thinkers.choose(thought))  # a plain text: it goes into frames
        except Exception:
            log.exception("table %s: the bot %s failed", self._table.id, name)
            return first
