"""kill -9 at random moments under load: nothing that was acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .server import PATIENCE, Person
from .servers import COMES, free_port

SERVE = """
import sys, socket
from pathlib import Path
from dicehouse.web.app import make_app
from dicehouse.web.serving import make_server
from dicehouse.web.rate_limits import RateLimits, Rate
wide = Rate(10_000, 10_000)
app = make_app(Path(sys.argv[1]), bot_delay=0, limits=RateLimits(actions=wide, chat=wide, tables=wide))
make_server(app, "127.0.0.1", int(sys.argv[2])).run()
"""
TRIALS = 6
TABLES = 6


def launch(database: Path, port: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(database), str(port)])
    until = time.monotonic() + COMES
    while time.monotonic() < until:
        assert process.poll() is None, "the server ended at its start"
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=2).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return process
    raise AssertionError("the server did not answer")


class Player(threading.Thread):
    """Plays a table as fast as it is answered and remembers what was acknowledged."""

    def __init__(self, person: Person, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.person, self.table = person, table
        self.chance = random.Random(seed)
        self.acknowledged: dict[str, int] = {}
        self.sent: dict[str, tuple[int, int, str]] = {}
        self.shown = 0

    def run(self) -> None:
        try:
            with self.person.sit(self.table) as sitting:
                state = sitting.wait_for(lambda s: True)
                while state["table"]["phase"] == "playing":
                    number = state["number"]
                    option, action = self.chance.choice(state["options"])["id"], uuid.uuid4().hex
                    self.sent[action] = (state["seat"], number, option)
                    sitting.act(state, option, action)
                    ack = sitting.read_until("ack")
                    self.acknowledged[ack["id"]] = ack["number"]
                    state = sitting.wait_for(lambda s, n=number: s["number"] > n)
                    self.shown = max(self.shown, state["number"])
        except (ConnectionClosed, TimeoutError, OSError):
            pass


def check(player: Player) -> None:
    """What was acknowledged or shown is there; sending everything again plays nothing twice."""
    with player.person.sit(player.table) as sitting:
        state = sitting.wait_for(lambda s: True)
        number = state["number"]
        assert number >= player.shown
        assert number >= max(player.acknowledged.values(), default=0)
        for action, (seat, at, option) in list(player.sent.items())[-4:]:
            if action in player.acknowledged:
                sitting.send("act", id=action, seat=seat, number=at, option=option)
                assert sitting.read_until("ack")["number"] == player.acknowledged[action]
        sitting.send("see", since=0)
        assert sitting.read_until("state")["number"] == number
    actions = player.person.http.get(f"{player.table}/match.json").json()["actions"]
    assert number - 6 <= len(actions) <= number, "all but sealed replies that wait at the end"
    for action, result in player.acknowledged.items():
        seat, _, option = player.sent[action]
        if result <= len(actions):
            assert (actions[result - 1]["seat"], actions[result - 1]["option"]) == (seat, option)


@pytest.mark.slow
def test_kill_9_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    port, chance = free_port(), random.Random(11)
    database = tmp_path / "house.db"
    process = launch(database, port)
    url = f"http://127.0.0.1:{port}"
    people = [Person(url) for _ in range(TABLES)]
    tables = [p.open_table("person", "person", **{"set-target": "20000"}) for p in people]
    try:
        for trial in range(TRIALS):
            players = [Player(p, t, trial * 100 + n) for n, (p, t) in enumerate(zip(people, tables, strict=True))]
            for player in players:
                player.start()
            wanted, until = chance.randint(20, 120), time.monotonic() + COMES
            while sum(len(player.acknowledged) for player in players) < wanted:
                assert time.monotonic() < until, "there was no load to speak of"
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for player in players:
                player.join(timeout=PATIENCE)
            process = launch(database, port)
            for player in players:
                check(player)
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_sigterm_closes_in_order(tmp_path: Path) -> None:
    """Sockets are told, the process ends by itself, and the next start has everything."""
    port = free_port()
    process = launch(tmp_path / "house.db", port)
    person = Person(f"http://127.0.0.1:{port}")
    table = person.open_table("person", "person")
    try:
        with person.sit(table) as sitting:
            sitting.act(sitting.read(), "roll")
            sitting.read_until("ack")
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                sitting.read_until("nothing")
        assert closed.value.rcvd.code == 1012
        assert process.wait(timeout=PATIENCE) in (0, -signal.SIGTERM)
        assert not os.path.exists(tmp_path / "house.db-wal") or os.path.getsize(tmp_path / "house.db-wal") == 0
        process = launch(tmp_path / "house.db", port)
        with person.sit(table) as sitting:
            assert sitting.read()["number"] == 1
    finally:
        process.kill()
        process.wait()
