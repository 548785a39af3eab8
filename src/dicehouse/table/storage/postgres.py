"""The store that several servers share: PostgreSQL.

A commit that returned is on the disk of the database (synchronous_commit is on unless its host turned it off). The
statements of a commit go there together and come back together: it costs two journeys, however many tables share it.
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

from ..servers.line import CHANNEL, Line
from ..servers.news import Hearer, News, changed, encode
from .address import Address
from .database import Database, Statement, Value
from .dialect import CLAIM, Connection, check, in_words, key_in, migrate
from .files import CantOpen
from .schema import MIGRATIONS
from .store import Conflict, Job, Store, StoreFailed, Unsure

log = logging.getLogger("dicehouse.table")

T = TypeVar("T")

CONNECT_SECONDS = 5
LOCK_SECONDS, IDLE_SECONDS = 5, 10  # a server that was stopped in the middle of a commit must not hold up the others
COUNT = b"UPDATE game_table SET revision = revision + 1 WHERE id = %s RETURNING revision"
NOTIFY, SAY = b"SELECT pg_notify(%s, %s)", "SELECT pg_notify(?, ?)"
FREE = "DELETE FROM claim WHERE what = %(what)s AND server = %(server)s RETURNING server"
FASTER = "another server wrote it first"
READING = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


class Postgres(Store):
    """A database on a PostgreSQL server. CantOpen says who or what is in the way."""

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
        """The same once more if the line was cut before the commit, or others waited for it as it did for them: nothing
        of it is there then.
        """
        for again in (True, False):
            self._committing = False
            try:
                if self._writing.closed:
                    self._writing = connect(self.address)
                self._commit_on(self._writing, jobs)
            except psycopg.OperationalError as error:
                if not self._writing.closed:  # it refused, and the line holds
                    if again and isinstance(error, DeadlockDetected):
                        continue
                    return told(error)
                if self._committing:
                    return Unsure("the line to the database was cut while it wrote")
                if not again:
                    return told(error)
            except Exception as error:
                return told(error)
            else:
                return None
        raise AssertionError

    def _commit_on(self, connection: Connection, jobs: list[Job]) -> None:
        """First the numbers of the tables that change, in the same order at all servers: they can't wait in a ring. Who
        comes too late holds them as well, for its statements are on their way before it knows.
        """
        changes = sorted((job for job in jobs if job.table), key=lambda job: (job.table, job.number))
        try:
            with connection.pipeline():
                connection.execute(b"BEGIN")
                counted = [connection.execute(COUNT, (job.table,)) for job in changes]
                for job in jobs:
                    for sql, values in job.statements:
                        connection.execute(in_words(sql), plain(values))
                for text in changed(self.line.number, {job.table: job.number + 1 for job in changes}):
                    connection.execute(NOTIFY, (CHANNEL, text))
            if any(cursor.fetchone() != (job.number + 1,) for cursor, job in zip(counted, changes, strict=True)):
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
                connection = self._read_anew()
            return question(Asking(connection))
        except (psycopg.Error, StoreFailed):
            if connection is not None and not connection.closed:
                raise
            return question(Asking(self._read_anew()))  # the line was cut since the last question
        finally:
            self._end_reading()

    def _read_anew(self) -> Connection:
        try:
            connection = self._local.connection = connect_to_read(self.address)
        except psycopg.Error as error:
            raise told(error) from None
        self._readings = [one for one in self._readings if not one.closed] + [connection]
        return connection

    def _end_reading(self) -> None:
        """Whatever a question left behind, the next one sees what is committed then."""
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
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                loop.call_soon_threadsafe(what)

        self.line.listen(hearer, post)

    def tell(self, said: News) -> None:
        said.server = self.line.number
        told = self._put(((SAY, (CHANNEL, encode(said).decode())),))
        told.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def claim(self, what: str) -> bool | None:
        written = await self._on_claims(CLAIM, {"what": what, "server": self.line.number})
        return None if written is None else bool(written)

    async def free(self, what: str) -> None:
        await self._on_claims(FREE, {"what": what, "server": self.line.number})

    async def _on_claims(self, sql: str, values: dict[str, str | int]) -> int | None:
        return await self._in_reader(self._claimed, sql, values)

    def _claimed(self, sql: str, values: dict[str, str | int]) -> int | None:
        """How many notes on who does what were written; None if none can be: then nobody does anything for all."""
        with self._claiming:
            for _ in range(2):
                try:
                    if self._claims.closed:
                        self._claims = connect(self.address)
                    return int(self._claims.execute(sql.encode(), values).rowcount)
                except psycopg.Error as error:
                    log.info("a claim failed: %s", primary(error))
        return None

    def _let_go(self) -> None:
        self.line.close()
        for connection in (self._writing, self._claims, *self._readings):
            with suppress(psycopg.Error):
                connection.close()


class Asking:
    """A connection as `database.Database`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> psycopg.Cursor[Found]:
        try:
            cursor = self._connection.cursor(row_factory=_by_name)
            return cursor.execute(in_words(sql), plain(values) or None)
        except psycopg.Error as error:
            raise told(error) from None


class Found:
    """A row, by name or place."""

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
    """SQLite's truth is a number; and a text can't hold the sign 0 here, which whoever sends it may use in SQLite."""
    return [int(v) if isinstance(v, bool) else v.replace("\0", "\ufffd") if isinstance(v, str) else v for v in values]


# connecting -----------------------------------------------------------------------------------------------------


def connect(address: Address) -> Connection:
    """A connection of the writer's kind.

    Nothing is prepared on it: what a line of statements that broke off has prepared, nobody can tell.
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
    """A connection that can't write; between BEGIN and COMMIT it sees one moment."""
    connection = connect(address)
    connection.prepare_threshold = 5
    connection.execute(READING)
    return connection


@contextmanager
def reading(address: Address) -> Iterator[Database]:
    """A house's database for questions, whether or not servers use it; CantOpen if it isn't one of this version."""
    with cant_open(address), connect_to_read(address) as connection:
        have = check(connection, address)
        if not have:
            raise CantOpen(f"{address} holds no tables of a Dicehouse.")
        if have < len(MIGRATIONS):
            raise CantOpen(f"{address} was written by an older Dicehouse; start a server of this one to bring it up.")
        yield Asking(connection)


@contextmanager
def cant_open(address: Address) -> Iterator[None]:
    """What PostgreSQL refuses is CantOpen: a sentence that never holds the password."""
    try:
        yield
    except psycopg.ProgrammingError as error:
        if error.sqlstate is None:  # of the address itself, which may be quoted in what it says
            raise CantOpen(
                "That address of a PostgreSQL database can't be read;"
                " it should be like postgresql://user@host:5432/dicehouse."
            ) from None
        raise CantOpen(f"{address} can't be used: {primary(error)}.") from None
    except psycopg.Error as error:
        raise CantOpen(f"{address} can't be used: {primary(error)}.") from None


def told(error: Exception) -> Exception:
    """What went wrong, without the values that were to be written: they may be secrets."""
    if isinstance(error, psycopg.errors.UniqueViolation):
        return Conflict(FASTER)
    if isinstance(error, psycopg.DataError):
        return StoreFailed("PostgreSQL can't hold one of the values")
    return StoreFailed(primary(error)) if isinstance(error, psycopg.Error) else error


def primary(error: psycopg.Error) -> str:
    """What PostgreSQL says first, as part of a sentence."""
    lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith("\t")]  # no advice
    text = error.diag.message_primary or (lines or ["no answer"])[-1].rpartition("failed: ")[2]
    return " ".join(text.split()).removeprefix("FATAL: ").strip().rstrip(".")
