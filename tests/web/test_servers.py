"""Three servers on one PostgreSQL behind a balancer, killed and replaced while people play: nothing is lost, nothing is
there twice, and a pause is all that anybody notices.
"""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from dicehouse.cli import main

from ..cluster import Cluster
from .server import PATIENCE, Person, Sitting

pytestmark = [pytest.mark.xdist_group("postgres"), pytest.mark.slow]

SERVERS, TABLES = 3, 3
SERVE = """
import sys
from dicehouse.table.storage.address import place_of
from dicehouse.web.app import make_app, server_for
from dicehouse.web.limits import Limits, Rate
wide = Rate(10_000, 10_000)
app = make_app(place_of(sys.argv[1]), bot_delay=0, limits=Limits(actions=wide, chat=wide, tables=wide))
server_for(app, "127.0.0.1", int(sys.argv[2])).run()
"""
FELL = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Balancer(threading.Thread):
    """Hands each new connection to the next server that takes it, as a proxy in front of several does."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ports: list[int] = []
        self._next = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._closed = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._pass_on, sock=self._listening):
            await self._closed.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self.join(timeout=PATIENCE)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(len(self.ports)):
            self._next += 1
            try:
                there = await asyncio.open_connection("127.0.0.1", self.ports[self._next % len(self.ports)])
            except OSError:
                continue
            await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
            return
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


class Servers:
    """The servers of a house, and the balancer before them."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.balancer = Balancer()
        self.running: list[tuple[subprocess.Popen[bytes], int]] = []
        for _ in range(SERVERS):
            self.running.append(self._launch())
        self._wait(*(port for _, port in self.running))
        self.balancer.ports = [port for _, port in self.running]
        self.balancer.start()

    def _launch(self) -> tuple[subprocess.Popen[bytes], int]:
        port = free_port()
        return subprocess.Popen([sys.executable, "-c", SERVE, self.place, str(port)]), port

    def _wait(self, *ports: int) -> None:
        until = time.monotonic() + PATIENCE
        for port in ports:
            while True:
                assert time.monotonic() < until, "a server did not answer"
                try:
                    httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.05)

    def replace(self, which: int, how: signal.Signals) -> None:
        """End a server, then put a new one in its place; meanwhile the others have its people."""
        process, port = self.running[which]
        process.send_signal(how)
        process.wait(timeout=PATIENCE)
        self.balancer.ports.remove(port)
        self.running[which] = self._launch()
        self._wait(self.running[which][1])
        self.balancer.ports.append(self.running[which][1])

    def close(self) -> None:
        self.balancer.close()
        for process, _ in self.running:
            process.kill()
            process.wait()


@pytest.fixture
def servers(postgres: Cluster) -> Iterator[Servers]:
    running = Servers(postgres.fresh().uri)
    yield running
    running.close()


class Player(threading.Thread):
    """Somebody whose page reconnects by itself, and sends again what was not answered."""

    def __init__(self, person: Person, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.person, self.table = person, table
        self.chance = random.Random(seed)
        self.acknowledged: dict[str, int] = {}
        self.lines = 0
        self.longest = 0.0  # seconds without a line
        self.stop = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        wanted: dict[str, Any] = {}
        cut = time.monotonic()
        try:
            while not self.stop.is_set():
                try:
                    with self.person.sit(self.table) as sitting:
                        state = sitting.wait_for(lambda s: True)
                        self.lines += 1
                        self.longest = max(self.longest, time.monotonic() - cut)
                        self._play(sitting, state, wanted)
                except FELL:
                    cut = time.monotonic()
                    time.sleep(0.05)
        except BaseException as error:
            self.failed = error

    def _play(self, sitting: Sitting, state: dict[str, Any], wanted: dict[str, Any]) -> None:
        while not self.stop.is_set() and state["table"]["phase"] == "playing":
            if not wanted:
                if not state["options"]:
                    state = _next_state(sitting, state)
                    continue
                option = self.chance.choice(state["options"])["id"]
                wanted |= {"id": uuid.uuid4().hex, "seat": state["seat"], "number": state["number"], "option": option}
            sitting.send("act", **wanted)
            while (frame := sitting.read())["t"] not in ("ack", "refused") or frame["id"] != wanted["id"]:
                pass
            if frame["t"] == "ack":
                self.acknowledged[wanted["id"]] = frame["number"]
                number = frame["number"]
                wanted.clear()
                state = sitting.wait_for(lambda s, n=number: s["number"] >= n)
            else:
                assert frame["stale"], frame
                wanted.clear()
                state = _next_state(sitting, state)


def _next_state(sitting: Sitting, state: dict[str, Any]) -> dict[str, Any]:
    """The next one, or the same after a while: whether to stop is looked at in between."""
    try:
        frame = sitting.read(timeout=0.5)
    except TimeoutError:
        return sitting.state
    return frame if frame["t"] == "state" else sitting.state


def test_servers_are_killed_and_replaced_while_people_play(servers: Servers, capsys: Any) -> None:
    url = servers.balancer.url
    players: list[Player] = []
    for number in range(TABLES):
        host, guest = Person(url), Person(url)
        table = host.open_table("person", "open", "bot:sensible", **{"set-target": "20000"})
        joined = guest.post(host.invitations(table)[0], name="Ben")
        assert joined.status_code == 303, joined.text
        players += [Player(one, table, 10 * number + at) for at, one in enumerate((host, guest))]
    for player in players:
        player.start()
    for kill in range(SERVERS):
        before = sum(len(player.acknowledged) for player in players)
        until = time.monotonic() + PATIENCE
        while sum(len(player.acknowledged) for player in players) < before + 40:
            assert time.monotonic() < until, "nobody could play on"
            assert not [player.failed for player in players if player.failed]
            time.sleep(0.005)
        servers.replace(kill, signal.SIGTERM if kill == 2 else signal.SIGKILL)
    for player in players:
        player.stop.set()
    for player in players:
        player.join(timeout=PATIENCE)
        assert not player.is_alive()
        assert player.failed is None, player.failed
    assert sum(player.lines for player in players) > len(players), "nobody was cut off"
    for player in players:
        check(player)
    assert main(["audit", "--database", servers.place]) == 0, capsys.readouterr().out


def check(player: Player) -> None:
    """What was acknowledged is there, once, where the answer said it is: at every server alike."""
    record = player.person.http.get(f"{player.table}/match.json").json()
    with player.person.sit(player.table) as sitting:
        state = sitting.wait_for(lambda s: True)
    assert state["number"] >= max(player.acknowledged.values(), default=0)
    assert len(set(player.acknowledged.values())) == len(player.acknowledged)
    for number in player.acknowledged.values():
        if number <= len(record["actions"]):
            assert record["actions"][number - 1]["seat"] == state["me"][0]
