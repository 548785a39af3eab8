"""Where tables are kept: SQLite, one writer thread that commits for many tables at once, readers beside it.

`write` returns when the rows are on the disk (WAL, synchronous=FULL), never before. While one commit waits for the disk
the next rows gather in the queue, so a loaded server pays for one commit what a quiet one pays for one row.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .files import CantOpen, Lock, beside, make_private
from .schema import check, migrate

Value = str | int | float | None
Statement = tuple[str, Sequence[Value]]
Row = sqlite3.Row
T = TypeVar("T")

MOST_AT_ONCE = 512
READERS = 2


class StoreFailed(Exception):
    """The database could not keep something; what was to be written is not there."""


@dataclass(slots=True, frozen=True)
class _Job:
    statements: tuple[Statement, ...]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Store:
    """The database of a house. One process owns it: CantOpen says who or what is in the way."""

    def __init__(self, path: Path, *, most_pages: int | None = None) -> None:
        self.path = path
        self._lock = Lock(path)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        connection = self._open()
        if most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {int(most_pages)}")
        self._writer = threading.Thread(target=self._write_on, args=(connection,), name="store-writer", daemon=True)
        self._writer.start()
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    def _open(self) -> sqlite3.Connection:
        """The connection of the writer, to a database that is as it should be."""
        try:
            for ending in ("", "-wal", "-shm"):
                if not ending or beside(self.path, ending).exists():
                    make_private(beside(self.path, ending))
            with closing(sqlite3.connect(self.path)) as there:
                check(there)  # before anything of it is changed
            connection = self._connect()
            migrate(connection)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, sqlite3.Error):
                raise CantOpen(unusable(self.path, error)) from None
            raise
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    # writing ----------------------------------------------------------------------------------------------------

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """All of these statements or none; the future is done when they are safe on the disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreFailed("the database is closed"))
        else:
            self._queue.put(_Job(statements, loop, done))
        return done

    def _write_on(self, connection: sqlite3.Connection) -> None:
        open_for_work = True
        while open_for_work:
            jobs, open_for_work = self._gather()
            if jobs:
                self._commit(connection, jobs)
        connection.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Wait for a job, then take all that wait behind it; False when the house closes."""
        jobs: list[_Job] = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MOST_AT_ONCE:
                return jobs, True
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        error = _transaction(connection, jobs)
        if error is not None and len(jobs) > 1:
            for job in jobs:  # one of them is at fault: the others must not suffer for it
                _tell([job], _transaction(connection, [job]))
        else:
            _tell(jobs, error)

    # reading ----------------------------------------------------------------------------------------------------

    async def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Run `question` on a reader's own connection, in a thread: it sees what is committed and blocks nobody."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
            connection.execute("PRAGMA query_only = ON")
            self._opened.append(connection)
        return question(connection)

    # closing ----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Write what waits, then close; later writes fail."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown(wait=True)
        for connection in self._opened:
            connection.close()
        self._lock.release()


def unusable(path: Path, error: sqlite3.Error) -> str:
    """Why a database can't be used, as a sentence."""
    if "not a database" in str(error):
        return f"{path} is not a database."
    if isinstance(error, sqlite3.OperationalError):
        return f"The database {path} can't be used: {error}."
    return f"The database {path} is damaged ({error}); restore a backup, or name another file with --database."


def _transaction(connection: sqlite3.Connection, jobs: list[_Job]) -> Exception | None:
    """Commit all these jobs as one; on any error none of them is kept, and the writer goes on."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            for sql, values in job.statements:
                connection.execute(sql, values)
        connection.execute("COMMIT")
    except Exception as error:  # a value that SQLite can't hold raises none of its own errors
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return error
    return None


def _tell(jobs: list[_Job], error: Exception | None) -> None:
    """Let those who wait know, on their own loops: one wake-up for all jobs of a loop."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        loops.setdefault(job.loop, []).append(job)
    for loop, waiting in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, waiting, error)


def _resolve(jobs: list[_Job], error: Exception | None) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(StoreFailed(str(error)))
