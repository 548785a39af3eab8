"""Limit each connection below the application: in time, and in unread answers.

uvicorn answers control frames even if nobody reads the answers, and waits without limit for the rest of a request. Both
of its protocol classes are made stricter here, and `close_overdue_connections` closes connections that are overdue.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .rate_limits import ConnectionDeadlines, Rate, TokenBucket
from .scope_keys import LOST, MORE_FOLLOWS, ON_SERVER_CLOSING

log = logging.getLogger("dicehouse.web")

MAX_HEAD_BYTES = 64 * 1024  # bytes of a request before its body
READ_SLICE_BYTES = 4 * 1024  # bytes read from a socket before the frames in them are counted
CONTROL_FRAME_RATE = Rate(10, 60)  # control frames and parts of messages: browsers send hardly any
MAX_QUEUED_MESSAGES = 128  # messages that wait while earlier ones are handled
NOT_TEXT, VIOLATION = 1007, 1008
TOO_MUCH_SENT = "That request is too large."
NOT_UTF8 = "That isn't valid UTF-8 text."


class _LimitedConnection:
    """Track what every connection can owe: reading what it is sent, and ending after it was closed."""

    transport: asyncio.Transport
    _unread: float | None = None  # time since which answers wait to be read
    _closing: float | None = None

    def abort_if_stuck(self, now: float, allowed: ConnectionDeadlines) -> None:
        if self._closing is None and self.transport.is_closing():
            self._closing = now
        if any(since is not None and now - since > allowed.unread for since in (self._unread, self._closing)):
            self.transport.abort()


class LimitedHttpProtocol(_LimitedConnection, HttpToolsProtocol):
    """Serve an HTTP connection: head and body of each request must arrive in time."""

    _head: float | None = None  # time since which the rest of a head is due
    _head_size = 0
    _body: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head = time.monotonic()

    def data_received(self, data: bytes) -> None:
        if self._body is None and self._head is None and (self.cycle is None or self.cycle.response_complete):
            self._head = time.monotonic()  # even blank lines begin a request
        awaited = self._head
        super().data_received(data)
        if awaited is not None and self._head is awaited:
            self._head_size += len(data)
            if self._head_size > MAX_HEAD_BYTES:
                self._close_with_status(431)

    def on_message_begin(self) -> None:
        self._head = self._head or time.monotonic()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head, self._head_size, self._body = None, 0, time.monotonic()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._body = None
        super().on_message_complete()

    def pause_writing(self) -> None:
        self._unread = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread = None
        super().resume_writing()

    def shutdown(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            scope: dict[str, Any] = self.cycle.scope  # type: ignore[assignment]  # it may hold more
            closing = scope.setdefault(ON_SERVER_CLOSING, None)
            if closing is not None:
                closing()  # end a stream that has no end of its own
        super().shutdown()

    def close_if_overdue(self, now: float, allowed: ConnectionDeadlines) -> None:
        """Close the connection if it is overdue."""
        owed = ((self._head, allowed.head), (self._body, allowed.body))
        if any(since is not None and now - since > most for since, most in owed):
            self._close_with_status(408)
        self.abort_if_stuck(now, allowed)

    def _close_with_status(self, status: int) -> None:
        """Close the connection, with `status` as the answer to a request that has none yet."""
        if self.transport.is_closing():
            return
        asking = self._head_size > 0 if self._head is not None else not self.cycle.response_started
        if asking:
            self.transport.write(STATUS_LINE[status] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()


class LimitedWebSocketProtocol(_LimitedConnection, WebSocketsSansIOProtocol):
    """Serve a WebSocket connection: reading stops while answers wait to be read, and a flood closes it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._control = TokenBucket(CONTROL_FRAME_RATE)

    def data_received(self, data: bytes) -> None:
        try:
            for at in range(0, len(data), READ_SLICE_BYTES):
                super().data_received(data[at : at + READ_SLICE_BYTES])
                if self.queue.qsize() > MAX_QUEUED_MESSAGES:
                    self._close_with_code(VIOLATION, TOO_MUCH_SENT)
                if self.close_sent or self.transport.is_closing():
                    break
        except UnicodeError:  # in the address or in a header
            log.warning("A request for a socket was refused: %s", NOT_UTF8)
            self.transport.close()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application, too, if the page was lost without a farewell; uvicorn says the same in both cases."""
        if self.handshake_complete and self.conn.close_rcvd is None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": LOST})
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_control_frame()

    def handle_pong(self, event: Any) -> None:
        super().handle_pong(event)
        self._count_control_frame()

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        self._count_control_frame()

    def _count_control_frame(self) -> None:
        if not self._control.take():
            self._close_with_code(VIOLATION, TOO_MUCH_SENT)

    def send_receive_event_to_app(self) -> None:
        try:
            if self.curr_msg_data_type == "text" and not self.close_sent:  # what follows a close is not read in full
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            log.warning("A message was refused: %s", NOT_UTF8)
            self._close_with_code(NOT_TEXT, NOT_UTF8)
        else:
            super().send_receive_event_to_app()

    def _close_with_code(self, code: int, why: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.conn.fail(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        self._unread = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread = None
        super().resume_writing()
        self._resume_reading()

    async def send(self, message: Any) -> None:
        if (
            message.get(MORE_FOLLOWS)
            and self.conn.state is State.OPEN
            and not self.close_sent
            and not self.disconnected
        ):
            self.conn.send_text(message["text"].encode())
        else:
            await super().send(message)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._resume_reading()
        return message

    def _resume_reading(self) -> None:
        if self.writable.is_set() and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def close_if_overdue(self, now: float, allowed: ConnectionDeadlines) -> None:
        """Close the connection if it is overdue."""
        self.abort_if_stuck(now, allowed)


def close_overdue_connections(
    server: Callable[[], uvicorn.Server], allowed: ConnectionDeadlines
) -> Callable[[], Awaitable[None]]:
    """Return what the server runs every second: it closes the connections that are overdue."""

    async def look() -> None:
        now = time.monotonic()
        for line in tuple(server().server_state.connections):
            if isinstance(line, (LimitedHttpProtocol, LimitedWebSocketProtocol)):
                line.close_if_overdue(now, allowed)

    return look
