"""Run dicehouse study, as a person types it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dicehouse.cli import build_parser, main
from dicehouse.cli.commands.study import study_from_arguments
from dicehouse.errors import BadSetting
from dicehouse.studies import parse_result

DECK = "deck-o-dice"
BASE = ("study", DECK, "--games", "80", "--seed", "5", "--jobs", "1")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command run in this process."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


def test_it_tells_people_first_in_words_then_in_tables(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, error = said(capsys, *BASE, "--vary", "parity=seat,random", "--levels", "random,sensible")
    assert (code, error) == (0, "")
    head, headline, *paragraphs = text.split("\n\n")
    assert head == "Deck-O-Dice: 320 games of 2 players, seed 5"
    assert headline.startswith("With \N{LEFT DOUBLE QUOTATION MARK}Odd and even")
    assert "first player" in paragraphs[0]
    claimed = "among sensible bots and among greedy bots, and the claims hold for each of these kinds"
    assert any(claimed in paragraph for paragraph in paragraphs[:4])
    assert "rules make likely" not in text
    assert "compared with parity=" in text and "length in turns" in text
    assert "Skill explains" in text and "only among these bots: random and sensible" in text
    assert text.rstrip().splitlines()[-1] == (
        f"Again: dicehouse study {DECK} --vary parity=seat,random --levels random,sensible --games 80 --seed 5"
    )


def test_a_table_that_is_cut_says_how_much_is_left_and_where_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("study", "baron-voodoo", "--games", "3", "--seed", "1", "--bots", "random", "--jobs", "1")
    text, data = said(capsys, *given)[1], said(capsys, *given, "--json")[1]
    table, more = text.split("\nevent ")[1].split("\n\n")[:2]
    shown, every = len(table.splitlines()) - 1, len(parse_result(data).cells[0].events)
    assert shown == 40 < every and more == f"{every - 40} more events are in the output of --json."


def test_one_game_is_one_game_and_a_minus_is_as_long_as_a_plus(capsys: pytest.CaptureFixture[str]) -> None:
    one = said(capsys, "study", DECK, "--games", "1", "--seed", "5", "--jobs", "1", "--bots", "greedy")[1]
    assert " 1 games" not in one and "1 game of 2 players" in one and "With only 1 game per variant" in one
    text = said(
        capsys, "study", DECK, "--games", "80", "--seed", "1", "--jobs", "1", "--weigh", "8", "--bots", "sensible"
    )[1]
    (gain,) = (line for line in text.splitlines() if "gain of the bot's choice" in line)
    assert "\N{MINUS SIGN}" in gain and not re.search(r"(^|\s)-\d", text), "its interval is on both sides of nothing"


def test_a_precision_that_was_not_reached_is_told_in_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, *BASE, "--precision", "1%")[1]
    assert "before it knew every figure to within 1%." in text


def test_the_command_it_names_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    given = (*BASE, "--mode", "open", "--bots", "greedy", "--json")
    first = parse_result(said(capsys, *given)[1])
    words = first.command.split()
    assert words[:3] == ["dicehouse", "study", DECK]
    again = parse_result(said(capsys, *words[1:], "--json", "--jobs", "2")[1])
    assert again.cells == first.cells and again.command == first.command


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--vary", "parity"), "a setting to vary must have the form KEY=A,B,..."),
        (("--vary", "parity=seat,"), "a setting to vary must have the form KEY=A,B,..."),
        (("--vary", "speed=1"), "There is no setting 'speed'"),
        (("--vary", "parity=seat", "--vary", "parity=random"), "varied twice"),
        (("--players", "4-2"), "from the lower to the higher"),
        (("--players", "two"), "written like 2-4 or 2,4"),
        (("--players", "1-99"), "1 to 16"),
        (("--players", "3"), "for 1 to 2 players, not 3"),
        (("--precision", "50%"), "a precision in percent must be a number from 0.01 to 20"),
        (("--precision", "fine"), "a precision in percent"),
        (("--worth", "card"), "Deck-O-Dice has nothing called 'card' to grant or deny; it names nothing of the kind."),
        (("--levels", "random"), "can compare 2 to 8 levels"),
        (("--bots", "gandalf"), "There is no bot 'gandalf'"),
        (("--mode", "fast"), "has no mode 'fast'"),
        (("--games", "0"), "the number of games must be a whole number from 1"),
        (("--save", "/nowhere/at/all.json"), "can't be saved to"),
    ],
)
def test_what_can_not_be_done_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], given: tuple[str, ...], sentence: str
) -> None:
    code, text, error = said(capsys, *BASE, *given)
    assert (code, text) == (2, "")
    assert sentence in error and error.count("\n") == 1


def test_a_killed_study_goes_on(tmp_path: Path) -> None:
    """Killed in the middle, then stopped by ^C, then whole."""
    save = tmp_path / "study.json"
    hear = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{hear}; from dicehouse.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "study", DECK, "--games", "600000", "--seed", "3", "--jobs", "1"]
    for how in (signal.SIGKILL, signal.SIGINT):
        before = _games(save)
        with subprocess.Popen([*command, "--save", str(save)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            while run.poll() is None and _games(save) <= before:
                time.sleep(0.05)
            run.send_signal(how)
            text, error = run.communicate()
        if how == signal.SIGINT:
            assert run.returncode == 130, error
            assert b"The study was interrupted" in text and b"the same command continues from" in error
    assert 0 < _games(save) < 600000
    left = set(os.listdir(tmp_path)) - {"study.json"}  # but for what a kill leaves
    assert all(name.startswith(("study.json.lock", "tmp")) for name in left)


def _games(save: Path) -> int:
    """Count the games in the save."""
    if not save.exists():
        return -1
    return int(json.loads(save.read_text())["tallies"].get("0", {"games": 0})["games"])


def test_what_a_mode_fixes_can_be_varied() -> None:
    """A mode is where one starts from; what was given by itself is still one value or several."""
    given = ["study", "dice-ocalypse", "--mode", "quick", "--seed", "1", "--vary", "target=10000,5000"]
    study = study_from_arguments(build_parser().parse_args(given))
    names = ["target=10000, 2 players", "target=5000, 2 players"]
    assert [cell.name for cell in study.plan.cells] == [f"{n}, {k} bots" for k in ("sensible", "greedy") for n in names]
    assert {cell.settings["opening"] for cell in study.plan.cells} == {500}
    again = study_from_arguments(build_parser().parse_args(study.command.split()[1:]))
    assert again.plan == study.plan
    with pytest.raises(BadSetting, match="'opening' can't be both changed and varied"):
        study_from_arguments(build_parser().parse_args([*given, "--vary", "opening=0,500", "--option", "opening=0"]))
