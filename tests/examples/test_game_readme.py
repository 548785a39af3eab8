"""What the README of Dice-ocalypse! says is what the rules do, and every ruling is in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import dicehouse
import dicehouse.games
from dicehouse.games.dice_ocalypse.presentation.throw_points import best_points, bust_chances, scoring_key

FOLDER = Path(__file__).parents[2] / "src" / "dicehouse" / "games" / "dice_ocalypse"
TEXT = (FOLDER / "README.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]
PRESETS = ["plurality", "printed", "classic"]  # as the columns of the table
DICE = {
    "each 1": [1],
    "each 5": [5],
    "three 1s": [1, 1, 1],
    "four of a kind": [4] * 4,
    "five of a kind": [4] * 5,
    "six of a kind": [4] * 6,
    "1 2 3 4 5 6": [1, 2, 3, 4, 5, 6],
    "three pairs": [2, 2, 3, 3, 6, 6],
    "two triplets": [2, 2, 2, 3, 3, 3],
    "four of a kind and a pair": [4, 4, 4, 4, 2, 2],
}
WORDS = {
    "twice the three": 800,
    "3 times the three": 1200,
    "4 times the three": 1600,
    "8 times the three": 3200,
    "the two added up": 500,
    "as three pairs, if that is more": 1500,
    "no bonus": 0,  # the pair can't be kept with the four
}


@pytest.mark.parametrize("row", [row for row in ROWS if row[0] in DICE], ids=lambda row: row[0])
def test_a_row_of_the_scoring_tables(row: list[str]) -> None:
    for preset, cell in zip(PRESETS, row[1:], strict=True):
        match = dicehouse.new("dice-ocalypse", players=2, options={"scoring": preset}, seed=1)
        points = WORDS[cell] if cell in WORDS else int(cell.replace(",", ""))
        assert best_points(match._position.state, DICE[row[0]]) == points


def test_all_rows_were_found() -> None:
    assert {row[0] for row in ROWS} >= set(DICE)


def test_the_chances_of_a_bust() -> None:
    chances = bust_chances(scoring_key(dicehouse.new("dice-ocalypse", seed=1)._position.state))
    [row] = [row for row in ROWS if row[0] == "chance of a bust"]
    assert row[1:] == [f"{100 * chance:.1f}%" for chance in reversed(chances)]


def test_every_ruling_is_told_once_and_in_order() -> None:
    told = [row[0] for row in ROWS if re.fullmatch(r"[RAP]\d+", row[0])]
    house = [mark for mark in told if mark[0] == "P"]
    assert told == [f"R{n}" for n in range(1, 36)] + [f"A{n}" for n in range(1, 14)] + house
    assert house == [f"P{n}" for n in range(1, len(house) + 1)]
    for row in ROWS:
        assert row[0] not in told or all(row)


def test_every_ruling_that_the_code_names_is_told() -> None:
    code = "\n".join(file.read_text() for file in FOLDER.rglob("*.py"))
    named = {mark for found in re.findall(r"\(((?:[RAP]\d+(?:, )?)+)\)", code) for mark in found.split(", ")}
    assert len(named) > 15
    assert named <= {row[0] for row in ROWS}


def test_the_settings_are_told_as_they_are() -> None:
    page = (FOLDER.parents[3] / "docs" / "dice-ocalypse.md").read_text()
    section = page.split("## Settings\n")[1].split("\n## ")[0]
    told = [re.findall(r"`([^`]+)`", line) for line in section.splitlines() if line.startswith("| `")]
    rows = {row[0]: row[1:] for row in told}
    settings = dicehouse.games.find("dice-ocalypse").settings
    assert list(rows) == [setting.key for setting in settings]
    for setting in settings:
        *values, default = [ast.literal_eval(word) for word in rows[setting.key]]
        assert default == setting.default
        if setting.kind == "choice":
            assert values == [value for value, _ in setting.choices]
        elif setting.kind == "switch":
            assert values == [True, False]
        else:
            assert f"{setting.low:,} to {setting.high:,} in steps of {setting.step}" in page
