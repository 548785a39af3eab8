"""Test that the commands play a game with measured throws too, if slowly."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import dicehouse.games
from dicehouse.cli import main
from dicehouse.games.indicesion import GAME
from dicehouse.match.match import Match


def test_simulate_plays_whole_matches_again_with_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", GAME.id, "--games", "2", "--bots", "greedy,random", "--option", "rounds=1", "--seed", "3"]
    reports = []
    for _ in range(2):
        assert main([*given, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        reports.append({key: value for key, value in report.items() if "second" not in key})
    assert reports[0] == reports[1]
    assert sum(reports[0]["wins"]) == 2 and reports[0]["unfinished"] == 0 and reports[0]["decisions"] >= 24


def test_an_evening_with_throws_of_ones_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "evening.json"
    lines = [
        "throw r1 p1 from 0,-203,50 push 0,0,0",
        "throw r1 p1 somehow",
        "throw r1 p1 from 0,-700,300 push 2000,90,20 spin 100,200,300",
        "q",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    given = ["play", GAME.id, "--bots", "random", "--seed", "2", "--option", "starter=self", "--save", str(place)]
    assert main(given) == 0
    told = capsys.readouterr().out
    assert "15.24 cm" in told and "'somehow' can't be read" in told
    match = Match.load(place.read_bytes())
    own = [action for action in match.actions if action.seat == 0]
    assert own[0].option == "throw r1 p1 from 0,-700,300 push 2000,90,20 spin 100,200,300"
    assert main(["verify", str(place)]) == 0
    assert "every action follows the rules" in capsys.readouterr().out


def test_bench_leaves_out_what_does_not_compile(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehouse.games.all_games", lambda: {GAME.id: GAME})
    assert main(["bench", "--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == []
    assert GAME.id in dicehouse.games.all_games()


def test_games_and_rules_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "inDICEsion" in capsys.readouterr().out
    assert main(["rules", GAME.id]) == 0
    assert "knocked off" in capsys.readouterr().out
