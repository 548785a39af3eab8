"""Stream a table as lines of JSON: every change, a beat while nothing happens, and a closing line.

A slow program gets fewer, larger lines, as a page does: only the latest view waits to be sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from starlette.types import Receive, Scope, Send

from ...server.accounts import api_tokens
from ...server.live_table import Table
from ...server.seats import Refused
from ...server.snapshot import Snapshot
from .. import socket_messages
from ..incremental_frames import IncrementalFrames
from ..reachable_address import find_reachable_address
from ..request_limits import count_connection, may_connect
from ..scope_keys import ON_SERVER_CLOSING
from .api_errors import TooFast
from .endpoint import NDJSON, ApiRequest
from .read_endpoints import encode_state_line, known_events, snapshot_of_seat

TOO_MANY_STREAMS = "You have too many open streams. Close one of them first."
TABLE_CLOSED = "The server put this table away for a moment. Open the stream again."
SERVER_CLOSING = "The server is restarting. Open the stream again in a moment."
REVOKED_SENTENCE = "The token was revoked. Create a new one at /me/programs."


class TableStream:
    """Hold one open stream of one table, which is also the response."""

    def __init__(
        self, asked: ApiRequest, table: Table, guest: str | None, seat: int | None, known: tuple[int, int]
    ) -> None:
        self.guest = guest
        self.holder: int | None = None
        self._asked = asked
        self._site = asked.site
        self._table = table
        self._seat = seat
        self._wake = asyncio.Event()
        self._snapshot: Snapshot | None = None  # still to be sent
        self._goodbye: str | None = None
        reach = find_reachable_address(asked.request, asked.site.listening, asked.site.address)
        known = (0, 0) if seat is None and table.state.is_shared(guest) else known
        self._frames = IncrementalFrames(table, guest, reach, asked.site.registry, *known)

    # what happens at the table ----------------------------------------------------------------------------------

    def changed(self, snapshot: Snapshot) -> None:
        try:
            self._snapshot = snapshot if self._seat is None else snapshot_of_seat(self._table, self.guest, self._seat)
        except Refused as error:  # the guest lost the seat meanwhile
            self.closed(str(error))
        self._wake.set()

    def closed(self, why: str) -> None:
        self._goodbye = self._goodbye or why
        self._wake.set()

    # the answer -------------------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines until the program disconnects or the server ends the stream; then clean up."""
        headers = [(b"content-type", NDJSON.encode()), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        if ON_SERVER_CLOSING in scope:
            self.closed(SERVER_CLOSING)
        scope[ON_SERVER_CLOSING] = lambda: self.closed(SERVER_CLOSING)
        tasks: list[asyncio.Task[None]] = []
        try:
            with count_connection(self._site, self._asked.caller.who):
                if self._table.broken:
                    self.closed(TABLE_CLOSED)
                else:
                    self._table.join(self)
                tasks = [
                    asyncio.create_task(self._send_until_closed(send)),
                    asyncio.create_task(_wait_for_disconnect(receive)),
                ]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.leave(self)
            for task in tasks:
                task.cancel()
            for task in tasks:
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task

    async def _send_until_closed(self, send: Send) -> None:
        async def tell(text: bytes, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": text + b"\n" if text else b"", "more_body": more})

        beat, looked = self._site.limits.beat, time.monotonic()
        while self._goodbye is None:
            with contextlib.suppress(TimeoutError):
                left = looked + beat - time.monotonic()  # a change must not delay the next check of the token
                async with asyncio.timeout(left):  # not `wait_for`: that may miss that it was cancelled
                    await self._wake.wait()
            quiet = not self._wake.is_set()
            self._wake.clear()
            if quiet or time.monotonic() - looked >= beat:
                looked = time.monotonic()
                if await self._is_token_revoked():
                    self.closed(REVOKED_SENTENCE)
                    break
            snapshot, self._snapshot = self._snapshot, None
            if snapshot is not None:
                await tell(encode_state_line(self._frames, snapshot))
            elif quiet:
                await tell(socket_messages.encode_json({"t": "beat"}))
        await tell(socket_messages.encode_json({"t": "closed", "why": self._goodbye}))
        await tell(b"", more=False)

    async def _is_token_revoked(self) -> bool:
        token = self._asked.caller.token
        if token is None:
            return False
        return not await self._site.registry.store.read(lambda db: api_tokens.exists(db, token.id))


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def stream(asked: ApiRequest) -> Callable[[Scope, Receive, Send], object]:
    """Open the stream of a table, from the client's chosen seat or from the one that the client's page would show."""
    site, table = asked.site, await asked.table()
    guest, seat = asked.caller.at(table.id), asked.number("seat", None)
    snapshot_of_seat(table, guest, seat)
    if not may_connect(site, asked.caller.who):
        raise TooFast(TOO_MANY_STREAMS)
    return TableStream(asked, table, guest, seat, known_events(asked))
