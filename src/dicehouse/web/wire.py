"""The lines themselves, below the application: nobody holds one for nothing, or is answered more than they read.

uvicorn answers control frames without looking whether anybody reads the answers, and waits for ever for the rest of a
request. Both of its protocols are tightened here, and once a second `patrol` cuts the lines that owe the house
something for too long.
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

from .limits import Bucket, Deadlines, Rate

log = logging.getLogger("dicehouse.web")

MOST_HEAD = 64 * 1024  # bytes of a request before its body
SLICE = 4 * 1024  # this much is read of a socket before the frames in it are counted
CONTROL = Rate(10, 60)  # control frames and parts of messages: browsers send hardly any
MOST_WAITING = 128  # messages that were sent before those ahead of them were done
NOT_TEXT, VIOLATION = 1007, 1008
MORE = "dicehouse.more"  # in a message that is sent: another one follows at once, so both go out in one piece
CLOSING = "dicehouse.closing"  # in a request's scope: what to call when the house closes; there already: it does
FLOOD = "Too much was sent at once."
NO_TEXT = "That is no text in UTF-8."


class _Line:
    """What every line can owe: to read what is sent to it, and to go when it was closed."""

    transport: asyncio.Transport
    _unread: float | None = None  # since when answers wait to be read
    _closing: float | None = None

    def cut_if_stuck(self, now: float, allowed: Deadlines) -> None:
        if self._closing is None and self.transport.is_closing():
            self._closing = now
        if any(since is not None and now - since > allowed.unread for since in (self._unread, self._closing)):
            self.transport.abort()


class RequestLine(_Line, HttpToolsProtocol):
    """A line of requests: head and body of each must come in time."""

    _head: float | None = None  # since when the rest of a head is owed
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
            if self._head_size > MOST_HEAD:
                self._end(431)

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
            closing = scope.setdefault(CLOSING, None)
            if closing is not None:
                closing()  # an answer without an end has to find one
        super().shutdown()

    def look_at(self, now: float, allowed: Deadlines) -> None:
        """Cut the line if it is overdue."""
        owed = ((self._head, allowed.head), (self._body, allowed.body))
        if any(since is not None and now - since > most for since, most in owed):
            self._end(408)
        self.cut_if_stuck(now, allowed)

    def _end(self, status: int) -> None:
        """Close the line, with a word where something was asked and nothing answered yet."""
        if self.transport.is_closing():
            return
        asking = self._head_size > 0 if self._head is not None else not self.cycle.response_started
        if asking:
            self.transport.write(STATUS_LINE[status] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()


class SocketLine(_Line, WebSocketsSansIOProtocol):
    """A WebSocket: reading stops while answers wait to be read, and a flood ends it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._control = Bucket(CONTROL)

    def data_received(self, data: bytes) -> None:
        try:
            for at in range(0, len(data), SLICE):
                super().data_received(data[at : at + SLICE])
                if self.queue.qsize() > MOST_WAITING:
                    self._cut(VIOLATION, FLOOD)
                if self.close_sent or self.transport.is_closing():
                    break
        except UnicodeError:  # in the address or in a header
            log.warning("A request for a socket was refused: %s", NO_TEXT)
            self.transport.close()
        if not self.writable.is_set() and not self.transport.is_closing():
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Any) -> None:
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        if not self._control.take():
            self._cut(VIOLATION, FLOOD)

    def send_receive_event_to_app(self) -> None:
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            log.warning("A message was refused: %s", NO_TEXT)
            self._cut(NOT_TEXT, NO_TEXT)
        else:
            super().send_receive_event_to_app()

    def _cut(self, code: int, why: str) -> None:
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
        self._read_on()

    async def send(self, message: Any) -> None:
        if message.get(MORE) and self.conn.state is State.OPEN and not self.close_sent and not self.disconnected:
            self.conn.send_text(message["text"].encode())
        else:
            await super().send(message)

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    def _read_on(self) -> None:
        if self.writable.is_set() and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def look_at(self, now: float, allowed: Deadlines) -> None:
        """Cut the line if it is overdue."""
        self.cut_if_stuck(now, allowed)


def patrol(server: Callable[[], uvicorn.Server], allowed: Deadlines) -> Callable[[], Awaitable[None]]:
    """What a server does every second: look at its lines and cut those that are overdue."""

    async def look() -> None:
        now = time.monotonic()
        for line in tuple(server().server_state.connections):
            if isinstance(line, (RequestLine, SocketLine)):
                line.look_at(now, allowed)

    return look
