"""Keep the tables of a browser tab in SQLite in memory; the browser stores a copy of the database after each commit.

There are no threads in a tab: what is written in one iteration of the event loop is committed at its end.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dicehouse.server.storage.data_files import CantOpen
from dicehouse.server.storage.database import Database, Statement
from dicehouse.server.storage.schema import migrate
from dicehouse.server.storage.store import Figures, Store, StoreFailed

T = TypeVar("T")
Keep = Callable[[bytes], Awaitable[None]]  # stores a copy of the database; the browser's own storage reports failures
Job = tuple[tuple[Statement, ...], "asyncio.Future[None]"]
CLOSED = "the database is closed"
PAGE_BYTES = 1024  # small pages: most tables of the schema stay empty in a tab


class TabStore(Store):
    """Keep tables in memory and have `keep` store a copy of them. Raise CantOpen if `saved` is no database of ours.

    A write is done when its copy was handed to `keep` and is stored, so a tab that is closed loses nothing.
    """

    def __init__(self, saved: bytes | None, keep: Keep) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        try:
            if saved:
                self._connection.deserialize(saved)
            self._connection.row_factory = sqlite3.Row
            self._connection.execute("PRAGMA foreign_keys = ON")
            migrate(self._connection)
        except sqlite3.Error as error:
            raise CantOpen(f"The saved games can't be read: {error}.") from None
        self._keep = keep
        self._waiting: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._figures = Figures()

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Write all `statements` or none; the future is done when the browser has stored them."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            done.set_exception(StoreFailed(CLOSED))
            return done
        self._waiting.append((statements, done))
        if self._task is None:
            self._task = loop.create_task(self._commit_waiting())
        return done

    async def _commit_waiting(self) -> None:
        while self._waiting:
            jobs, self._waiting = self._waiting, []
            results = [self._commit(statements) for statements, _ in jobs]
            await self._keep(self._connection.serialize())
            for (_, done), error in zip(jobs, results, strict=True):
                if done.done():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(StoreFailed(str(error)))
        self._task = None

    def _commit(self, statements: tuple[Statement, ...]) -> Exception | None:
        """Write `statements` as one transaction, and return the error if nothing was written."""
        connection, so_far = self._connection, self._figures
        try:
            connection.execute("BEGIN")
            for sql, values in statements:
                connection.execute(sql, values)
            connection.execute("COMMIT")
        except Exception as error:  # a value that SQLite can't hold raises an error of Python, not of SQLite
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self._figures = Figures(so_far.commits, so_far.writes, 0.0, so_far.failed + 1)
            return error
        self._figures = Figures(so_far.commits + 1, so_far.writes + 1, 0.0, so_far.failed)
        return None

    async def read(self, question: Callable[[Database], T]) -> T:
        """Return the result of `question`, which is called with the only connection."""
        if self._closed:
            raise StoreFailed(CLOSED)
        return question(self._connection)

    def figures(self) -> Figures:
        """Return what was written since the store was opened."""
        return self._figures

    def close(self) -> None:
        """Refuse later writes. The tab ends with its memory; what was written is stored."""
        self._closed = True
