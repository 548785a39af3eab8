"""Keep tables in SQLite, the embedded store of a single server (WAL, synchronous=FULL)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from .data_files import ANOTHER, CantOpen, Lock, Pulse, beside, make_private
from .database import Database, together
from .schema import check, migrate
from .threaded_store import Job, ThreadedStore

T = TypeVar("T")
ADVICE = {
    "disk is full": "free some space, or name a file on another disk with --database",
    "disk I/O error": "name a file on a local disk with --database, because not every file system can hold a database; "
    "a quota may be used up, too",
    "readonly database": ANOTHER,
    "unable to open": ANOTHER,
}  # by what SQLite says


class SQLite(ThreadedStore):
    """Keep tables in a database file that one process owns. Raise CantOpen, with the reason, if it can't be used."""

    def __init__(self, path: Path, *, most_pages: int | None = None) -> None:
        self.path = path
        self._lock = Lock(path)
        self._pulse = Pulse(path)
        self._connection = self._open()
        if most_pages is not None:
            self._connection.execute(f"PRAGMA max_page_count = {int(most_pages)}")
        self._local = threading.local()
        self._opened = [self._connection]
        super().__init__()

    def _open(self) -> sqlite3.Connection:
        """Check and migrate the database, and return the writer's connection. Raise CantOpen if it can't be used."""
        try:
            for ending in ("", "-wal", "-shm"):
                if not ending or beside(self.path, ending).exists():
                    make_private(beside(self.path, ending), ANOTHER)
            with closing(sqlite3.connect(self.path)) as there:
                check(there)  # before anything is changed
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

    def note_pulse(self, beat: float, now: float) -> bool:
        return self._pulse.note(beat, now)

    def read_pulse(self, beat: float) -> float | None:
        return self._pulse.read(beat)

    def _transaction(self, jobs: list[Job]) -> Exception | None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in together(statement for job in jobs for statement in job.statements):
                connection.execute(sql, values)
            connection.execute("COMMIT")
        except Exception as error:  # a value that SQLite can't hold raises an error of Python, not of SQLite
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return error
        return None

    def _ask(self, question: Callable[[Database], T]) -> T:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
            connection.execute("PRAGMA query_only = ON")
            connection.text_factory = _decode
            self._opened.append(connection)
        return question(connection)

    def _let_go(self) -> None:
        for connection in reversed(self._opened):
            connection.close()
        self._pulse.close()
        self._lock.release()


def _decode(stored: bytes) -> str:
    """Return a stored text; one that isn't UTF-8 is damaged, and must not keep anybody from reading the others."""
    return stored.decode("utf-8", "replace")


def unusable(path: Path, error: sqlite3.Error) -> str:
    """Return why the database at `path` can't be used, as a sentence."""
    if "not a database" in str(error):
        return f"{path} isn't a database."
    if isinstance(error, sqlite3.OperationalError):
        advice = next((f"; {advice}" for words, advice in ADVICE.items() if words in str(error)), "")
        return f"The database {path} can't be used: {error}{advice}."
    return f"The database {path} is damaged ({error}). Restore a backup, or name another file with --database."
