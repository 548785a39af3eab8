"""The attacks of `bench.table_attack`, for a few seconds: nothing that was acknowledged is lost, and play goes on."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import table_attack
from bench.steady_tables import SteadyTable, SteadyTables, Watch, cpu_of, quantile

from ..server.room import run_apart

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("attacks")]


def check(found: dict[str, Any]) -> None:
    assert found["lost"] == 0, found
    assert found["acknowledged"] >= 10, found


def test_a_killed_server_has_everything(tmp_path: Path) -> None:
    found = run_apart(table_attack.kills(str(tmp_path / "house.db"), 3, 3))
    check(found)
    assert found["connections_broken"] >= 3


def test_attacked_tables_play_on(tmp_path: Path) -> None:
    found = run_apart(table_attack.attack("mixed", str(tmp_path / "house.db"), 2, 3, 56, compare=False))
    check(found)
    assert {"200", "303", "404", "frames", "connected"} <= set(found["answers"]), found
    assert {"500", "503"}.isdisjoint(found["answers"]), found


def test_a_full_disk(tmp_path: Path) -> None:
    try:
        subprocess.run(["unshare", "--mount", "--map-root-user", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine gives nobody a file system of their own (unshare)")
    found = run_apart(table_attack.disk(str(tmp_path), 3, 1, 3))
    check(found)
    assert found["refused"] > 0, found


def test_postgresql_restarts(tmp_path: Path) -> None:
    check(run_apart(table_attack.postgres(3, 2, 1)))


def test_what_a_record_lacks_is_counted() -> None:
    class Recorded(SteadyTables):
        async def record(self, table: Any) -> list[dict[str, Any]]:
            return [{"seat": 0, "option": "roll"}, {"seat": 0, "option": "bank"}]

    tables = Recorded("")
    table = SteadyTable("", "/t/x", number=2)
    tables.tables.append(table)
    table.sent = {"a": (0, "roll"), "b": (0, "bank"), "c": (1, "bank"), "d": (0, "roll")}
    table.acknowledged = {"a": 1, "b": 2}
    assert run_apart(tables.lost()) == 0
    table.acknowledged["c"] = 2
    table.acknowledged["d"] = 100
    assert run_apart(tables.lost()) == 2
    table.number = 100
    assert run_apart(tables.lost()) == 3, "what was shown counts, too"


def test_memory_is_compared_by_quarters() -> None:
    watch = Watch(lambda: 0, memory=[500, 500, 100, 100, 300, 300, 110, 110])
    assert watch.report()["grown_percent"] == 10
    assert quantile([3, 1, 2], 1) == 3 and quantile([], 0.5) is None
    assert cpu_of(2**22 + 1) == 0
