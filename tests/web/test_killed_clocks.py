"""An upgrade in mid-game: a server is killed and started again, and every clock has the time left that it had."""

from __future__ import annotations

import sqlite3
import struct
import time
from contextlib import closing
from pathlib import Path

import pytest

from .server import PATIENCE, Person
from .servers import free_port
from .test_crash import launch

NOTE = struct.Struct("<dd")


def clocks(database: Path) -> dict[tuple[str, int], tuple[float, float, float]]:
    """What is stored of all clocks that run: what was left, since when, and when nothing is left."""
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute("SELECT table_id, seat, remains, since, due FROM deadline WHERE due IS NOT NULL")
        return {(table, seat): (left, since, due) for table, seat, left, since, due in rows}


def beats(database: Path) -> tuple[float, float]:
    """The time that the database has, and the last one that was noted after it."""
    with closing(sqlite3.connect(database)) as db:
        (beat,) = db.execute("SELECT at FROM house_clock").fetchone()
    base, noted = NOTE.unpack(database.with_name(f"{database.name}.pulse").read_bytes())
    return beat, noted if base == beat else beat


def wait_for_note(database: Path, after: float) -> float:
    """Wait until the server has noted a later time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        place = database.with_name(f"{database.name}.pulse")
        if place.exists() and NOTE.unpack(place.read_bytes())[1] > after:
            return NOTE.unpack(place.read_bytes())[1]
        time.sleep(0.02)
    raise AssertionError("nothing was noted")


@pytest.mark.parametrize("ending", ["kill", "terminate"])
def test_no_clock_runs_while_the_server_is_down(tmp_path: Path, ending: str) -> None:
    """Only stored values are compared: what was left at the last note is left when the next server has begun."""
    database, port = tmp_path / "house.db", free_port()
    server = launch(database, port)
    ana = Person(f"http://127.0.0.1:{port}")
    for seconds in (1800, 172_800):
        table = ana.open_table("person", "person", time=str(seconds))
        with ana.sit(table) as sitting:
            sitting.act(sitting.wait_for(lambda s: s["options"]), "roll")
            sitting.read_until("ack")
    noted = 0.0
    for _ in range(3):
        noted = wait_for_note(database, noted)
    getattr(server, ending)()
    killed = server.wait(PATIENCE)
    before, (_, last) = clocks(database), beats(database)
    assert killed is not None and len(before) == 2
    server = launch(database, port)
    try:
        wait_for_note(database, last)
        after, (beat, _) = clocks(database), beats(database)
        assert beat > last
        assert after.keys() == before.keys()
        for which, (left, since, _) in before.items():
            now_left, now_since, due = after[which]
            assert now_left == pytest.approx(left - max(0.0, last - since), abs=1e-3), "as at the last note"
            assert now_since > last and due == pytest.approx(now_since + now_left, abs=1e-3), (
                "the full rest from now on"
            )
    finally:
        server.kill()
        server.wait(PATIENCE)
