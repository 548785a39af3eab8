"""Three servers on one PostgreSQL behind a balancer, killed and replaced while people play: nothing is lost, nothing is
there twice, and a pause is all that anybody notices.
"""

from __future__ import annotations

import random
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from dicehouse.cli import main

from ..cluster import Cluster
from .balancer import Balancer
from .server import PATIENCE, Person, Sitting
from .servers import COMES, Servers

pytestmark = [pytest.mark.xdist_group("postgres"), pytest.mark.slow]

SERVERS, TABLES = 3, 3
SERVE = """
import sys
from dicehouse.server.storage.database_address import place_of
from dicehouse.web.app import make_app
from dicehouse.web.serving import make_server
from dicehouse.web.rate_limits import RateLimits, Rate
from tests.web.later import be_patient
be_patient(sys.argv[1])
wide = Rate(10_000, 10_000)
app = make_app(place_of(sys.argv[1]), bot_delay=0, limits=RateLimits(actions=wide, chat=wide, tables=wide))
make_server(app, "127.0.0.1", int(sys.argv[2])).run()
"""
FELL = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


@pytest.fixture
def servers(postgres: Cluster) -> Iterator[Servers]:
    running = Servers(postgres.fresh().uri, SERVERS, "-c", SERVE)
    yield running
    running.close()


@pytest.fixture
def url(servers: Servers) -> Iterator[str]:
    """The address of all of them together."""
    balancer = Balancer(servers.ports)
    balancer.start()
    yield balancer.url
    balancer.close()


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


def test_servers_are_killed_and_replaced_while_people_play(servers: Servers, url: str, capsys: Any) -> None:
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
        until = time.monotonic() + COMES
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
