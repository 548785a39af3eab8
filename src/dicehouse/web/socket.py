"""The socket of a table: what the page sends is done at the table, what happens there is shown.

A reader who is slow gets fewer, larger frames: only the latest sight waits to be sent, and the events since the last
one that was. So no queue grows, whatever a client does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from time import perf_counter
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from dicehouse.errors import DicehouseError

from ..table import teaching
from ..table.live import Table
from ..table.seats import Refused
from ..table.sight import Sight
from . import codec
from .addresses import reach_of
from .codec import (
    Act,
    Again,
    Aim,
    Chat,
    Fill,
    Hint,
    Hints,
    Hold,
    Lesson,
    Malformed,
    Name,
    Nudge,
    Order,
    Pace,
    Part,
    Person,
    Ping,
    Quiet,
    Reasons,
    Renew,
    Seal,
    See,
    StandIn,
    Start,
    Takeback,
    Try,
    Undo,
    Why,
)
from .meeting import deal_with
from .site import Site, asker, site_of
from .telling import Telling
from .trials import Trials
from .wire import MORE

log = logging.getLogger("dicehouse.web")
Arranging = Fill | Start | StandIn | Nudge | Pace | Reasons | Hints | Renew | Person | Quiet

VIOLATION, TOO_BIG, FAULT = 1008, 1009, 1011
MOST_REPLIES = 64
TOO_FAST = "That was faster than this table follows; take a breath."
NOT_IN_HAND = "Say first that you have the device in hand."
PONG = codec.encode({"t": "pong"}).decode()


class Viewer:
    """One open socket at one table."""

    def __init__(self, socket: WebSocket, site: Site, table: Table, guest: str | None, since: int, links: int) -> None:
        self.guest = guest
        self.holder: int | None = None
        self._socket = socket
        self._site = site
        self._table = table
        self._who = asker(socket, guest)
        self._wake = asyncio.Event()
        self._sight: Sight | None = None  # still to be sent
        self._latest: Sight | None = None
        self._replies: list[str] = []
        self._goodbye: tuple[int, str] | None = None
        self._hint: asyncio.Task[None] | None = None
        self.trials = Trials(site.workshop, lambda told: self._reply(codec.encode(told).decode()))
        self.answering = asyncio.Lock()  # held while something is done at the table: that must not be cut off
        if table.is_shared(guest):
            since = 0  # whose log it was that the page read is not known any more
        words = socket.query_params.get("words") == "1"  # its page has no board for this game
        reach = reach_of(socket, site.listening)
        self._telling = Telling(table, guest, reach, site.house, since, links, words=words)

    # what happens at the table ----------------------------------------------------------------------------------

    def changed(self, sight: Sight) -> None:
        if sight.seat != self.holder:
            self.holder = None
        self._latest = self._sight = sight
        self._wake.set()

    def closed(self, why: str) -> None:
        self.hang_up(FAULT, why)

    def hang_up(self, code: int, why: str) -> None:
        self._goodbye = self._goodbye or (code, why)
        self._wake.set()

    @property
    def leaving(self) -> bool:
        """Whether a last word is still to be sent."""
        return self._goodbye is not None

    async def send_on(self) -> None:
        """Send what is new until the socket is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            texts, self._replies = self._replies, []
            sight, self._sight = self._sight, None
            if sight is not None:
                texts.append(self._telling.frame(sight).decode())
            for at, text in enumerate(texts, 1):
                await self._socket.send({"type": "websocket.send", "text": text, MORE: at < len(texts)})
            if self._goodbye is not None:
                await self._socket.close(*self._goodbye)
                return

    # what the page sends ----------------------------------------------------------------------------------------

    async def receive_on(self) -> None:
        """Do what the page asks until it goes or breaks the rules of the wire."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None or len(text) > self._site.limits.frame:
                self.hang_up(TOO_BIG if text else VIOLATION, "Frames are JSON texts of at most 16 KiB.")
                return
            try:
                asked = codec.decode(text)
            except Malformed:
                self.hang_up(VIOLATION, "That frame is no message of this house.")
                return
            if len(self._replies) >= MOST_REPLIES:
                self.hang_up(VIOLATION, "Too many messages were sent without reading the answers.")
                return
            if not self._allowed(asked):
                self._refuse(getattr(asked, "id", None), TOO_FAST, stale=False)
                await asyncio.sleep(0.2)
            else:
                await self._answer(asked)

    def _allowed(self, asked: codec.AnyMessage) -> bool:
        if isinstance(asked, Chat):
            return self._site.chat.take(self._who)
        if isinstance(asked, Try):
            return self._site.practice.take(self._who)
        if isinstance(asked, Aim):
            return self._site.trials.take(self._who)
        if isinstance(asked, Hint):
            return self._site.hints.take(self._who)
        return self._site.actions.take(self._who)

    async def _answer(self, asked: codec.AnyMessage) -> None:
        action, began, refused = getattr(asked, "id", None), perf_counter(), True
        try:
            async with self.answering:
                if isinstance(asked, Lesson):
                    await teaching.go(self._table, self.guest, asked.at)
                else:
                    await self._do(asked)
            refused = False
        except Refused as error:
            self._refuse(action, str(error), error.stale)
        except DicehouseError as error:
            self._refuse(action, str(error), stale=False)
        if self._site.metrics and isinstance(asked, (Act, Undo)):
            self._site.metrics.acted(perf_counter() - began, refused=refused)

    async def _do(self, asked: codec.AnyMessage) -> None:
        table, guest = self._table, self.guest
        match asked:
            case Act():
                number = await table.act(guest, asked.seat, asked.number, asked.option, asked.id)
                self._reply(codec.encode({"t": "ack", "id": asked.id, "number": number}).decode())
            case Undo():
                number = await table.undo(guest, asked.seat, asked.number, asked.id)
                self._reply(codec.encode({"t": "ack", "id": asked.id, "number": number}).decode())
            case Try() | Aim() | Why():
                await self._try_out(asked)
            case Hint():
                self._hint = asyncio.create_task(self._advise(asked))
            case Takeback():
                await table.takeback.answer(guest, asked.say)
            case Chat():
                await table.say(guest, await self._name(), asked.text)
            case Order():
                await table.set_order(guest, asked.seat, asked.mode, asked.points)
            case Fill() | Start() | StandIn() | Nudge() | Pace() | Reasons() | Hints() | Renew() | Person() | Quiet():
                await self._arrange(asked)
            case Name() | Part() | Seal():
                await self._prepare(asked)
            case Again():
                await self._site.house.again(table, guest, asked.contribution)
            case See():
                await self._show(asked.since)
            case Hold():
                async with table.reading():
                    self.holder = table.own_seat(guest, asked.seat)
                    self.changed(table.shown(guest, self.holder))
            case Ping():
                self._reply(PONG)

    async def _prepare(self, asked: Name | Part | Seal) -> None:
        """What one says of oneself before the game, and adds to its dice or those of the next one."""
        if isinstance(asked, Part):
            await self._table.parts.show(self.guest, asked.text)
        elif isinstance(asked, Seal):
            self._table.rematch.send(self.guest, asked.text)
        elif self.guest is not None:
            await self._table.rename(self.guest, asked.text)
            await self._site.house.set_name(self.guest, asked.text)

    async def _arrange(self, asked: Arranging) -> None:
        """Who plays, and how fast bots do."""
        table, guest, house = self._table, self.guest, self._site.house
        match asked:
            case Fill():
                await house.fill(table, guest, asked.seat, asked.bot)
            case Start():
                await house.start(table, guest, asked.bot)
            case StandIn():
                await house.stand_in(table, guest, asked.seat, asked.bot)
            case Nudge():
                await table.absence.nudge(guest, asked.seat)
            case Pace():
                await table.set_pace(guest, asked.pace)
            case Reasons():
                await table.set_reasons(guest, asked.on)
            case Hints():
                await table.hints.agree(guest, asked.on)
            case Renew():
                await house.invitations.renew(table, guest, asked.seat)
            case Person():
                await deal_with(house, table, guest, asked.who, asked.what)
            case Quiet():
                await table.manners.set_quiet(guest, asked.on)

    async def _try_out(self, asked: Try | Aim | Why) -> None:
        if isinstance(asked, Why):
            return await self._say_why(asked)
        if isinstance(asked, Aim):
            return self.trials.begin(asked.id, await self._table.likely(self.guest, asked.seat, asked.option))
        facts = await self._table.practise(self.guest, asked.seat, asked.option)
        return self._reply(codec.encode({"t": "tried", "id": asked.id, "facts": facts}).decode())

    async def _advise(self, asked: Hint) -> None:
        """A hint, while the page goes on; it comes with the next sight of its seat, and is there after a reload."""
        try:
            async with self._table.reading() as table:
                if table.match is not None and table.shown(self.guest, self.holder).seat != asked.seat:
                    table.own_seat(self.guest, asked.seat)
                    raise Refused(NOT_IN_HAND)
            await self._site.house.hint(self._table, self.guest, asked.seat)
            self._reply(codec.encode({"t": "hinted", "id": asked.id}).decode())
        except DicehouseError as error:
            self._refuse(asked.id, str(error), stale=False)

    async def _say_why(self, asked: Why) -> None:
        """Why an option can't be played now. On a shared device only of the seat that is shown: a reason tells, too."""
        async with self._table.reading() as table:
            seat, why = table.own_seat(self.guest, asked.seat), ""
            if table.match is not None and table.shown(self.guest, self.holder).seat != seat:
                why = NOT_IN_HAND
            elif table.match is not None:
                why = table.match.why_not(seat, asked.option)
        self._refuse(asked.id, why, stale=False)

    async def _name(self) -> str | None:
        return await self._site.house.name_of(self.guest) if self.guest else None

    async def _show(self, since: int) -> None:
        """Send the table as it is now, with the events after the first `since`."""
        async with self._table.reading() as table:
            sight = table.shown(self.guest, self.holder)
            self._telling.resume(sight, since)
            self.changed(sight)

    def _reply(self, text: str) -> None:
        self._replies.append(text)
        self._wake.set()

    def _refuse(self, action: str | None, why: str, stale: bool) -> None:
        self._reply(codec.encode({"t": "refused", "id": action, "why": why, "stale": stale}).decode())
        if stale and self._sight is None and self._latest is not None:
            self.changed(self._latest)


