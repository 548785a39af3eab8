"""Compiled code is kept rule by rule: what is as it was is loaded, what was edited is made anew, and nothing is stale.

Every run is a process of its own, on a copy of Pig; `counted` runs in there.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicehouse.compiler import linker
from dicehouse.compiler.rule_compiler import RuleCompiler

pytestmark = pytest.mark.xdist_group("kitchen")  # all begin with the same compiled Pig
ROOT = Path(__file__).parents[2]
COUNTED = f"from {__name__} import counted; print(counted())"


def counted() -> str:
    """Play some Pig; tells the games, how many rules were translated and how many units became machine code."""
    made = {"rules": 0, "units": 0}

    def count(what: str, owner: Any, name: str) -> None:
        original = getattr(owner, name)

        def counting(self: Any) -> Any:
            made[what] += 1
            return original(self)

        setattr(owner, name, counting)

    count("rules", RuleCompiler, "define_pipelines")
    count("units", linker.CodeUnit, "compiled")
    import pig

    from dicehouse.arena import contest
    from dicehouse.engine.playouts import play_games

    batch, between = play_games(pig.game, 40, players=3, seed=1), contest(pig.game, ("sensible", "greedy"), 4, seed=2)
    played = batch.memory.tobytes() + batch.decisions.tobytes() + between.decisions.tobytes()
    return json.dumps(made | {"games": hashlib.sha256(played).hexdigest(), "fingerprint": pig.game.fingerprint})


class Kitchen:
    """A copy of Pig beside a cache."""

    def __init__(self, place: Path, like: Kitchen | None = None) -> None:
        self.project, self.cache = place / "project", place / "cache"
        shutil.copytree(like.project if like else ROOT / "examples" / "pig", self.project)
        if like:
            shutil.copytree(like.cache, self.cache)

    def edit(self, old: str, new: str) -> None:
        rules = self.project / "pig" / "rules.py"
        text = rules.read_text()
        assert text.count(old) == 1
        rules.write_text(text.replace(old, new))

    def start(self) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "DICEHOUSE_CACHE": str(self.cache),
            "PYTHONDONTWRITEBYTECODE": "1",  # an edit within one second would not be seen
            "PYTHONPATH": os.pathsep.join([str(self.project), str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }
        command = [sys.executable, "-c", COUNTED]
        return subprocess.Popen(
            command, env=environment, cwd=self.project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def run(self) -> dict[str, Any]:
        return told(self.start())

    def kept(self, kind: str) -> list[Path]:
        return sorted(self.cache.glob(f"*/*.{kind}"))


def told(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, error = process.communicate()
    assert process.returncode == 0, error
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kitchen, dict[str, Any]]:
    """A kitchen in which Pig was compiled, and what came of it."""
    kitchen = Kitchen(tmp_path_factory.mktemp("pig"))
    result = kitchen.run()
    assert result["rules"] > 20 and result["units"] > 1
    return kitchen, result


@pytest.fixture
def kitchen(first: tuple[Kitchen, dict[str, Any]], tmp_path: Path) -> Kitchen:
    return Kitchen(tmp_path, first[0])


def test_what_was_compiled_is_loaded(kitchen: Kitchen, first: tuple[Kitchen, dict[str, Any]]) -> None:
    assert kitchen.run() == first[1] | {"rules": 0, "units": 0}


def test_after_an_edit_one_rule_is_translated(
    kitchen: Kitchen, first: tuple[Kitchen, dict[str, Any]], tmp_path: Path
) -> None:
    kitchen.edit("(state.player + 1) % state.n_players", "(state.player + 2) % state.n_players")
    edited = kitchen.run()
    assert edited["rules"] == 1
    assert 0 < edited["units"] < first[1]["units"]
    assert edited["games"] != first[1]["games"]
    shutil.rmtree(kitchen.cache)
    assert kitchen.run()["games"] == edited["games"]


def test_an_edit_taken_back_needs_no_compiler(kitchen: Kitchen, first: tuple[Kitchen, dict[str, Any]]) -> None:
    kitchen.edit("state.turn_points = 0\n", "state.turn_points = 1\n")
    assert kitchen.run()["rules"] == 1
    kitchen.edit("state.turn_points = 1\n", "state.turn_points = 0\n")
    assert kitchen.run() == first[1] | {"rules": 0, "units": 0}


def test_who_calls_a_rule_that_returns_another_type_is_translated_too(
    kitchen: Kitchen, first: tuple[Kitchen, dict[str, Any]]
) -> None:
    kitchen.edit(
        "    return state.totals[state.player] >= state.options.target\n",
        "    return 1 if state.totals[state.player] >= state.options.target else 0\n",
    )
    edited = kitchen.run()
    assert 3 < edited["rules"] < first[1]["rules"]
    assert edited["games"] == first[1]["games"]


@pytest.mark.parametrize(
    ("kind", "spoilt"),
    [("playouts", "cut"), ("tables", "empty"), ("tables", "turned"), ("playouts", "other"), ("parts", "turned")],
)
def test_a_spoilt_file_is_as_good_as_none(
    kitchen: Kitchen, first: tuple[Kitchen, dict[str, Any]], kind: str, spoilt: str
) -> None:
    spoil: Callable[[bytes], bytes] = {
        "cut": lambda data: data[: len(data) // 2],
        "empty": lambda _: b"",
        "turned": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
        "other": lambda _: first[0].kept("tables-parts")[0].read_bytes(),
    }[spoilt]
    paths = [path for path in kitchen.kept("*") if path.suffix.endswith(kind)]
    assert paths
    for path in paths:
        path.write_bytes(spoil(path.read_bytes()))
    if kind == "parts":
        for path in (*kitchen.kept("tables"), *kitchen.kept("playouts")):
            path.unlink()
    result = kitchen.run()
    assert result["games"] == first[1]["games"]
    assert (result["rules"] > 0) == (kind == "parts")
    assert kitchen.run()["rules"] == 0


def test_two_processes_may_compile_at_once(tmp_path: Path, first: tuple[Kitchen, dict[str, Any]]) -> None:
    kitchen = Kitchen(tmp_path)
    both = [kitchen.start() for _ in range(2)]
    assert [told(process)["games"] for process in both] == [first[1]["games"]] * 2
    assert kitchen.run()["rules"] == 0


def test_without_a_cache_that_can_be_written_the_game_compiles_all_the_same(
    tmp_path: Path, first: tuple[Kitchen, dict[str, Any]]
) -> None:
    kitchen = Kitchen(tmp_path)
    kitchen.cache.write_text("a file where the folder should be")
    assert kitchen.run()["games"] == first[1]["games"]
