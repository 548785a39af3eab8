"""Play for the bots of a table, in their own seats or as substitutes, and play the script of a lesson.

Bots think in worker threads, at a pace that people can follow; they see what `Match.view` and `Match.options` show
their seat, like everybody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Protocol, TypeVar, runtime_checkable

from dicehouse.bots.hint_search import HINT_BUDGET
from dicehouse.engine.thought import Parts, Work, parts_of
from dicehouse.match.match import Match
from dicehouse.process_threads import ProcessThreads

from . import server_log
from .cluster.claims import Claims, bots_of
from .ending import Ending
from .features import bot_settings, lessons, standing_orders
from .internal_commands import CatchUp, GiveReason, PlayForSeat, PlayScript
from .live_table import BROKEN, Table
from .opponents import TURN_ENDER
from .seats import Refused
from .table.change import BotPlayer, Server
from .table.state import TableState

log = logging.getLogger("dicehouse.server")
T = TypeVar("T")
Elsewhere = Callable[[Work], Awaitable[Any]]  # does a part of a thought
CROWD = 3  # requests for each thread above which no hint is begun
PATIENCE = 0.8  # seconds after which a bot should have chosen, the wait for a thread included
AT_A_STRETCH = 0.015  # seconds that a thought keeps others waiting, where there are no threads
LEAST = 0.02  # fraction of its time that a bot gets in any case


class Bot(Protocol):
    """Choose one option at a time."""

    def choose(self, match: Match, seat: int) -> str:
        """Return the id of one of the options of `seat`."""


@runtime_checkable
class Considerate(Protocol):
    """Read all that the bot needs from the match at once, and think without it, so that the table need not wait."""

    def consider(self, match: Match, seat: int) -> Callable[[float], str]:
        """Read the position. Return a function from the fraction of its time that the bot may use to an option's id."""


class Thinkers:
    """Hold the threads in which bots think, and the `delay` with which people see them play."""

    def __init__(self, make: Callable[[str], Bot], delay: float, threads: int = 2) -> None:
        self.make = make
        self.delay = delay
        self._threads = threads
        self._thinking = 0
        self.hints = HINT_BUDGET  # the budget of the search for a hint
        self.searches = True  # False where nothing is compiled: a search would take too long there
        self.elsewhere: Elsewhere | None = None  # where there are no threads: does the work of thoughts
        self._turns = asyncio.Lock()  # there one thinks after the other, because they share a tree
        self._pool = ProcessThreads(threads, "bot")

    @property
    def crowded(self) -> bool:
        """Return True if too many bots wait to think for another hint to be requested."""
        return self._thinking >= CROWD * self._threads

    @property
    def waiting(self) -> int:
        """Return the number of bots that think or wait for a thread."""
        return self._thinking

    @property
    def busy(self) -> bool:
        """Return True if a bot thinks now, in a thread that others should leave the processor to."""
        return self._thinking > 0 and self.elsewhere is None

    async def choose(self, thought: Callable[[float], str]) -> str:
        """Return the option that a bot chooses by `thought`."""
        return await self.work(thought)

    async def work(self, thought: Callable[[float], T]) -> T:
        """Run `thought` in a thread, or in parts where there are none, and return its result.

        If there are more bots than threads, each gets a fraction of its time, less what it waited for a thread.
        """
        self._thinking += 1
        asked = perf_counter()
        try:
            if self.elsewhere is not None:
                async with self._turns:
                    return await in_parts(parts_of(thought, self._part(perf_counter() - asked)), self.elsewhere)
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, lambda: thought(self._part(perf_counter() - asked))
            )
        finally:
            self._thinking -= 1

    def _part(self, waited: float) -> float:
        """Return the fraction of its time that a bot gets after it `waited` for some seconds."""
        thinking = max(1, self._thinking)  # the request may have been cancelled meanwhile
        part = max(LEAST, min(1.0, self._threads / thinking, 1.0 - waited / PATIENCE))
        if part < 1.0 and thinking > self._threads:
            log.info(
                "%d bots share %d threads, so each thinks for %.0f%% of its time",
                thinking,
                self._threads,
                100 * part,
            )
        return part

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


