"""`make bench`: a part that fails loses nothing of the rest, and says what failed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench import cold, compare, studies
from dicehouse.games import find

FIGURES = {"record_bytes": 276, "decisions_per_second": 2e6, "games_per_second": 7e3, "copy_ns": 4.5}


def failing(*_: Any, **__: Any) -> Any:
    raise subprocess.CalledProcessError(1, "python", stderr="Traceback\nModuleNotFoundError: No module named 'httpx'\n")


def test_what_was_not_measured_has_no_row() -> None:
    assert [row[0] for row in compare.rows(dict(FIGURES), "1 M")] == [
        "random games of two, compiled",
        "copy of a position (276 bytes)",
    ]


def test_a_failed_part_is_named_and_the_others_are_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before {compare.BEGIN} old {compare.END} after")
    monkeypatch.setattr(compare, "README", readme)
    monkeypatch.setattr(compare, "compiled", lambda *_: {"decisions_per_second": 2e6, "games_per_second": 7e3})
    monkeypatch.setattr(compare, "copy_ns", lambda *_: 4.5)
    monkeypatch.setattr(cold, "all_games", lambda: {"all_games_cpu_seconds": 42.0})
    monkeypatch.setattr(compare, "server", failing)
    monkeypatch.setattr(
        compare, "beside_c", lambda *_: (_ for _ in ()).throw(SystemExit("The twin played other games."))
    )
    for name in ("one_by_one", "batches", "interpreted", "starts"):
        monkeypatch.setattr(compare, name, failing)
    monkeypatch.setattr(cold, "after_an_edit", failing)
    monkeypatch.setattr(studies, "beside_play", failing)
    monkeypatch.setattr(compare, "compiler", lambda: "cc")
    with pytest.raises(SystemExit) as ended:
        compare.main(["--write"])
    assert ended.value.code not in (0, None)
    assert "the server: ModuleNotFoundError: No module named 'httpx'" in str(ended.value.code)
    assert "Dice-ocalypse!, beside C: The twin played other games." in str(ended.value.code)
    written = readme.read_text()
    assert "2.00 M decisions/s" in written
    assert "| 42 s | at most 60 s |" in written
    assert "old" not in written
    assert written in f"before {compare.BEGIN}\n{capsys.readouterr().out}{compare.END} after"


def test_when_all_is_measured_the_command_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "measure", lambda *_: {"games": {}, "server": []})
    compare.main([])


@pytest.mark.parametrize("game_id", list(compare.LEAST))
def test_the_edit_that_is_timed_is_one_line_of_apply(tmp_path: Path, game_id: str) -> None:
    source = Path(str(find(game_id).rules.__file__))
    copy = tmp_path / "rules.py"
    copy.write_text(source.read_text())
    cold.edit_apply(copy)
    before, after = source.read_text().splitlines(), copy.read_text().splitlines()
    added = [line for line in after if line not in before]
    assert added == ["    action = action + 0"]
    assert len(after) == len(before) + 1
    compile(copy.read_text(), "rules.py", "exec")


def test_bench_installs_what_its_parts_need() -> None:
    makefile = (compare.README.parent / "Makefile").read_text()
    assert "\nbench: setup $(HAS_DEV)\n" in makefile
