"""A table as a stream of lines of JSON: every change, a beat while nothing happens, and a last word at the end.

A program that is slow gets fewer, larger lines, as a page does: only the latest sight waits to be sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from starlette.types import Receive, Scope, Send

from ...table.live import Table
from ...table.people import tokens
from ...table.seats import Refused
from ...table.sight import Sight
from .. import codec
from ..addresses import reach_of
from ..telling import Telling
from ..wire import CLOSING
from .asked import NDJSON, Asked
from .errors import TooFast
from .reading import known_to, line, own_sight

TOO_MANY = "That many lines are open already; close one of them first."
CLOSED = "The table was closed for a moment; ask again."
LEAVING = "The house closes for a moment; ask again."
REVOKED = "The token was revoked."


class Stream:
    """One open stream at one table, and the answer that it is."""

    def __init__(self, asked: Asked, table: Table, guest: str | None, seat: int | None, known: tuple[int, int]) -> None:
        self.guest = guest
        self.holder: int | None = None
        self._asked = asked
        self._site = asked.site
        self._table = table
        self._seat = seat
        self._wake = asyncio.Event()
        self._sight: Sight | None = None  # still to be sent
        self._goodbye: str | None = None
        reach = reach_of(asked.request, asked.site.listening)
        known = (0, 0) if seat is None and table.is_shared(guest) else known
        self._telling = Telling(table, guest, reach, asked.site.house, *known)

    # what happens at the table ----------------------------------------------------------------------------------

    def changed(self, sight: Sight) -> None:
        try:
            self._sight = sight if self._seat is None else own_sight(self._table, self.guest, self._seat)
        except Refused as error:  # they lost the seat meanwhile
            self.closed(str(error))
        self._wake.set()

    def closed(self, why: str) -> None:
        self._goodbye = self._goodbye or why
        self._wake.set()

    # the answer -------------------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines until the program goes, or the house ends it; then leave nothing behind."""
        headers = [(b"content-type", NDJSON.encode()), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        sockets, who = self._site.sockets, self._asked.caller.who
        sockets[who] = sockets.get(who, 0) + 1
        if CLOSING in scope:
            self.closed(LEAVING)
        scope[CLOSING] = lambda: self.closed(LEAVING)
        tasks: list[asyncio.Task[None]] = []
        try:
            async with self._table.reading():
                if self._table.broken:
                    self.closed(CLOSED)
                else:
                    self._table.join(self)
            tasks = [asyncio.create_task(self._send_on(send)), asyncio.create_task(_until_gone(receive))]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.leave(self)
            sockets[who] -= 1
            if not sockets[who]:
                del sockets[who]
            for task in tasks:
                task.cancel()
            for task in tasks:
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task

    async def _send_on(self, send: Send) -> None:
        async def tell(text: bytes, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": text + b"\n" if text else b"", "more_body": more})

        beat, looked = self._site.limits.beat, time.monotonic()
        while self._goodbye is None:
            with contextlib.suppress(TimeoutError):
                left = looked + beat - time.monotonic()  # a change that wakes it puts off no look at the token
                async with asyncio.timeout(left):  # not `wait_for`: that may miss that it was cancelled
                    await self._wake.wait()
            quiet = not self._wake.is_set()
            self._wake.clear()
            if quiet or time.monotonic() - looked >= beat:
                looked = time.monotonic()
                if await self._revoked():
                    self.closed(REVOKED)
                    break
            sight, self._sight = self._sight, None
            if sight is not None:
                await tell(line(self._telling, sight))
            elif quiet:
                await tell(codec.encode({"t": "beat"}))
        await tell(codec.encode({"t": "closed", "why": self._goodbye}))
        await tell(b"", more=False)

    async def _revoked(self) -> bool:
        token = self._asked.caller.token
        if token is None:
            return False
        return not await self._site.house.store.read(lambda db: tokens.exists(db, token.id))


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def stream(asked: Asked) -> Callable[[Scope, Receive, Send], object]:
    """Open the stream of a table: of one seat of whoever asks, or as their page would show it."""
    site, table = asked.site, await asked.table()
    guest, seat = asked.caller.at(table.id), asked.number("seat", None)
    async with table.reading():
        own_sight(table, guest, seat)
    if site.sockets.get(asked.caller.who, 0) >= site.limits.sockets_per_guest:
        raise TooFast(TOO_MANY)
    return Stream(asked, table, guest, seat, known_to(asked))
