"""Check that precompiled games are recognised, and that a server gets the compiled rules in the background."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicehouse.cli import precompile
from dicehouse.compiler import cache, program
from dicehouse.engine import engine
from dicehouse.engine.entry_points import MatchProgram, PlayoutProgram
from dicehouse.games import find

GAME = find("dice-ocalypse")
KEPT: tuple[type[program.Program], ...] = (MatchProgram, PlayoutProgram)


def test_what_is_kept_belongs_to_one_version_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))
    assert not precompile.is_precompiled(GAME)
    for kind in KEPT:
        assert not precompile.is_precompiled(GAME)
        cache.write_cached(kind.cache_path(GAME), kind.cache_name)
    assert precompile.is_precompiled(GAME)
    monkeypatch.setitem(vars(GAME), "fingerprint", "of an edited rule")
    assert not precompile.is_precompiled(GAME)


def test_what_was_warmed_is_kept() -> None:
    precompile.precompile(GAME)
    assert precompile.is_precompiled(GAME)
    for kind in KEPT:
        assert isinstance(cache.read_cached(kind.cache_path(GAME)), program.LinkedProgram)


def test_in_the_background_the_compiled_engine_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    precompile.precompile(GAME)
    monkeypatch.setattr(engine, "_compiled_games", set())
    told: list[bool] = []
    thread = precompile.precompile_in_background(GAME, lambda: told.append(engine.engine_of(GAME).compiled))
    thread.join(60)
    assert told == [True]


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("program", ["/bin/false", "/nonexistent/python", "/etc/passwd"])
def test_if_compiling_fails_the_rules_stay_interpreted(
    program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(engine, "_compiled_games", set())
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "executable", program)
    precompile.precompile_in_background(GAME).join(60)
    assert not engine.engine_of(GAME).compiled


def test_the_process_that_compiles_for_a_server_ends_well() -> None:
    """It waits on the pipe to its parent until the very end, and the parent believes its exit status."""
    precompile.precompile(GAME)
    command = [sys.executable, "-m", "dicehouse.cli.precompile", "--quiet", "--nice", GAME.id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.wait(120) == 0
        assert child.stderr is not None and child.stderr.read() == b""


def test_the_process_that_compiles_ends_with_its_parent(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dicehouse.cli.precompile", "--quiet", "--nice", GAME.id]
    environment = {**os.environ, "DICEHOUSE_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(60) == 1


def test_old_caches_are_forgotten_and_it_does_not_matter_who_else_does_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age in range(cache.MAX_VERSIONS + 3):
        (tmp_path / str(age)).mkdir()
        os.utime(tmp_path / str(age), (10_000 - age, 10_000 - age))
    cache._prune(tmp_path, "*/", cache.MAX_VERSIONS)
    assert {folder.name for folder in tmp_path.iterdir()} == set(map(str, range(cache.MAX_VERSIONS)))
    cache._prune(tmp_path / "gone", "*/", cache.MAX_VERSIONS)
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))
    for age in range(cache.MAX_PROGRAMS + 3):
        cache.write_cached(cache.program_path("pig", f"{age:016}", "tables"), age)
        os.utime(cache.program_path("pig", f"{age:016}", "tables"), (10_000 - age, 10_000 - age))
    cache.write_cached(cache.program_path("pig-iron", f"{0:016}", "tables"), "another game")
    cache.prune_programs("pig")
    kept = {path.stem for path in tmp_path.glob("*/*.tables")}
    assert kept == {f"pig-{age:016}" for age in range(cache.MAX_PROGRAMS)} | {f"pig-iron-{0:016}"}


def test_what_is_somebodys_own_stays_in_the_folder_of_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))
    own = {f"photos-{year}" for year in range(2010, 2020)}
    for name in own | {f"{version:016x}" for version in range(9)}:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1, 1))
    cache.write_cached(cache.program_path("pig", "0" * 16, "tables"), "one more")
    there = {folder.name for folder in tmp_path.iterdir()}
    assert own < there
    assert len(there - own) == cache.MAX_VERSIONS


def test_the_command_refuses_what_is_no_game() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicehouse.cli.precompile", "chess"], capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 2
    assert done.stderr.startswith("There is no game") and len(done.stderr.splitlines()) == 1
