"""Updates and the way back, with real servers: stopped, replaced by another version, and started again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.server.storage import backup
from dicehouse.server.storage.data_files import CantOpen
from dicehouse.server.storage.sqlite_store import SQLite

from ..web.server import PATIENCE, Person

ROOT = Path(__file__).parents[2]
RULE = ROOT / "examples" / "house_rules" / "consolation.py"
# A Dicehouse; as the next version it plays by another rule, and its record has a field more.
SERVE = """
import sys
from dataclasses import replace
from pathlib import Path
from dicehouse.web.app import make_app
from dicehouse.web.serving import make_server
from dicehouse import games
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.layout_migration import layout_hash
from dicehouse.server.storage import schema
from dicehouse.web.rate_limits import RateLimits, Rate
own = games.find("dice-ocalypse")
if sys.argv[3] == "next":
    other = patched(own, sys.argv[4], check_invariants=False)
    def step(old, new):
        new.options.consolation = 100
    other.rules.OLDER = {layout_hash(own): step}
    games.all_games()[own.id] = replace(other, id=own.id, name=own.name, version="2")
    schema.MIGRATIONS += ("CREATE TABLE of_tomorrow (a_field INTEGER) STRICT;",) * (sys.argv[5] == "a table")
made = make_app(Path(sys.argv[1]), bot_delay=0, limits=RateLimits(actions=Rate(10_000, 10_000)))
make_server(made, "127.0.0.1", int(sys.argv[2])).run()
"""


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def serving(database: Path, port: int, version: str = "this", more: str = "") -> Iterator[str]:
    """A server of this version or the next, perhaps with "a table" more in its database; its address."""
    command = [sys.executable, "-c", SERVE, str(database), str(port), version, str(RULE), more]
    process, url = subprocess.Popen(command), f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None and time.monotonic() < until, "it does not serve"
            try:
                httpx.get(f"{url}/healthz", timeout=2).raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)


def totals(state: dict[str, Any]) -> list[int]:
    return [seat["total"] for seat in state["view"]["seats"]]


def test_the_rules_are_corrected_while_a_match_is_played(tmp_path: Path) -> None:
    """Stopped, updated, started: the same socket address, the same seats, the corrected rule."""
    database, port = tmp_path / "house.db", free_port()
    with serving(database, port) as url:
        ana = Person(url)
        plain = {"set-target": "20000", "set-opening": "0", "set-special_cards": "off"}  # only dice move the totals
        table = ana.open_table("person", "person", **plain)
        with ana.sit(table) as sitting:
            state = sitting.wait_for(lambda s: True)
            for _ in range(6):
                number = state["number"]
                sitting.act(state, state["options"][-1]["id"])
                state = sitting.wait_for(lambda s, n=number: s["number"] > n)
            asked = state
    with serving(database, port, "next") as url:
        assert "Where you left off" in ana.http.get("/").text
        with ana.sit(table) as sitting:
            state = sitting.wait_for(lambda s: True)
            assert state["number"] == asked["number"] + 1, "what was asked is asked anew"
            assert "corrected (version 2)" in ana.http.get(f"{table}/plain").text
            sitting.act(asked, asked["options"][0]["id"])
            assert sitting.read_until("refused")["stale"], "chosen by the rules of before"
            before = totals(sitting.state)
            while totals(sitting.state) == before:  # roll until somebody busts
                state, number = sitting.state, sitting.state["number"]
                ids = [option["id"] for option in state["options"]]
                sitting.act(state, next((each for each in ids if each.endswith("roll")), ids[0]))
                sitting.wait_for(lambda s, n=number: s["number"] > n)
            assert sum(totals(sitting.state)) == sum(before) + 100, "as much as the corrected rules leave them"
        record = ana.http.get(f"{table}/match.json").json()
        assert record["version"] == "1" and "consolation" not in record["settings"], "as it was settled: it is hashed"
    with serving(database, port) as url:  # the version before knows no way back, says so, and breaks nothing
        answer = ana.http.get(table)
        assert answer.status_code == 200 and "continue</h1>" in answer.text
        for page in ("/", "/games"):
            home = ana.http.get(page)
            assert home.status_code == 200 and table in home.text and "can&#39;t continue" in home.text.lower()


def test_an_older_house_leaves_a_newer_database_as_it_is_and_the_backup_brings_it_back(tmp_path: Path) -> None:
    database, port, safe = tmp_path / "house.db", free_port(), tmp_path / "before.backup"
    with serving(database, port) as url:
        ana = Person(url)
        table = ana.open_table("person", "person")
        with ana.sit(table) as sitting:
            sitting.act(sitting.wait_for(lambda s: True), "roll")
            number = sitting.read_until("ack")["number"]
        backup.backup(database, safe)
    with serving(database, port, "next", "a table"), ana.sit(table) as sitting:  # the update
        assert sitting.wait_for(lambda s: True)["number"] == number + 1

    def files() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".lock"}

    before = files()
    with pytest.raises(CantOpen, match="A newer version of Dicehouse wrote this database") as refused:
        SQLite(database)
    assert "\n" not in str(refused.value)
    assert files() == before, "nothing was touched"
    backup.restore(safe, database, force=True)
    with serving(database, port), ana.sit(table) as sitting:
        assert sitting.wait_for(lambda s: True)["number"] == number, "back, with everybody in their seats"
