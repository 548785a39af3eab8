"""Commit in one writer thread for many tables at once, while reader threads work beside it.

What an event loop writes in one iteration is queued at its end. While a commit waits for the disk, the next rows gather
in the queue, so a busy server writes many rows with one commit.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import perf_counter
from typing import ParamSpec, TypeVar

from .database import Database, Statement
from .store import Figures, Store, StoreFailed, Unsure

P = ParamSpec("P")
T = TypeVar("T")

MOST_AT_ONCE = 512
READERS = 2
CLOSED = "the database is closed"
FORKED = "another process opened the database, and connections don't survive a fork; open it again in this process"


@dataclass(slots=True, frozen=True)
class Job:
    """Hold statements that are written together or not at all, and the future that waits for them."""

    statements: tuple[Statement, ...]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    table: str = ""  # the table that is changed
    number: int = 0  # the revision of the table that is known here


class ThreadedStore(Store):
    """Write in one thread and read in others. Raise CantOpen, with the reason, if the database can't be opened."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._round: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # what each loop has written in this iteration
        self._closed = False
        self._process = os.getpid()
        self._figures = Figures()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer.start()

    @abstractmethod
    def _transaction(self, jobs: list[Job]) -> Exception | None:
        """Commit all `jobs` as one transaction, in the writer's thread. Return the error if nothing was written."""

    @abstractmethod
    def _ask(self, question: Callable[[Database], T]) -> T:
        """Run `question` on the connection of this reader's thread, which can't write, and return its result."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close all connections. It is called when no thread uses them any more."""

    # writing ----------------------------------------------------------------------------------------------------

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Write all `statements` or none; the future is done when they are safe on the disk."""
        return self._put(statements)

    def _put(self, statements: tuple[Statement, ...], table: str = "", number: int = 0) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if reason := self._refusal():
            done.set_exception(StoreFailed(reason))
        else:
            jobs = self._round.setdefault(loop, [])
            if not jobs:  # wake the writer once for all jobs: each time it takes the interpreter away from the loop
                loop.call_soon(self._hand_over, loop)
            jobs.append(Job(statements, loop, done, table, number))
        return done

    def _refusal(self) -> str:
        """Return why nothing can be written or read here, or an empty text."""
        return FORKED if self._process != os.getpid() else CLOSED if self._closed else ""

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
        """Wait for jobs, and return them with those queued behind them; the flag is False when the store closes."""
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
            for job in jobs:  # one job is at fault, and the others must not fail with it
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
        """Return what was written since the store was opened."""
        return self._figures

    # reading ----------------------------------------------------------------------------------------------------

    async def read(self, question: Callable[[Database], T]) -> T:
        """Run `question` on a reader's own connection, in a thread: it sees what is committed and blocks nobody."""
        return await self._in_reader(self._ask, question)

    async def _in_reader(self, does: Callable[P, T], *given: P.args, **_: P.kwargs) -> T:
        """Call `does` in a reader's thread and return its result. Raise StoreFailed if those threads have ended."""
        if self._process != os.getpid():
            raise StoreFailed(FORKED)
        try:
            done = asyncio.get_running_loop().run_in_executor(self._readers, does, *given)
        except RuntimeError:
            raise StoreFailed(CLOSED) from None
        return await done

    # closing ----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Write what is queued, then close; later writes fail. A forked child leaves the connections to its parent."""
        if self._closed or self._process != os.getpid():
            return
        self._closed = True
        for loop in tuple(self._round):
            self._hand_over(loop)
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown(wait=True)
        self._let_go()


def _tell(jobs: list[Job], error: Exception | None) -> None:
    """Report the result of `jobs` to their futures, on their own loops, with one wake-up for all jobs of a loop."""
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
