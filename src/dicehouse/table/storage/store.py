"""Where tables are kept: one writer thread that commits for many tables at once, readers beside it.

`write` returns when the rows are on the disk, never before. What a loop writes in one round is handed over at its end,
and while one commit waits for the disk the next rows gather in the queue: so a loaded server pays for one commit what a
quiet one pays for one row.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import perf_counter
from typing import ParamSpec, TypeVar

from ..servers.news import Hearer, News
from .database import Database, Statement

P = ParamSpec("P")
T = TypeVar("T")

MOST_AT_ONCE = 512
READERS = 2
CLOSED = "the database is closed"


class StoreFailed(Exception):
    """The database could not keep something; what was to be written is not there."""


class Conflict(StoreFailed):
    """Another server was faster: what was to be written is not there, and what is known here is out of date."""


class Unsure(StoreFailed):
    """Nobody knows whether it was written: the line to the database was cut at that moment."""


@dataclass(slots=True, frozen=True)
class Job:
    """Statements of which all are kept or none, and who waits for that."""

    statements: tuple[Statement, ...]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    table: str = ""  # that is changed
    number: int = 0  # of the changes of this table that are known


@dataclass(frozen=True, slots=True)
class Figures:
    """What was written so far: transactions, the writes in them, how many seconds they took, and how many failed."""

    commits: int = 0
    writes: int = 0
    seconds: float = 0.0
    failed: int = 0


class Store(ABC):
    """The database of a house. What is in its way when it is opened is CantOpen."""

    shared = False  # whether other servers may use it at the same time

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._round: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # what each loop has written since its last one
        self._closed = False
        self._figures = Figures()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer.start()

    @abstractmethod
    def _transaction(self, jobs: list[Job]) -> Exception | None:
        """Commit all these jobs as one, in the writer's thread; on any error none of them is kept."""

    @abstractmethod
    def _ask(self, question: Callable[[Database], T]) -> T:
        """Run a question on the connection of this reader's thread, which can't write."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close all connections. No thread uses them any more."""

    # writing ----------------------------------------------------------------------------------------------------

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """All of these statements or none; the future is done when they are safe on the disk."""
        return self._put(statements)

    def change(self, table: str, number: int, *statements: Statement) -> asyncio.Future[None]:
        """The same for what changes a table that had this `number` of changes; Conflict if it has more by now."""
        return self.write(*statements)  # one server knows them all

    def _put(self, statements: tuple[Statement, ...], table: str = "", number: int = 0) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreFailed(CLOSED))
        else:
            jobs = self._round.setdefault(loop, [])
            if not jobs:  # the writer is woken once for all: each time it takes the interpreter away from the loop
                loop.call_soon(self._hand_over, loop)
            jobs.append(Job(statements, loop, done, table, number))
        return done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        if jobs := self._round.pop(loop, None):
            self._queue.put(jobs)

    def _write_on(self) -> None:
        open_for_work = True
        while open_for_work:
            jobs, open_for_work = self._gather()
            if jobs:
                self._commit(jobs)

    def _gather(self) -> tuple[list[Job], bool]:
        """Wait for jobs, then take all that wait behind them; False when the house closes."""
        jobs: list[Job] = []
        more = self._queue.get()
        while more is not None:
            jobs += more
            if len(jobs) >= MOST_AT_ONCE:
                return jobs, True
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _commit(self, jobs: list[Job]) -> None:
        error = self._counted(jobs)
        if error is not None and len(jobs) > 1 and not isinstance(error, Unsure):
            for job in jobs:  # one of them is at fault: the others must not suffer for it
                _tell([job], self._counted([job]))
        else:
            _tell(jobs, error)

    def _counted(self, jobs: list[Job]) -> Exception | None:
        began = perf_counter()
        error = self._transaction(jobs)
        took, so_far = perf_counter() - began, self._figures
        if error is None:
            done = Figures(so_far.commits + 1, so_far.writes + len(jobs), so_far.seconds + took, so_far.failed)
        else:
            done = replace(so_far, failed=so_far.failed + 1)
        self._figures = done
        return error

    def figures(self) -> Figures:
        """What was written since the house opened."""
        return self._figures

    # reading ----------------------------------------------------------------------------------------------------

    async def read(self, question: Callable[[Database], T]) -> T:
        """Run `question` on a reader's own connection, in a thread: it sees what is committed and blocks nobody."""
        return await self._in_reader(self._ask, question)

    async def _in_reader(self, does: Callable[P, T], *given: P.args, **_: P.kwargs) -> T:
        """Do something in a reader's thread; StoreFailed once they have ended."""
        try:
            done = asyncio.get_running_loop().run_in_executor(self._readers, does, *given)
        except RuntimeError:
            raise StoreFailed(CLOSED) from None
        return await done

    # beside other servers ---------------------------------------------------------------------------------------

    def listen(self, hearer: Hearer) -> None:  # noqa: B027  # there may be nobody to hear
        """Hear what other servers do, on this loop; there are none unless the store is shared."""

    def tell(self, said: News) -> None:  # noqa: B027  # the same
        """Tell other servers; whoever does not hear it now never will."""

    async def claim(self, what: str) -> bool | None:
        """Whether this server is the one that does something for all of them, from now on until it frees it or ends;
        None if that can't be known now, and nobody is.
        """
        return True

    async def free(self, what: str) -> None:  # noqa: B027  # the same
        """Let another server do it."""

    # closing ----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Write what waits, then close; later writes fail."""
        if self._closed:
            return
        self._closed = True
        for loop in tuple(self._round):
            self._hand_over(loop)
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown(wait=True)
        self._let_go()


def _tell(jobs: list[Job], error: Exception | None) -> None:
    """Let those who wait know, on their own loops: one wake-up for all jobs of a loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        loops.setdefault(job.loop, []).append(job)
    for loop, waiting in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, waiting, error)


def _resolve(jobs: list[Job], error: Exception | None) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            kind = type(error) if isinstance(error, StoreFailed) else StoreFailed
            job.done.set_exception(kind(str(error)))
