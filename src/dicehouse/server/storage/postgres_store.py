"""Keep tables in PostgreSQL, a store that several servers can share.

A commit that returned is on the disk of the database (synchronous_commit is on unless its administrator turned it off).
The statements of a commit are sent together and answered together, so a commit takes two round trips, however many
tables share it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg.errors import DeadlockDetected
from psycopg.pq import TransactionStatus

from ..cluster.server_link import CHANNEL, Line
from ..cluster.server_messages import Hearer, News, changed, encode
from .data_files import CantOpen
from .database import Database, Statement, Value
from .database_address import Address
from .postgres_schema import CLAIM, Connection, check, in_words, key_in, migrate
from .schema import MIGRATIONS
from .store import Conflict, StoreFailed, Unsure
from .table_records import NEXT_REVISION, next_revision
from .threaded_store import Job, ThreadedStore

log = logging.getLogger("dicehouse.server")

T = TypeVar("T")

CONNECT_SECONDS = 5
LOCK_SECONDS, IDLE_SECONDS = 5, 10  # a server that is stopped during a commit must not hold up the others
COUNT = f"UPDATE game_table SET revision = {NEXT_REVISION} WHERE id = %s RETURNING revision".encode()  # noqa: S608
NOTIFY, SAY = b"SELECT pg_notify(%s, %s)", "SELECT pg_notify(?, ?)"
FREE = "DELETE FROM claim WHERE what = %(what)s AND server = %(server)s RETURNING server"
FASTER = "another server wrote this first"
READING = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class Postgres(ThreadedStore):
    """Keep tables in a PostgreSQL database. Raise CantOpen, with the reason, if it can't be used."""

    shared = True

    def __init__(self, address: Address) -> None:
        self.address = address
        self._local = threading.local()
        self._readings: list[Connection] = []
        with cant_open(address):
            self._writing = connect(address)
            try:
                migrate(self._writing, address)
                self.key = key_in(self._writing)
                self.line = Line(lambda: connect(address), address)
            except BaseException:
                self._writing.close()
                raise
            self._claims = connect(address)
        self._claiming = threading.Lock()
        super().__init__()

    # writing ----------------------------------------------------------------------------------------------------

    def change(self, table: str, number: int, *statements: Statement) -> asyncio.Future[None]:
        return self._put(statements, table, number)

    def _transaction(self, jobs: list[Job]) -> Exception | None:
        """Commit `jobs` as one transaction, and return the error if that fails.

        Try once more if the connection broke before the commit, or if the transaction was ended to resolve a deadlock:
        in both cases nothing was written.
        """
        for again in (True, False):
            self._committing = False
            try:
                if self._writing.closed:
                    self._writing = connect(self.address)
                self._commit_on(self._writing, jobs)
            except psycopg.OperationalError as error:
                if not self._writing.closed:  # the database refused, but the connection works
                    if again and isinstance(error, DeadlockDetected):
                        continue
                    return reportable(error)
                if self._committing:
                    return Unsure("the connection to the database was lost during a write")
                if not again:
                    return reportable(error)
            except Exception as error:
                return reportable(error)
            else:
                return None
        raise AssertionError

    def _commit_on(self, connection: Connection, jobs: list[Job]) -> None:
        """Write `jobs` in one transaction on `connection`. Raise Conflict if another server changed a table first.

        The revisions of the changed tables are updated first, in the same order at all servers, so that servers can't
        deadlock on them. A transaction that is too late locks those rows as well, because its statements are sent
        before it knows.
        """
        changes = sorted((job for job in jobs if job.table), key=lambda job: (job.table, job.number))
        try:
            with connection.pipeline():
                connection.execute(b"BEGIN")
                counted = [connection.execute(COUNT, (job.table,)) for job in changes]
                for job in jobs:
                    for sql, values in job.statements:
                        connection.execute(in_words(sql), plain(values))
                for text in changed(self.line.number, {job.table: next_revision(job.number) for job in changes}):
                    connection.execute(NOTIFY, (CHANNEL, text))
            if any(
                cursor.fetchone() != (next_revision(job.number),) for cursor, job in zip(counted, changes, strict=True)
            ):
                raise Conflict(FASTER)
            self._committing = True
            connection.execute(b"COMMIT")
        except BaseException:
            if not connection.closed and connection.info.transaction_status != TransactionStatus.IDLE:
                connection.execute(b"ROLLBACK")
            raise

    # reading ----------------------------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Database], T]) -> T:
        connection: Connection | None = getattr(self._local, "connection", None)
        try:
            if connection is None or connection.closed:
                connection = self._reconnect_reader()
            return question(Asking(connection))
        except (psycopg.Error, StoreFailed):
            if connection is not None and not connection.closed:
                raise
            return question(Asking(self._reconnect_reader()))  # the connection broke after the last query
        finally:
            self._end_reading()

    def _reconnect_reader(self) -> Connection:
        try:
            connection = self._local.connection = connect_to_read(self.address)
        except psycopg.Error as error:
            raise reportable(error) from None
        self._readings = [one for one in self._readings if not one.closed] + [connection]
        return connection

    def _end_reading(self) -> None:
        """End a transaction that a query left open, so that the next query sees the newest committed rows."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None or connection.closed:
            return
        if connection.info.transaction_status != TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")

    # beside other servers ---------------------------------------------------------------------------------------

    def listen(self, hearer: Hearer) -> None:
        loop = asyncio.get_running_loop()

        def post(what: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop is closed, so there is nobody to call
                loop.call_soon_threadsafe(what)

        self.line.listen(hearer, post)

    def tell(self, said: News) -> None:
        said.server = self.line.number
        sent = self._put(((SAY, (CHANNEL, encode(said).decode())),))
        sent.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def claim(self, what: str) -> bool | None:
        written = await self._on_claims(CLAIM, {"what": what, "server": self.line.number})
        return None if written is None else bool(written)

    async def free(self, what: str) -> None:
        await self._on_claims(FREE, {"what": what, "server": self.line.number})

    async def _on_claims(self, sql: str, values: dict[str, str | int]) -> int | None:
        return await self._in_reader(self._claimed, sql, values)

    def _claimed(self, sql: str, values: dict[str, str | int]) -> int | None:
        """Run the claim statement `sql` and return how many rows it wrote.

        Return None if the database can't be reached: then no server does the task for all.
        """
        with self._claiming:
            for _ in range(2):
                try:
                    if self._claims.closed:
                        self._claims = connect(self.address)
                    return int(self._claims.execute(sql.encode(), values).rowcount)
                except psycopg.Error as error:
                    log.info("claiming a task failed: %s", primary(error))
        return None

    def _let_go(self) -> None:
        self.line.close()
        for connection in (self._writing, self._claims, *self._readings):
            with suppress(psycopg.Error):
                connection.close()


class Asking:
    """Run queries on a psycopg connection, as a `database.Database`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> psycopg.Cursor[Found]:
        try:
            cursor = self._connection.cursor(row_factory=_by_name)
            return cursor.execute(in_words(sql), plain(values) or None)
        except psycopg.Error as error:
            raise reportable(error) from None


