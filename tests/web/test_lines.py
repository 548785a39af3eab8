"""Lines that are held for nothing, and floods below the messages of the house: they end, and others play on."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import httpx
import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.protocol import State
from websockets.server import ServerProtocol

from dicehouse.web.connection_limits import LimitedWebSocketProtocol
from dicehouse.web.rate_limits import ConnectionDeadlines, Rate, RateLimits
from dicehouse.web.scope_keys import MORE_FOLLOWS

from ..server.room import run_apart
from .server import PATIENCE, Person, Server

SHORT = ConnectionDeadlines(head=1, body=1, unread=1)
MEBIBYTE = 1024 * 1024
PING, PONG, CONTINUATION, TEXT = 0x9, 0xA, 0x0, 0x1


@contextmanager
def line_to(server: Server) -> Iterator[socket.socket]:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        yield line


def ended(line: socket.socket) -> bytes:
    """What came until the other side closed; TimeoutError if it never does."""
    found = b""
    try:
        while part := line.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


@contextmanager
def raw_socket(server: Server, person: Person, table: str, path: bytes | None = None) -> Iterator[socket.socket]:
    """A WebSocket without a client library, which would answer and count for itself."""
    key = base64.b64encode(os.urandom(16)).decode()
    with line_to(server) as line:
        head = (
            f" HTTP/1.1\r\nHost: {server.url[7:]}\r\nOrigin: {server.url}\r\nCookie: {person.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        )
        line.sendall(b"GET " + (path or f"{table}/ws".encode()) + head.encode())
        if path is None:
            assert b" 101 " in line.recv(4096)
        yield line


def frame(kind: int, data: bytes, last: bool = True) -> bytes:
    """A frame as a browser sends it (masked with zeros)."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + size + b"\0\0\0\0" + data


def pour(line: socket.socket, data: bytes, most: int) -> bool:
    """Send this again and again without reading; whether the other side cut the line before so many bytes."""
    block = data * max(1, 65536 // len(data))
    try:
        for _ in range(most // len(block)):
            line.sendall(block)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING, b"x" * 125),
        frame(PING, b""),
        frame(PONG, b"x"),
        frame(CONTINUATION, b"", last=False),
        frame(TEXT, b'{"t":"ping"}'),
    ],
    ids=["pings", "empty pings", "pongs", "parts of nothing", "messages"],
)
def test_a_flood_of_frames_cuts_its_own_line(server: Server, ana: Person, ben: Person, sent: bytes) -> None:
    """64 MiB of them, never read: the line is cut long before, and another player goes on."""
    table, other = ana.play_now(), ben.open_table("person", "person")
    with raw_socket(server, ana, table) as line, ben.sit(other) as calm:
        if sent[0] & 0xF == CONTINUATION:
            line.sendall(frame(TEXT, b"", last=False))
        assert pour(line, sent, 64 * MEBIBYTE)
        state = calm.wait_for(lambda s: True)
        calm.act(state, state["options"][0]["id"])
        assert calm.read_until("ack")["number"] == 1


def test_own_pings_count_like_all_else(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(actions=Rate(0.001, 5)))
    person = Person(server.url)
    with person.sit(person.play_now()) as sitting:
        for _ in range(8):
            sitting.send("ping")
        sitting.read_until("refused")


def answers(server: Server) -> bool:
    """Whether the house answers in time: where its deadlines are short, a busy machine may miss one."""
    with suppress(httpx.TransportError):
        return Person(server.url).http.get("/healthz").status_code == 200
    return False


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
        b"POST /me HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 100\r\n\r\nname=",
    ],
    ids=["nothing", "half a head", "blank lines", "half a second head", "a body nobody reads", "half a form"],
)
def test_half_sent_requests_end(serve: Callable[..., Server], part: bytes) -> None:
    server = serve(deadlines=SHORT)
    with line_to(server) as line:
        line.sendall(part.replace(b"HOST", server.url[7:].encode()))
        ended(line)
    until = time.monotonic() + PATIENCE
    while not answers(server):
        assert time.monotonic() < until


def test_a_form_that_drips_ends(serve: Callable[..., Server]) -> None:
    """A byte now and then is no progress: the whole body has its time."""
    server = serve(deadlines=SHORT)
    with line_to(server) as line:
        head = f"POST /me HTTP/1.1\r\nHost: {server.url[7:]}\r\nOrigin: {server.url}\r\nContent-Length: 60000\r\n\r\n"
        line.sendall(head.encode())
        line.settimeout(0.05)
        for _ in range(PATIENCE * 20):
            try:
                line.sendall(b"a")
                if not line.recv(4096) or line.recv(4096) is not None:
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            raise AssertionError("the form was waited for")


@pytest.mark.parametrize("before", [b"", b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"])
def test_a_head_without_end_is_refused(server: Server, before: bytes) -> None:
    with line_to(server) as line:
        line.sendall(before + b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert pour(line, b"X-More: " + b"x" * 1000 + b"\r\n", 64 * MEBIBYTE)


def test_answers_that_nobody_reads_are_given_up(serve: Callable[..., Server]) -> None:
    server = serve(deadlines=SHORT)
    lines = server.server.server_state.connections
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
        asked = b"GET /rules/dicetopia HTTP/1.1\r\nHost: x\r\n\r\n"
        try:
            while True:
                line.sendall(asked * 100)  # it takes no more when nothing is read; then it is cut
        except ConnectionError:
            pass
        for _ in range(PATIENCE * 20):
            if not lines:
                break
            time.sleep(0.05)
    assert not lines


@pytest.mark.parametrize("what", ["path", "query", "header", "socket path", "message"])
def test_bytes_that_are_no_text_make_one_line_in_the_log(
    server: Server, ana: Person, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    bad, table = b"/t/\xff\xfe", ana.play_now()
    if "socket" in what or what == "message":
        with raw_socket(server, ana, table, bad + b"/ws" if "socket" in what else None) as line:
            if what == "message":
                line.sendall(frame(TEXT, b'{"t":"chat","text":"\xff"}'))
            ended(line)
    else:
        path = {"path": bad, "query": b"/?x=\xff"}.get(what, b"/healthz")
        header = b"X-Odd: \xff\xfe\r\nCookie: dicehouse=\xff\r\n" if what == "header" else b""
        with line_to(server) as line:
            line.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + b"\r\n")
            assert ended(line).startswith(b"HTTP/1.1 ")
    assert len(caplog.records) <= 1
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in caplog.records)


def test_a_message_that_another_follows_at_once_goes_out_with_it() -> None:
    """In one write; what comes between does not overtake it, and nothing is sent on a line that is being closed."""
    written: list[bytes] = []
    line = LimitedWebSocketProtocol.__new__(LimitedWebSocketProtocol)
    line.conn, line.transport = ServerProtocol(state=State.OPEN), SimpleNamespace(write=written.append)
    line.handshake_complete, line.initial_response, line.writable = True, None, asyncio.Event()
    line.disconnected = line.close_sent = False
    line.writable.set()

    async def send(text: str, more: bool) -> None:
        await line.send({"type": "websocket.send", "text": text, MORE_FOLLOWS: more})

    async def story() -> None:
        await send("ack", True)
        assert written == []
        await send("state", False)
        assert written == [b"\x81\x03ack\x81\x05state"]
        await send("ack", True)
        line.conn.send_ping(b"")
        line.transport.write(b"".join(line.conn.data_to_send()))
        assert written[1:] == [b"\x81\x03ack\x89\x00"]
        line.conn.send_close(1000)
        for more in (True, False):
            with pytest.raises(ClientDisconnected):
                await send("late", more)

    run_apart(story())