async def here(work: Work) -> Any:
    """Do the work of a thought at once."""
    return work()


async def in_parts(parts: Parts[T], elsewhere: Elsewhere) -> T:
    """Do the parts of a thought, let others work now and then, and return the result."""
    answer, since = None, perf_counter()
    while True:
        try:
            work = parts.send(answer)
        except StopIteration as done:
            result: T = done.value
            return result
        answer = None if work is None else await elsewhere(work)
        if perf_counter() - since >= AT_A_STRETCH:
            await asyncio.sleep(0)
            since = perf_counter()


class Driver:
    """Play for the bots of one table, one decision after the other, as long as one is due."""

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
        """Play on if it is a bot's turn; call this when something changed."""
        if not self.busy and not self._table.broken and next_seat(self._table.state) is not None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _drive(self) -> None:
        with server_log.about(table=self._table.id):  # the log must not name the request that happened to wake it
            await self._play_on()

    async def _play_on(self) -> None:
        table = self._table
        try:
            while not table.broken:
                async with table.lock:  # a change that is being committed comes first
                    state = table.state
                seat = next_seat(state)
                if seat is None or not await self._ours(seat):
                    return
                if state.lesson is not None:
                    await self._play_script(state)
                elif state.seats[seat].played_by:
                    await self._play_bot(state, seat)
                else:
                    await table.execute(Server(), CatchUp())
        except Refused:  # the table was closed meanwhile; opening it again starts a new driver
            return
        except Exception:
            log.exception("table %s: a bot or standing order failed", table.id)
            table.close(BROKEN)

    async def _ours(self, seat: int) -> bool:
        """Return True if this server plays here; it always carries out a standing order that only it knows."""
        silent = standing_orders.is_silent(self._table.state, seat)
        return silent or await self._claims.mine(bots_of(self._table.id))

    async def _play_bot(self, state: TableState, seat: int) -> None:
        match, name = state.playing(), state.seats[seat].played_by or ""
        reaction, first = match.reaction(seat), match.options(seat)[0].id
        bot, seen = self._bot(name, seat), match.without_dice()
        thought = bot.consider(seen, seat) if isinstance(bot, Considerate) else None
        # A pause before a sealed reply would tell what the reply is.
        pause = self._thinkers.delay * bot_settings.PACES[bot_settings.pace_of(state)] if reaction is None else 0.0
        chosen = self._answer(name, first, thought or (lambda _: bot.choose(seen, seat)))
        option, _ = await asyncio.gather(chosen, asyncio.sleep(pause))
        by, position = BotPlayer(seat), match.position()
        if bot_settings.gives_reasons(self._table.state):  # in a frame of its own, to be read before what comes of it
            await self._table.execute(by, GiveReason(seat, name, position, option))
        await self._table.execute(by, PlayForSeat(seat, name, position, option))

    async def _play_script(self, state: TableState) -> None:
        """Play the next action in the script of a lesson, at the pace of bots."""
        action = lessons.next_action(state)
        if action is not None:
            if action[2]:
                await asyncio.sleep(self._thinkers.delay)
            await self._table.execute(BotPlayer(action[0]), PlayScript(action))

    def _bot(self, name: str, seat: int) -> Bot:
        if (name, seat) not in self._bots:
            self._bots[name, seat] = Ending() if name == TURN_ENDER else self._thinkers.make(name)
        return self._bots[name, seat]

    async def _answer(self, name: str, first: str, thought: Callable[[float], str]) -> str:
        """Return what a bot chose; the first option if it failed."""
        try:
            return str(await self._thinkers.choose(thought))  # a plain text: it goes into frames
        except Exception:
            log.exception("table %s: the bot %s failed", self._table.id, name)
            return first


def next_seat(state: TableState) -> int | None:
    """Return the next seat that plays by itself: a bot's, or one whose standing order a crash cut off."""
    if state.match is None or state.is_paused:
        return None
    if state.lesson is not None:
        action = lessons.next_action(state)
        return None if action is None else action[0]
    passing = standing_orders.passing(state)
    if passing is not None:
        return passing[0]
    return next((seat for seat in state.match.acting() if state.seats[seat].played_by), None)
