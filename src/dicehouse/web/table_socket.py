"""Serve the socket of a table: run what the page sends, and show what happens.

A slow reader gets fewer, larger frames: only the latest view waits to be sent, with the events since the last one
that was sent. So no queue grows, whatever a client does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from time import monotonic, perf_counter
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from dicehouse.errors import DicehouseError

from ..i18n import _
from ..match.match import Match
from ..server.commands import Act, RequestHint, Undo
from ..server.execute_command import execute_command
from ..server.live_table import Table
from ..server.seats import Refused
from ..server.snapshot import Snapshot
from . import socket_messages
from .app_services import AppServices, rate_limit_key, services_of
from .incremental_frames import IncrementalFrames
from .option_preview import OptionPreview
from .reachable_address import find_reachable_address
from .request_limits import count_connection, may_connect
from .request_parsing import parse_number
from .scope_keys import LOST, MORE_FOLLOWS
from .socket_messages import (
    ClientMessage,
    ExplainOption,
    HoldDevice,
    MalformedMessage,
    Ping,
    PracticeThrow,
    PreviewOption,
    RequestFrame,
)
from .table_commands import command_limit

log = logging.getLogger("dicehouse.web")

VIOLATION, TOO_BIG, INTERNAL_ERROR = 1008, 1009, 1011
MAX_COUNT_DIGITS = 9
MAX_REPLIES = 64
TOO_FAST = _("Too fast. Wait a moment and try again.")
DEVICE_NOT_HELD = _("First confirm that you have the device.")
PONG = socket_messages.encode_json({"t": "pong"}).decode()


class TableConnection:
    """Serve one open socket at one table."""

    def __init__(
        self, socket: WebSocket, site: AppServices, table: Table, guest: str | None, since: int, links: int
    ) -> None:
        self.guest = guest
        self.holder: int | None = None
        self.was_lost = False
        self.opened = monotonic()
        self._socket = socket
        self._site = site
        self._table = table
        self._who = rate_limit_key(socket, guest)
        self._wake = asyncio.Event()
        self._snapshot: Snapshot | None = None  # still to be sent
        self._latest: Snapshot | None = None
        self._replies: list[str] = []
        self._goodbye: tuple[int, str] | None = None
        self._hint: asyncio.Task[None] | None = None
        self.trials = OptionPreview(
            site.workshop, lambda data: self._queue_reply(socket_messages.encode_json(data).decode())
        )
        self.answering = asyncio.Lock()  # held while a message is handled, which must not be cancelled
        if table.state.is_shared(guest):
            since = 0  # it is no longer known which seat's log the page has
        words = socket.query_params.get("words") == "1"  # its page has no board for this game
        reach = find_reachable_address(socket, site.listening, site.address)
        self._frames = IncrementalFrames(table, guest, reach, site.registry, since, links, words=words)

    # what happens at the table ----------------------------------------------------------------------------------

    def changed(self, snapshot: Snapshot) -> None:
        if snapshot.seat != self.holder:
            self.holder = None
        self._latest = self._snapshot = snapshot
        self._wake.set()

    def closed(self, why: str) -> None:
        self.close_with(INTERNAL_ERROR, why)

    def close_with(self, code: int, why: str) -> None:
        self._goodbye = self._goodbye or (code, why)
        self._wake.set()

    @property
    def leaving(self) -> bool:
        """Return True if a closing message must still be sent."""
        return self._goodbye is not None

    async def send_until_closed(self) -> None:
        """Send what is new until the socket is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            texts, self._replies = self._replies, []
            snapshot, self._snapshot = self._snapshot, None
            if snapshot is not None:
                texts.append(self._frames.frame(snapshot).decode())
            for at, text in enumerate(texts, 1):
                await self._socket.send({"type": "websocket.send", "text": text, MORE_FOLLOWS: at < len(texts)})
            if self._goodbye is not None:
                await self._socket.close(*self._goodbye)
                return

    # what the page sends ----------------------------------------------------------------------------------------

    async def receive_until_closed(self) -> None:
        """Run the page's messages until it disconnects or breaks the protocol; note in `was_lost` if it vanished."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                self.was_lost = message.get("code") == LOST
                return
            text = message.get("text")
            if text is None or len(text) > self._site.limits.frame:
                self.close_with(TOO_BIG if text else VIOLATION, "A frame must be a JSON text of at most 16 KiB.")
                return
            try:
                asked = socket_messages.decode_message(text)
            except MalformedMessage:
                self.close_with(VIOLATION, "This server doesn't know that message.")
                return
            if len(self._replies) >= MAX_REPLIES:
                self.close_with(VIOLATION, "You sent too many messages without reading the answers.")
                return
            if not self._within_limits(asked):
                self._queue_refusal(getattr(asked, "id", None), TOO_FAST, stale=False)
                await asyncio.sleep(0.2)
            else:
                await self._handle_message(asked)

    def _within_limits(self, asked: ClientMessage) -> bool:
        if isinstance(asked, PracticeThrow):
            return self._site.practice.take(self._who)
        if isinstance(asked, PreviewOption):
            return self._site.trials.take(self._who)
        if isinstance(asked, (ExplainOption, RequestFrame, HoldDevice, Ping)):
            return self._site.actions.take(self._who)
        return command_limit(self._site, asked).take(self._who)

    async def _handle_message(self, asked: ClientMessage) -> None:
        action, began, refused = getattr(asked, "id", None), perf_counter(), True
        try:
            async with self.answering:
                await self._answer(asked)
            refused = False
        except Refused as error:
            self._queue_refusal(action, str(error), error.stale)
        except DicehouseError as error:
            self._queue_refusal(action, str(error), stale=False)
        if self._site.metrics and isinstance(asked, (Act, Undo)):
            self._site.metrics.count_action(perf_counter() - began, refused=refused)

    async def _answer(self, asked: ClientMessage) -> None:
        """Answer a query, or carry out a command; an action and an undo are acknowledged."""
        match asked:
            case PracticeThrow() | PreviewOption() | ExplainOption():
                await self._handle_preview(asked)
            case RequestHint():
                self._hint = asyncio.create_task(self._send_hint(asked))
            case RequestFrame():
                await self._send_frame_since(asked.since)
            case HoldDevice():
                self.holder = self._table.state.own_seat(self.guest, asked.seat)
                self.changed(self._table.shown(self.guest, self.holder))
            case Ping():
                self._queue_reply(PONG)
            case _:
                number = await execute_command(self._site.registry, self._table, self.guest, asked)
                if isinstance(asked, (Act, Undo)):
                    reply = {"t": "ack", "id": asked.id, "number": number}
                    self._queue_reply(socket_messages.encode_json(reply).decode())

    async def _handle_preview(self, asked: PracticeThrow | PreviewOption | ExplainOption) -> None:
        if isinstance(asked, ExplainOption):
            return await self._send_explanation(asked)
        if isinstance(asked, PreviewOption):
            return self.trials.begin(asked.id, self._match(asked.seat).sample_outcomes(asked.seat, asked.option))
        facts = self._match(asked.seat).practise(asked.seat, asked.option)
        return self._queue_reply(socket_messages.encode_json({"t": "tried", "id": asked.id, "facts": facts}).decode())

    def _match(self, seat: int) -> Match:
        """Return the match, for a guest who tries something out in their own seat."""
        self._table.state.own_seat(self.guest, seat)
        self._table.note_active(self.guest)
        return self._table.state.playing()

    async def _send_hint(self, asked: RequestHint) -> None:
        """Compute a hint while the page stays usable; it is sent with the next view of its seat, and kept over a
        reload."""
        try:
            table = self._table
            if table.state.match is not None and table.shown(self.guest, self.holder).seat != asked.seat:
                table.state.own_seat(self.guest, asked.seat)
                raise Refused(DEVICE_NOT_HELD)
            await execute_command(self._site.registry, self._table, self.guest, asked)
            self._queue_reply(socket_messages.encode_json({"t": "hinted", "id": asked.id}).decode())
        except DicehouseError as error:
            self._queue_refusal(asked.id, str(error), stale=False)

    async def _send_explanation(self, asked: ExplainOption) -> None:
        """Send the reason why an option can't be played now. On a shared device this answers only for the seat that
        is shown, because a reason gives information away, too."""
        table = self._table
        seat, why = table.state.own_seat(self.guest, asked.seat), ""
        if table.state.match is not None and table.shown(self.guest, self.holder).seat != seat:
            why = DEVICE_NOT_HELD
        elif table.state.match is not None:
            why = table.state.match.explain_refusal(seat, asked.option)
        self._queue_refusal(asked.id, why, stale=False)

    async def _send_frame_since(self, since: int) -> None:
        """Send the table as it is now, with the events after the first `since`."""
        table = self._table
        snapshot = table.shown(self.guest, self.holder)
        self._frames.resume(snapshot, since)
        self.changed(snapshot)

    def _queue_reply(self, text: str) -> None:
        self._replies.append(text)
        self._wake.set()

    def _queue_refusal(self, action: str | None, why: str, stale: bool) -> None:
        self._queue_reply(
            socket_messages.encode_json({"t": "refused", "id": action, "why": why, "stale": stale}).decode()
        )
        if stale and self._snapshot is None and self._latest is not None:
            self.changed(self._latest)


async def table_socket(socket: WebSocket) -> None:
    """Serve a table's socket; the client's right to see the table is checked before the socket is accepted."""
    site = services_of(socket)
    guest = site.guests.read(socket.cookies)
    who = rate_limit_key(socket, guest)
    try:
        table = await site.registry.find(socket.path_params["table"])
    except DicehouseError:
        await socket.close(VIOLATION)
        return
    if not may_connect(site, who):
        await socket.close(VIOLATION)
        return
    with count_connection(site, who):
        try:
            await site.registry.ignoring.of(guest)
            await socket.accept()
            if table.state.phase == "waiting" and table.state.is_host(guest):
                await site.registry.invitations.keep_codes(table)
            await _serve_connection(TableConnection(socket, site, table, guest, *_known_events(socket)), table)
        finally:
            site.registry.saw(table, guest)


async def _serve_connection(viewer: TableConnection, table: Table) -> None:
    """Read and write until either ends, then clean up."""
    tasks: list[asyncio.Task[Any]] = []
    try:
        if table.broken:
            viewer.closed("The server put this table away. Open it again.")
        else:
            table.join(viewer)
        tasks = [asyncio.create_task(viewer.receive_until_closed()), asyncio.create_task(viewer.send_until_closed())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[1].done() and viewer.leaving:
            await asyncio.wait([tasks[1]], timeout=2)
        elif not tasks[0].done() and not viewer.leaving:  # nothing could be sent: what came last says why
            await asyncio.wait([tasks[0]], timeout=2)
    finally:
        table.leave(viewer, lost_after=viewer.opened if viewer.was_lost else None)
        viewer.trials.drop()
        async with viewer.answering:
            for task in tasks:
                task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task


def _known_events(socket: WebSocket) -> tuple[int, int]:
    """Return the number of events that the page has, and the mark of the match at that time."""
    since, links = (socket.query_params.get(name, "0") for name in ("since", "links"))
    return parse_number(since, MAX_COUNT_DIGITS) or 0, parse_number(links, MAX_COUNT_DIGITS) or 0
