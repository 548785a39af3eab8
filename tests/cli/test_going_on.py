"""Check that a saved run continues with its own seed, also if nobody names the seed again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dicehouse.cli import main

DECK = "deck-o-dice"
STUDY = ("study", DECK, "--bots", "random", "--jobs", "1", "--games")
ARENA = ("arena", DECK, "--bots", "random,greedy", "--jobs", "1", "--games")
SELFPLAY = ("selfplay", DECK, "--bots", "random", "--games")
TUNE = (
    *("tune", "dice-ocalypse", "--bots", "greedy", "--option", "special_cards=off", "--jobs", "1", "--goal", "2 turns"),
    *("--over", "target=2000|10000", "--fresh", "64", "--games"),
)
ALL = [
    pytest.param(STUDY, "--save", ("60", "120"), id="study"),
    pytest.param(ARENA, "--save", ("20", "40"), id="arena"),
    pytest.param(TUNE, "--save", ("600", "2048"), id="tune"),
    pytest.param(SELFPLAY, "--out", ("3", "5"), id="selfplay"),
]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return main(arguments), *capsys.readouterr()


def seed_in(place: Path) -> int:
    file = place / "archive.json" if place.is_dir() else place
    return int(json.loads(file.read_text())["seed"])


@pytest.mark.parametrize(("command", "kept", "games"), ALL)
def test_without_a_seed_it_goes_on_with_that_of_the_file(
    command: tuple[str, ...],
    kept: str,
    games: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = tmp_path / "kept"
    for many in games:
        known = seed_in(place) if place.exists() else None
        code, out, error = said(capsys, *command, many, kept, str(place))
        assert (code in (0, 1), error) == (True, "")
        assert known in (None, seed_in(place)) and f"seed {seed_in(place)}" in out
    code, _, error = said(capsys, *command, games[1], kept, str(place), "--seed", str(seed_in(place) ^ 1))
    assert code == 2 and ("another seed" in error or "differs in: seed." in error)


@pytest.mark.parametrize("text", ["", "[1]", '{"seed": "1"}', '{"seed": -1}', '{"seed": true}', "\udcff", "[" * 99_999])
@pytest.mark.parametrize(("command", "kept"), [(STUDY, "--save"), (ARENA, "--save"), (TUNE, "--save")])
def test_what_is_no_save_is_refused_as_ever(
    text: str, command: tuple[str, ...], kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "kept.json"
    place.write_text(text, encoding="utf-8", errors="surrogateescape")
    code, out, error = said(capsys, *command, "4", kept, str(place))
    assert (code, out) == (2, "") and error.startswith("dicehouse: ") and len(error.splitlines()) == 1
