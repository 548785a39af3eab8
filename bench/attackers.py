"""Programs that attack a server, each a process of its own: floods, slow clients and idle connections.

    python -m bench.attackers KIND PORT ADDRESSES CONNECTIONS SECONDS TABLE COOKIE

It connects from ADDRESSES addresses of this machine, beginning with 127.1.0.1, and prints as JSON what was answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

PATHS = (
    "/",
    "/rules",
    "/rules/dice-ocalypse",
    "/games",
    "/opponents",
    "/dice",
    "/new/dice-ocalypse",
    "/join/zzzzzz",
    "/me",
)
FORMS = ("/play-now/dice-ocalypse", "/me", "/join/zzzzzz", "/language")
DOORS = 200  # connections that are made at a time
FRAMES = (
    '{"t":"see","since":0}',
    '{"t":"chat","text":"flood"}',
    '{"t":"act","id":"x","seat":0,"number":0,"option":"roll"}',
    '{"t":"ping"}',
    '{"t":"hint","id":"x"}',
)


@dataclass
class Attack:
    """Where and how a server is attacked, and what came of it."""

    port: int
    addresses: int
    connections: int
    until: float
    table: str = ""
    cookie: str = ""
    answers: Counter[str] = field(default_factory=Counter)

    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def line(self, number: int, small: bool = False) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect from the next address; `small` leaves no room for answers."""
        sock = socket.socket()
        sock.setblocking(False)
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        at = number % self.addresses
        sock.bind((f"127.1.{at // 250}.{at % 250 + 1}", 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=sock, limit=2**20)

    def head(self, method: str, path: str, length: int | None = None, more: str = "") -> bytes:
        here = f"127.0.0.1:{self.port}"
        body = "" if length is None else f"Content-Length: {length}\r\n"
        form = "Content-Type: application/x-www-form-urlencoded\r\n" if method == "POST" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\n{form}{body}{more}\r\n"
        return head.encode()

    def upgrade(self, guest: bool = True) -> bytes:
        """Return the request for a socket at the table."""
        cookie = f"Cookie: {self.cookie}\r\n" if guest and self.cookie else ""
        more = f"{cookie}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        return self.head("GET", f"{self.table}/ws", more=more + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")


def masked(text: str) -> bytes:
    """Return a text as a frame of a client."""
    data, key = text.encode(), os.urandom(4)
    size = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(data))


async def read_answer(reader: asyncio.StreamReader) -> str:
    """Read an answer to its end; return its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").lower().split("\r\n")
    length = next((int(line.split(":")[1]) for line in lines if line.startswith("content-length:")), None)
    if length is not None:
        await reader.readexactly(length)
    elif "transfer-encoding: chunked" in lines:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readuntil(b"\r\n")
    return lines[0].split(" ")[1]


async def pages(attack: Attack, number: int) -> None:
    """Ask for pages and send forms, one after the other, as fast as they are answered."""
    chance = random.Random(number)
    reader, writer = await attack.line(number)
    try:
        while attack.goes_on():
            if chance.random() < 0.8:
                writer.write(attack.head("GET", chance.choice(PATHS)))
            else:
                body = b"name=Eve&language=en&back=/"
                writer.write(attack.head("POST", chance.choice(FORMS), len(body)) + body)
            attack.answers[await read_answer(reader)] += 1
    finally:
        writer.close()


async def frames(attack: Attack, number: int) -> None:
    """Open a socket at the table and send frames as fast as they go, without reading the answers first."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.upgrade(guest=number % 2 == 0))
        attack.answers[await read_answer(reader)] += 1

        async def read() -> None:
            while await reader.read(65536):
                pass

        reading = asyncio.create_task(read())
        try:
            while attack.goes_on() and not reading.done():
                writer.write(masked(random.choice(FRAMES)))
                attack.answers["frames"] += 1
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            reading.cancel()
    finally:
        writer.close()


async def connects(attack: Attack, number: int) -> None:
    """Connect and leave, again and again."""
    _reader, writer = await attack.line(number)
    writer.close()
    attack.answers["connected"] += 1


