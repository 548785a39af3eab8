"""Connect the servers that share a PostgreSQL database: which ones are alive, and messages (LISTEN, NOTIFY).

A server is alive as long as its connection here is: the connection holds an advisory lock with the number of the
server, and the lock ends with it in any case. If the connection breaks, the server takes another number and loses
everything that it held.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import psycopg

from ..storage.database_address import Address
from ..storage.postgres_schema import ALIVE, ALIVE_NOW, Connection
from .server_messages import Hearer, decode

log = logging.getLogger("dicehouse.server")

CHANNEL = "dicehouse"
LOOK_SECONDS = 0.5  # how often a server checks that the others are alive
AGAIN_SECONDS = 1.0  # between two attempts to connect again

Post = Callable[[Callable[[], None]], None]  # calls a function on the event loop of the table registry


class Line:
    """Hold the connection of one server to the others."""

    def __init__(self, open_connection: Callable[[], Connection], address: Address) -> None:
        self.address = address
        self._open = open_connection
        self._hearer: tuple[Hearer, Post] | None = None
        self._alive: set[int] = set()
        self._closed = threading.Event()
        self.number = 0
        self._connection = self._begin()
        self._thread = threading.Thread(target=self._listen, name="store-line", daemon=True)

    def _begin(self) -> Connection:
        connection = self._open()
        ((number,),) = connection.execute("SELECT nextval('server')").fetchall()
        connection.execute("SELECT pg_advisory_lock(%s, %s)", (ALIVE, number))
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self.number = int(number)
        return connection

    def listen(self, hearer: Hearer, post: Post) -> None:
        """Start to pass messages to `hearer`; `post` calls it on the right event loop."""
        self._hearer = hearer, post
        self._thread.start()

    def _tell(self, what: Callable[[Hearer], None]) -> None:
        if self._hearer is not None and not self._closed.is_set():
            hearer, post = self._hearer
            post(lambda: what(hearer))

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._hear()
            except psycopg.Error as error:
                if not self._closed.is_set():
                    log.warning("the connection to the other servers was lost: %s", type(error).__name__)
                    self._mend()

    def _hear(self) -> None:
        for heard in self._connection.notifies(timeout=LOOK_SECONDS, stop_after=64):
            news = decode(heard.payload)
            if news is not None and news.server != self.number:
                self._tell(lambda hearer, news=news: hearer.heard(news))  # type: ignore[misc]  # mypy types no default of a lambda
        alive = {int(row[0]) for row in self._connection.execute(ALIVE_NOW.encode()).fetchall()}
        gone, self._alive = self._alive - alive, alive
        if gone:
            self._tell(lambda hearer: hearer.gone(gone))

    def _mend(self) -> None:
        while not self._closed.wait(AGAIN_SECONDS):
            try:
                self._connection.close()
                self._connection = self._begin()
            except psycopg.Error:
                continue
            gone, self._alive = self._alive, set()
            self._tell(lambda hearer, gone=gone: hearer.gone(gone))  # type: ignore[misc]  # mypy types no default of a lambda
            self._tell(lambda hearer: hearer.missed())
            return

    def close(self) -> None:
        """Close the connection, so that the other servers see at once that this one has ended."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * LOOK_SECONDS + 5)
        self._connection.close()
