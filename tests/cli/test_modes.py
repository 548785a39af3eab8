"""Check modes for certain numbers of players, and games for a single player, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dicehouse.match.match import Match

from .test_commands import dice, said

GAME = "baron-voodoo"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", GAME, "--mode", "solo", "--players", "2"], "Solo is for 1 player, not 2."),
        (["simulate", GAME, "--mode", "teams", "--players", "3"], "Teams is for 4 players, not 3."),
        (["play", GAME, "--mode", "teams", "--players", "2"], "Teams is for 4 players, not 2."),
        (
            ["play", GAME, "--mode", "solo", "--bots", "greedy"],
            "People sit on all seats",
        ),
        (["play", GAME, "--mode", "solo", "--seat", "2"], "there is no seat 2"),
        (["simulate", GAME, "--players", "1", "--bots", "random,greedy"], "For 1 player, name 1 bot, not"),
        (["simulate", GAME, "--option", "pairing=yt-rp"], "Teams are for 4 players, not 2"),
        (["simulate", GAME, "--players", "5"], "1 to 4 players, not 5"),
    ],
)
def test_what_does_not_go_together_is_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, error = said(capsys, *arguments)
    assert (code, text) == (2, "")
    assert sentence in error and len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "players", "bots"),
    [
        ([], 2, ["sensible", "greedy"]),
        (["--players", "1"], 1, ["sensible"]),
        (["--mode", "solo"], 1, ["sensible"]),
        (["--mode", "solo", "--bots", "random"], 1, ["random"]),
        (["--mode", "teams"], 4, ["sensible", "greedy"]),
        (["--mode", "draft", "--players", "3", "--bots", "random"], 3, ["random"]),
    ],
)
def test_simulate_seats_as_many_as_the_mode_asks(
    arguments: list[str], players: int, bots: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text, _ = said(capsys, "simulate", GAME, "--games", "3", "--seed", "1", "--json", *arguments)
    report = json.loads(text)
    assert (code, report["players"], report["bots"]) == (0, players, bots)
    assert len(report["wins"]) == len(report["mean_scores"]) == players
    assert report["unfinished"] == 0


def test_games_lost_to_nobody_at_the_table_are_finished_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Alone, random play loses nearly always: those games ended, and nobody at the table won them."""
    text = said(capsys, "simulate", GAME, "--mode", "solo", "--games", "100", "--seed", "1", "--bots", "random")[1]
    assert "100 games of 1 player, seed 1" in text
    assert "were stopped" not in text
    report = json.loads(
        said(capsys, "simulate", GAME, "--mode", "solo", "--games", "100", "--bots", "random", "--json")[1]
    )
    assert report["unfinished"] == 0 and sum(report["wins"]) < 50


def test_games_says_for_how_many_a_mode_is(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "games")[1]
    assert "1 to 4 players" in text and "For 4 players." in text and "For 1 player." in text
    listed = {game["id"]: game for game in json.loads(said(capsys, "games", "--json")[1])}
    modes = {mode["id"]: mode.get("players") for mode in listed[GAME]["modes"]}
    assert modes["teams"] == [4, 4] and modes["solo"] == [1, 1] and modes["standard"] is None


def test_a_solo_game_in_the_terminal_is_saved_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "solo.json"
    arguments = ("play", GAME, "--mode", "solo", "--seed", "3", "--name", "Ana", "--save", str(place))
    done = dice(*arguments, given="\n".join(["1"] * 400))
    assert done.returncode == 0 and done.stderr == ""
    match = Match.load(place.read_bytes())
    assert match.names == ["Ana"] and match.over
    assert "Baron's" in done.stdout
    code, text, _ = said(capsys, "verify", str(place))
    assert code == 0 and "Baron Voodoo, 1 player," in text