async def slow_heads(attack: Attack, number: int) -> None:
    """Send a head sign by sign, and never its end."""
    reader, writer = await attack.line(number)
    try:
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
        waiting = asyncio.create_task(reader.read(4096))
        while attack.goes_on() and not waiting.done():
            writer.write(b"X-a: b\r\n")
            await asyncio.sleep(1)
        attack.answers["cut" if waiting.done() else "still open"] += 1
        waiting.cancel()
    finally:
        writer.close()


async def slow_bodies(attack: Attack, number: int) -> None:
    """Send a form sign by sign."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.head("POST", "/me", 60_000) + b"name=")
        waiting = asyncio.create_task(reader.read(4096))
        while attack.goes_on() and not waiting.done():
            writer.write(b"x")
            await asyncio.sleep(1)
        attack.answers["cut" if waiting.done() else "still open"] += 1
        waiting.cancel()
    finally:
        writer.close()


async def unread(attack: Attack, number: int) -> None:
    """Ask for frames and pages for ever, and read nothing."""
    _reader, writer = await attack.line(number, small=True)
    writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport of a socket can
    try:
        at_a_table = bool(attack.table) and number % 2 == 0
        writer.write(attack.upgrade(guest=False) if at_a_table else b"")
        await asyncio.sleep(1)
        more = masked(FRAMES[0]) if at_a_table else attack.head("GET", "/rules/dice-ocalypse")
        while attack.goes_on() and not writer.transport.is_closing():
            writer.write(more)
            with suppress(TimeoutError):
                await asyncio.wait_for(writer.drain(), 1)
            await asyncio.sleep(0.5)
        attack.answers["cut" if writer.transport.is_closing() else "still open"] += 1
    finally:
        writer.transport.abort()


async def idle(attack: Attack, number: int) -> None:
    """Look on at the table and do nothing, as a page does that was left open; every socket answers pings."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.upgrade(guest=False))
        attack.answers[await read_answer(reader)] += 1
        while attack.goes_on():
            try:
                first, size = await asyncio.wait_for(reader.readexactly(2), max(0.1, attack.until - time.monotonic()))
            except TimeoutError:
                break
            length = size & 127
            if length > 125:
                length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
            data = await reader.readexactly(length)
            if first & 15 == 9:  # a ping
                writer.write(bytes([0x8A, 128 | len(data)]) + bytes(4) + data)
            elif first & 15 == 8:
                attack.answers["cut"] += 1
                return
        attack.answers["still open"] += 1
    finally:
        writer.close()


KINDS: dict[str, Callable[[Attack, int], Awaitable[None]]] = {
    "pages": pages,
    "frames": frames,
    "connects": connects,
    "slow-heads": slow_heads,
    "slow-bodies": slow_bodies,
    "unread": unread,
    "idle": idle,
}


async def attacked(kind: str, attack: Attack) -> None:
    """Keep all connections of an attack busy until its end; one that ended is made again."""
    doors = asyncio.Semaphore(DOORS)

    async def one(number: int) -> None:
        while attack.goes_on():
            async with doors:
                await asyncio.sleep(0)
            try:
                await KINDS[kind](attack, number)
            except (OSError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
                attack.answers[type(error).__name__] += 1
                await asyncio.sleep(0.05)
            if kind == "idle":
                return

    if kind == "idle":
        tasks, apart = [], (attack.until - time.monotonic()) / 5 / attack.connections
        for number in range(attack.connections):
            tasks.append(asyncio.create_task(one(number)))
            await asyncio.sleep(apart)  # so that they do not come all at once
        await asyncio.gather(*tasks)
    else:
        await asyncio.gather(*map(one, range(attack.connections)))


def main() -> None:
    kind, port, addresses, connections, seconds, table, cookie = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    attack = Attack(int(port), int(addresses), int(connections), time.monotonic() + float(seconds), table, cookie)
    asyncio.run(attacked(kind, attack))
    print(json.dumps(attack.answers), flush=True)


if __name__ == "__main__":
    main()
