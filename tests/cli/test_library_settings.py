"""Check the commands under settings that users make for Python, Numba and other libraries below."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..server.finished import fill
from ..server.room import ANA, run_apart
from .commands_in import run_commands
from .test_commands import DICE, finished, stored

DECK = "deck-o-dice"
UNSET = "NUMBA_DISABLE_JIT is set"
PLAYED = "1\n1\nt\nq\n"  # with a hint


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("settings")
    run_apart(fill(place, ANA))
    (place / "house.key").write_bytes(b"k" * 32)
    stored(place / "m.json", finished().save())
    (place / "rule.py").write_text('"""A rule."""\nTARGET_NOBODY_HAS = 1\n')
    return place


def light(folder: Path) -> list[list[str]]:
    """Return commands that call no compiled rules."""
    database = ["--database", str(folder / "house.db")]
    return [
        ["games"],
        ["rules", DICE],
        ["play", DICE, "--seed", "1", "--bots", "nox"],
        ["play", "indicesion", "--seed", "1", "--bots", "random"],
        ["verify", str(folder / "m.json")],
        ["audit", *database],
        ["dice", *database],
        ["backup", str(folder / "b"), "--force", *database],
        ["restore", str(folder / "b"), "--force", "--database", str(folder / "r.db")],
        ["simulate", "indicesion", "--games", "1", "--bots", "random", "--option", "rounds=1"],
    ]


def compiling(folder: Path) -> list[list[str]]:
    """Return commands that call compiled rules."""
    few = ["--games", "2", "--seed", "1"]
    return [
        ["simulate", DECK, *few],
        ["study", DECK, *few, "--jobs", "1"],
        ["solve", DICE, "--json"],
        ["arena", DECK, *few, "--jobs", "2"],
        ["selfplay", DECK, *few, "--out", str(folder / "out")],
        ["check", DECK, "--seeds", "1"],
        ["review", str(folder / "m.json"), "--simulations", "20"],
        ["tune", DECK, "--goal", "15 minutes", "--over", "memory", "--games", "40", "--fresh", "10", "--jobs", "1"],
    ]


def test_without_a_compiler_everything_runs_interpreted_or_says_why_not(folder: Path) -> None:
    asked = [*light(folder), *compiling(folder), ["solve", DICE, "--again"], ["study", DECK, "--jobs", "2"], ["bench"]]
    ended = run_commands(folder, asked, {"NUMBA_DISABLE_JIT": "1"}, given=PLAYED)
    for number, each in enumerate(ended):
        if number < len(light(folder)):
            each.check(0)
        else:
            each.check(2, UNSET, "Unset it")
    assert "no winning chances because NUMBA_DISABLE_JIT is set" in ended[2].out


SETTINGS = [
    {"NUMBA_CACHE_DIR": "/nonexistent/x", "OMP_NUM_THREADS": "0", "PYTHONSAFEPATH": "1", "NUMBA_DISABLE_JIT": "0"},
    {"NUMBA_CACHE_DIR": "/proc", "OMP_NUM_THREADS": "many", "PYTHONHASHSEED": "7", "NUMBA_NUM_THREADS": "2"},
    {"OMP_NUM_THREADS": "999999", "PYTHONDONTWRITEBYTECODE": "1", "NUMBA_OPT": "0", "NUMBA_BOUNDSCHECK": "1"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: " ".join(settings))
def test_settings_of_other_libraries_change_nothing(settings: dict[str, str], folder: Path) -> None:
    for each in run_commands(
        folder, [["games"], ["simulate", DECK, "--games", "2", "--jobs", "2"]], settings, given=PLAYED
    ):
        each.check(0)


UNUSABLE = ["0", "many"]


@pytest.mark.parametrize("threads", UNUSABLE)
def test_a_number_of_threads_that_can_not_be_is_ignored_in_a_sentence(threads: str, folder: Path) -> None:
    """Numba itself ends the process for some of them, and shows a traceback for others."""
    (first, again) = run_commands(
        folder, [["games"], ["simulate", DECK, "--games", "2"]], {"NUMBA_NUM_THREADS": threads}
    )
    assert (first.code, again.code, again.error) == (0, 0, "")
    assert first.error == f"dicehouse:1: RuntimeWarning: NUMBA_NUM_THREADS can't be {threads!r}, so it is ignored.\n"


@pytest.mark.parametrize("features", ["avx2", "+", "+avx2,"])
def test_features_of_a_processor_without_a_sign_are_ignored_in_a_sentence(features: str, folder: Path) -> None:
    """LLVM ends the process for them."""
    (first,) = run_commands(folder, [["games"]], {"NUMBA_CPU_FEATURES": features})
    assert first.code == 0
    assert f"NUMBA_CPU_FEATURES can't be {features!r}, so it is ignored." in first.error


def test_another_setting_that_can_not_be_read_is_a_sentence(folder: Path) -> None:
    (first,) = run_commands(folder, [["games"]], {"NUMBA_DISABLE_JIT": "yes", "NUMBA_DEBUG": "x"})
    assert first.code == 0 and "Traceback" not in first.error
    assert sorted(line.split(" ")[2] for line in first.error.splitlines()) == ["NUMBA_DEBUG", "NUMBA_DISABLE_JIT"]


@pytest.mark.slow
def test_without_docstrings_and_assertions_everything_runs(folder: Path) -> None:
    """Nothing is compiled here, because the rules without docstrings would be compiled for this test alone."""
    helps = [[command, "--help"] for command in ("serve", "check", "study", "verify")]
    for each in run_commands(folder, [*light(folder), *helps], {"PYTHONOPTIMIZE": "2"}, given=PLAYED):
        each.check(0)
