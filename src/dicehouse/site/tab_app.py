"""Run the server's application in a browser tab: the worker passes on requests, and the messages of tables.

Nothing here knows JavaScript: the worker hands in plain functions, so the same code runs in the tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.types import Message, Scope

from dicehouse.bots.named_opponents import search_budget
from dicehouse.core.game import Game
from dicehouse.server.archive.review_worker import Engine
from dicehouse.server.driver import Elsewhere, here
from dicehouse.web.app import BOT_DELAY_SECONDS, make_app
from dicehouse.web.app_services import Alone
from dicehouse.web.device_routes import device_routes

from .tab_rules import rules_file
from .tab_store import Keep, TabStore

# Games whose rules run in the tab. inDICEsion needs MuJoCo.
PLAYABLE = frozenset({"baron-voodoo", "deck-o-dice", "dice-ocalypse", "dicetopia"})
HOST = "tab.invalid"  # only compared with itself: a form's origin with the host of the request
REVIEW_SECONDS = 6.0  # for a review


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold the answer to a request; `place` is where it redirects to, or empty."""

    status: int
    place: str
    media: str
    body: bytes


def searches() -> bool:
    """Return True if the tab has the compiled rules that searches need."""
    return all(rules_file(game).is_file() for game in PLAYABLE)


def can_play(bot: str, game: Game) -> bool:
    """Return True if `bot` plays `game` in the tab."""
    return searches() or not search_budget(game, bot)


class TabApp:
    """Answer the requests of one tab, whose cookies it keeps."""

    def __init__(
        self,
        store: TabStore,
        key: bytes,
        cookies: str,
        bot_delay: float = BOT_DELAY_SECONDS,
        elsewhere: Elsewhere = here,
    ) -> None:
        self.app: Starlette = make_app(
            store,
            secret_key=key,
            bot_delay=bot_delay,
            routes=device_routes(),
            alone=Alone(PLAYABLE, can_play, searches(), elsewhere),
            reviewer=Engine(REVIEW_SECONDS),
            pushes=False,
        )
        self._cookies = dict(pair.split("=", 1) for pair in cookies.split("; ") if "=" in pair)
        self._life: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()

    @property
    def cookies(self) -> str:
        """Return the cookies as a browser sends them; the worker stores them."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    async def begin(self) -> None:
        """Start the application's own jobs, and return when it can answer."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def live() -> None:
            try:
                async with self.app.router.lifespan_context(self.app):
                    ready.set_result(None)
                    await self._leave.wait()
            except Exception as error:
                if ready.done():
                    raise
                ready.set_exception(error)

        self._life = asyncio.create_task(live())
        await ready

    async def end(self) -> None:
        """Stop the application."""
        self._leave.set()
        if self._life is not None:
            await self._life

    def _scope(self, kind: str, address: str, headers: Mapping[str, str]) -> Scope:
        path, _, query = address.partition("?")
        sent = {"host": HOST, "origin": f"http://{HOST}", "cookie": self.cookies, **headers}
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
            "client": ("127.0.0.1", 1),
            "server": (HOST, 80),
        }

    async def request(self, method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        """Answer one request."""
        status, fields, parts = 500, list[tuple[str, str]](), list[bytes]()
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                fields.extend(
                    (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in message["headers"]
                )
            else:
                parts.append(message.get("body", b""))

        await self.app({**self._scope("http", address, headers), "method": method}, receive, send)
        for name, value in fields:
            if name == "set-cookie":
                self._take_cookie(value)
        found = dict(fields)
        return Answer(status, found.get("location", ""), found.get("content-type", ""), b"".join(parts))

    def _take_cookie(self, text: str) -> None:
        for name, cookie in SimpleCookie(text).items():
            if cookie["max-age"] == "0":
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = cookie.value

    def open_socket(
        self, address: str, headers: Mapping[str, str], receive: Callable[[str], None], closed: Callable[[int], None]
    ) -> TabSocket:
        """Open the socket at `address`; its messages go to `receive`, and `closed` gets the code of its end."""
        return TabSocket(self.app, self._scope("websocket", address, headers), receive, closed)


class TabSocket:
    """Carry the messages between a table's page and the application."""

    def __init__(
        self, app: Starlette, scope: Scope, receive: Callable[[str], None], closed: Callable[[int], None]
    ) -> None:
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._sent.put_nowait({"type": "websocket.connect"})
        self._receive, self._closed, self._open = receive, closed, True
        self._task = asyncio.create_task(self._run(app, {**scope, "subprotocols": []}))

    def send(self, text: str) -> None:
        """Send a message of the page."""
        self._sent.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """End the connection, because the page was left."""
        self._open = False
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def _run(self, app: Starlette, scope: Scope) -> None:
        async def send(message: Message) -> None:
            if message["type"] == "websocket.send" and self._open:
                self._receive(message["text"])
            elif message["type"] == "websocket.close" and self._open:
                self._open = False
                self._closed(message.get("code", 1000))

        try:
            await app(scope, self._sent.get, send)
        finally:
            if self._open:
                self._open = False
                self._closed(1011)


async def start(
    saved: bytes | None,
    key: bytes,
    cookies: str,
    keep: Keep,
    bot_delay: float = BOT_DELAY_SECONDS,
    elsewhere: Elsewhere = here,
) -> TabApp:
    """Return the running application of a tab with the tables in `saved`. Raise CantOpen if they can't be used."""
    tab = TabApp(TabStore(saved, keep), key, cookies, bot_delay, elsewhere)
    await tab.begin()
    return tab
