"""Run dicehouse arena, as a person types it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dicehouse.cli import main
from dicehouse.cli.progress_bar import ProgressBar
from dicehouse.text_format import format_duration

DICE = "dice-ocalypse"
BASE = ("arena", DICE, "--games", "40", "--seed", "5")
TELLS = """
import signal, sys
from pathlib import Path
from dicehouse.cli import main
from dicehouse.cli.progress_bar import ProgressBar
signal.signal(signal.SIGINT, signal.default_int_handler)
shown = ProgressBar.show
def show(bar, done, total):
    shown(bar, done, total)
    if done:
        Path(sys.argv[-1]).with_suffix(".begun").touch()
ProgressBar.show = show
sys.exit(main())
"""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command run in this process."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


def test_it_tells_people_how_strong_each_bot_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, error = said(capsys, *BASE, "--option", "target=5000")
    assert (code, error) == (0, "")
    assert "3 pairings of 2 players, 120 games, seed 5" in text and "with target=5,000" in text
    assert "(set to 0)" in text and "95% interval" in text and "greedy above random" in text
    assert "20 deals, each played from every seat" in text


def test_as_json_with_a_test_between_two(capsys: pytest.CaptureFixture[str]) -> None:
    given = (*BASE, "--bots", "sensible,random", "--sprt", "0,100", "--alpha", "0.01", "--anchor", "random", "--json")
    report = json.loads(said(capsys, *given)[1])
    assert report["anchor"] == "random" and report["ratings"][0]["bot"] == "sensible"
    assert report["test"]["alpha"] == 0.01 and report["test"]["passes_at"] == pytest.approx(4.5539)
    text = said(capsys, *given[:-1])[1]
    assert "The sequential test" in text and "Elo stronger than random" in text


def test_what_a_reader_must_know_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    swept = said(capsys, "arena", "baron-voodoo", "--bots", "sensible,random", "--games", "12", "--seed", "1")[1]
    assert "less than \N{MINUS SIGN}" in swept and " -" not in swept and "has no Elo" in swept
    four = said(capsys, *BASE, "--bots", "sensible,greedy", "--players", "4")[1]
    assert "alone" in four and "where 25.0% is an even share" in four


def test_the_picture_and_the_save_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn, save = tmp_path / "elo.svg", tmp_path / "games.json"
    given = (*BASE, "--bots", "sensible,greedy", "--picture", str(drawn), "--save", str(save))
    first = said(capsys, *given)[1]
    again = said(capsys, *given)[1]
    assert first.splitlines()[:9] == again.splitlines()[:9]
    assert drawn.read_text().startswith("<svg ")
    code, _, error = said(capsys, *given, "--option", "target=5000")
    assert code == 2 and "was made with other options" in error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "sensible,clever"], "no bot 'clever'"),
        (["--bots", "sensible"], "2 to 32 bots"),
        (["--bots", "greedy,greedy"], "Name each bot"),
        (["--sprt", "0"], "lower one first"),
        (["--sprt", "20,0"], "lower one first"),
        (["--sprt", "0,nan"], "lower one first"),
        (["--sprt", "0,20"], "between two bots, not 3"),
        (["--bots", "sensible,greedy", "--sprt", "0,2000"], "from -1,000 to 1,000"),
        (["--bots", "sensible,greedy", "--sprt", "0,20", "--alpha", "0"], "between 0 and 0.5"),
        (["--alpha", "1"], "from 0 to 0.5"),
        (["--games", "0"], "whole number"),
        (["--minutes", "soon"], "a time must be a number"),
        (["--jobs", "0"], "whole number"),
        (["--anchor", "clever"], "bot of --anchor"),
        (["--against", "clever"], "bot of --against"),
        (["--against", "greedy", "--ladder"], "exclude each other"),
        (["--players", "7"], "2 to 6 players"),
        (["--picture", "elo.png"], "end in .svg"),
        (["--picture", "nowhere/elo.svg"], "no such folder"),
        (["--save", "nowhere/games.json"], "can't be saved"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, text, error = said(capsys, *BASE, *arguments)
    assert (code, text) == (2, "")
    assert words in error and len(error.strip().splitlines()) == 1


def test_an_interrupt_keeps_what_was_played(tmp_path: Path) -> None:
    save = tmp_path / "games.json"
    command = [sys.executable, "-c", TELLS, "arena", DICE, "--minutes", "5", "--seed", "1", "--save", str(save)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as child:
        try:
            while not save.with_suffix(".begun").exists() and child.poll() is None:
                time.sleep(0.05)
            child.send_signal(signal.SIGINT)
            text, error = child.communicate(timeout=60)
        finally:
            child.kill()
    assert (child.returncode, text) == (130, "")
    assert error.strip().endswith(f"The same command continues from {save}.")
    assert json.loads(save.read_text())["played"] > 0


def test_the_bar_tells_the_time_left() -> None:
    bar = ProgressBar(0)
    bar.show(100, 400)  # of an earlier run
    bar.show(200, 400)
    assert bar.line(60.0) == "[###############...............] 200 of 400 games, 2 min left"
    timed = ProgressBar(0, seconds=100)
    timed.show(0, 10_000)
    timed.show(10, 10_000)
    assert timed.line(50.0).endswith("10 of 10,000 games, 50 s left")
    assert [format_duration(seconds) for seconds in (5, 89.6, 5000, 7200)] == ["5 s", "90 s", "83 min", "2.0 h"]