class Found:
    """Hold one row, with values by name or place."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places, self._values = places, values

    def __getitem__(self, key: str | int) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _by_name(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], Found]:
    places = {column.name: at for at, column in enumerate(cursor.description or ())}
    return lambda values: Found(places, values)


def plain(values: Sequence[Value]) -> Sequence[Value]:
    """Return `values` as PostgreSQL takes them: booleans as whole numbers, as in SQLite, and null characters replaced,
    since PostgreSQL can't hold them in text.
    """
    return [int(v) if isinstance(v, bool) else v.replace("\0", "\ufffd") if isinstance(v, str) else v for v in values]


# connecting -----------------------------------------------------------------------------------------------------


def connect(address: Address) -> Connection:
    """Open a connection as the writer uses it.

    It prepares no statements: if a pipeline breaks off, we can't tell which statements it has prepared.
    """
    limits = f"-c lock_timeout={LOCK_SECONDS}s -c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
    return psycopg.connect(
        address.uri,
        autocommit=True,
        prepare_threshold=None,
        connect_timeout=CONNECT_SECONDS,
        client_encoding="utf8",
        application_name="dicehouse",
        options=limits,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
    )


def connect_to_read(address: Address) -> Connection:
    """Open a connection that can't write; between BEGIN and COMMIT it sees one state of the database."""
    connection = connect(address)
    connection.prepare_threshold = 5
    connection.execute(READING)
    return connection


@contextmanager
def reading(address: Address) -> Iterator[Database]:
    """Open the database at `address` for queries, whether or not servers use it.

    Raise CantOpen if it isn't the database of a server of this version.
    """
    with cant_open(address), connect_to_read(address) as connection:
        have = check(connection, address)
        if not have:
            raise CantOpen(f"{address} has no tables of Dicehouse.")
        if have < len(MIGRATIONS):
            raise CantOpen(
                f"An older version of Dicehouse wrote {address}. Start a server of this version to update it."
            )
        yield Asking(connection)


@contextmanager
def cant_open(address: Address) -> Iterator[None]:
    """Raise CantOpen in place of an error of PostgreSQL, with a message that never contains the password."""
    try:
        yield
    except psycopg.ProgrammingError as error:
        if error.sqlstate is None:  # an error in the address, which the message may quote
            raise CantOpen(
                "That isn't the address of a PostgreSQL database. It must look like "
                "postgresql://user@host:5432/dicehouse."
            ) from None
        raise CantOpen(f"{address} can't be used: {primary(error)}.") from None
    except psycopg.Error as error:
        raise CantOpen(f"{address} can't be used: {primary(error)}.") from None


def reportable(error: Exception) -> Exception:
    """Return the error to report for `error`, without the values that were to be written: they may be secrets."""
    if isinstance(error, psycopg.errors.UniqueViolation):
        return Conflict(FASTER)
    if isinstance(error, psycopg.DataError):
        return StoreFailed("PostgreSQL can't hold one of the values")
    return StoreFailed(primary(error)) if isinstance(error, psycopg.Error) else error


def primary(error: psycopg.Error) -> str:
    """Return the main message of a PostgreSQL error, as part of a sentence."""
    lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith("\t")]  # without hints
    text = error.diag.message_primary or (lines or ["no answer"])[-1].rpartition("failed: ")[2]
    return " ".join(text.split()).removeprefix("FATAL: ").strip().rstrip(".")