async def table_socket(socket: WebSocket) -> None:
    """The endpoint: who may look is known before the socket is accepted."""
    site = site_of(socket)
    guest = site.guests.read(socket.cookies)
    who = asker(socket, guest)
    try:
        table = await site.house.find(socket.path_params["table"])
    except DicehouseError:
        await socket.close(VIOLATION)
        return
    if site.sockets.get(who, 0) >= site.limits.sockets_per_guest:
        await socket.close(VIOLATION)
        return
    site.sockets[who] = site.sockets.get(who, 0) + 1
    try:
        await site.house.ignoring.of(guest)
        await socket.accept()
        if table.phase == "waiting" and table.is_host(guest):
            await site.house.invitations.keep_codes(table)
        await _attend(Viewer(socket, site, table, guest, *_known(socket)), table)
    finally:
        site.house.saw(table, guest)
        site.sockets[who] -= 1
        if not site.sockets[who]:
            del site.sockets[who]


async def _attend(viewer: Viewer, table: Table) -> None:
    """Read and write until either ends, then leave nothing behind."""
    tasks: list[asyncio.Task[Any]] = []
    try:
        async with table.reading():
            if table.broken:
                viewer.closed("The table was closed; open it again.")
            else:
                table.join(viewer)
        tasks = [asyncio.create_task(viewer.receive_on()), asyncio.create_task(viewer.send_on())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[1].done() and viewer.leaving:
            await asyncio.wait([tasks[1]], timeout=2)
    finally:
        table.leave(viewer)
        viewer.trials.drop()
        async with viewer.answering:
            for task in tasks:
                task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task


def _known(socket: WebSocket) -> tuple[int, int]:
    """How many events the page has, and how far the match had come then."""
    since, links = (socket.query_params.get(name, "0") for name in ("since", "links"))
    return _count(since), _count(links)


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
