"""A real server in a thread of the tests, and people who use it with plain HTTP or sockets."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from dicehouse.server.table.change import Grace
from dicehouse.web.app import make_app
from dicehouse.web.listening_socket import listen_at_file
from dicehouse.web.rate_limits import ConnectionDeadlines, Rate, RateLimits
from dicehouse.web.serving import make_server

from .secure_socket import SecureSocket

GAME = "dice-ocalypse"
PATIENCE = 60  # seconds that an answer may take on a machine that is busy with other tests
# of every client: an answer may take its time, and no line is used twice, as a house hangs up lines that were idle
PATIENT: dict[str, Any] = {"timeout": PATIENCE, "limits": httpx.Limits(max_keepalive_connections=0)}
UNHURRIED = ConnectionDeadlines(head=PATIENCE, body=PATIENCE)
AT_ONCE = Grace(0, 0, 0)
AMPLE = Rate(10_000, 10_000)
# nobody here is told from the others by an address, so what an address may do is for all tests of a server together
ADDRESS = dict.fromkeys(("tables", "guesses", "all_guesses", "phrases", "passkeys", "webhooks"), AMPLE)
ROOMY = RateLimits(actions=AMPLE, chat=AMPLE, **ADDRESS)


@dataclass
class Server:
    """A running house; `url` is where."""

    url: str
    database: Path
    server: uvicorn.Server = field(repr=False)
    thread: threading.Thread = field(repr=False)
    held: socket.socket | None = field(repr=False)  # keeps the port for a restart
    files: contextlib.ExitStack = field(repr=False)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"
        self.files.close()


def hold(port: int = 0) -> socket.socket:
    """Take a port, or any free one: whoever asks for a free one is not given it, and who names it may listen there."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", port))
    return held


def get(url: str, **more: Any) -> httpx.Response:
    """What anybody gets there."""
    return httpx.get(url, timeout=PATIENCE, **more)


def start(
    database: Path,
    *,
    port: int = 0,
    deadlines: ConnectionDeadlines | None = None,
    proxies: Sequence[str] = (),
    socket_file: Path | None = None,
    **options: Any,
) -> Server:
    """Serve a house on a free port, or on that of one that was stopped, or at a socket in a file."""
    options = {"bot_delay": 0, "limits": ROOMY, "grace": AT_ONCE} | options
    held, files = None, contextlib.ExitStack()
    if socket_file is None:
        listening = hold(port)
        port = listening.getsockname()[1]
        held = hold(port)
    else:
        listening = files.enter_context(listen_at_file(socket_file))
    app = make_app(database, **options)
    at_file = socket_file is not None
    server = make_server(app, "127.0.0.1", 0, deadlines=deadlines or UNHURRIED, proxies=proxies, socket_file=at_file)
    server.config.ws_ping_timeout = 10 * PATIENCE  # a test may leave a line unread for as long
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < until and thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    url = f"unix:{socket_file}" if at_file else f"http://127.0.0.1:{port}"
    return Server(url, database, server, thread, held, files)


class Person:
    """A browser without a page: cookies, forms, sockets."""

    def __init__(self, url: str, cookies: httpx.Cookies | None = None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, cookies=cookies, **PATIENT)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def post(self, where: str, **fields: Any) -> httpx.Response:
        return self.http.post(where, data={k.replace("_", "-"): str(v) for k, v in fields.items()})

    def open_table(self, *seats: str, game: str = GAME, **fields: Any) -> str:
        """Open a table with these places ("person", "open", "bot:sensible"); its address."""
        places = {f"seat-{n}": seats[n] if n < len(seats) else "none" for n in range(6)}
        answer = self.http.post(f"/new/{game}", data={"name-0": "Ana", **places, **fields})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def play_now(self) -> str:
        answer = self.post(f"/play-now/{GAME}")
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def sit(self, table: str, query: str = "", **headers: str) -> Sitting:
        """Open the socket of a table."""
        sent = {"Origin": self.url, "Cookie": self.cookie} | headers
        where = self.url.replace("http", "ws") + table + "/ws" + query
        headers = {k: v for k, v in sent.items() if v}
        return Sitting(
            connect(where, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None, max_size=None)
        )

    def invitations(self, table: str) -> list[str]:
        """The links that the host sees on the plain page."""
        found = re.findall(r'value="(http[^"]*/join/[^"]*)"', self.http.get(f"{table}/plain").text)
        return [re.sub("https?://[^/]+", "", unescape(link), count=1) for link in found]


class Sitting:
    """An open socket at a table, with the state that was shown last."""

    def __init__(self, line: AbstractContextManager[ClientConnection | SecureSocket]) -> None:
        self.socket = line.__enter__()
        self.frames: list[dict[str, Any]] = []
        self.sizes: list[int] = []

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    @property
    def state(self) -> dict[str, Any]:
        return next(f for f in reversed(self.frames) if f["t"] == "state")

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        try:
            text = self.socket.recv(timeout=timeout)
        except TimeoutError:
            raise TimeoutError(f"nothing came; the last frame was {str(self.frames[-1:])[:600]}") from None
        self.sizes.append(len(text))
        self.frames.append(json.loads(text))
        return self.frames[-1]

    def read_until(self, kind: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame of a kind."""
        until = time.monotonic() + timeout
        while (frame := self.read(max(0.01, until - time.monotonic())))["t"] != kind:
            pass
        return frame

    def wait_for(self, wanted: Any, timeout: float = PATIENCE) -> dict[str, Any]:
        """The first state, from the last one shown on, for which `wanted` is true."""
        states = [f for f in self.frames if f["t"] == "state"]
        if states and wanted(states[-1]):
            return states[-1]
        until = time.monotonic() + timeout
        while True:
            frame = self.read(max(0.01, until - time.monotonic()))
            if frame["t"] == "state" and wanted(frame):
                return frame

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"t": kind, **fields}))

    def act(self, state: dict[str, Any], option: str, action: str | None = None) -> str:
        """Send an option for a state that was shown; the id of the action."""
        action = action or uuid.uuid4().hex
        self.send("act", id=action, seat=state["seat"], number=state["number"], option=option)
        return action
