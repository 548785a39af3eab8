"""Check that the rules do what the README of Baron Voodoo says, and that every ruling is in it."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

import dicehouse
import dicehouse.games
from dicehouse.games.baron_voodoo.presentation.notation import COLOURS, FACES, LOA_NAMES, POWER_IDS
from dicehouse.games.baron_voodoo.presentation.words import COLOUR_NAMES, FACE_NAMES
from dicehouse.match.match import Match

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src" / "dicehouse" / "games" / "baron_voodoo"
TEXT = (FOLDER / "README.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]
GRIDS = [block.split() for block in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL)]
GAME = dicehouse.games.find("baron-voodoo")


def deal(**options: object) -> Match:
    return dicehouse.new("baron-voodoo", players=4, options={"loas": "random", **options}, seed=1)


def faces(match: Match) -> list[str]:
    """Return the faces of the first board, from its upper left corner."""
    board = match.view(None)["board"]
    spaces = [f"{file}{rank}" for rank in "7654321" for file in "abcdefg"]
    return [board[space][0][1] if space in board else "." for space in spaces]


def test_the_boards_are_those_that_are_laid() -> None:
    colours, balanced, chaos = GRIDS
    assert colours == deal().view(None)["layout"]
    assert balanced == faces(deal(set_up="balanced"))
    assert chaos == faces(deal(set_up="chaos"))


def test_the_values_of_combos() -> None:
    points = next(row for row in ROWS if row[0] == "points")
    assert [int(cell) for cell in points[1:]] == deal().view(None)["values"]


def test_colours_and_their_numbers() -> None:
    told = {row[0]: row[1:] for row in ROWS if row[0] in COLOUR_NAMES}
    layout = deal().view(None)["layout"]
    owners = [*LOA_NAMES, "nobody's"]
    for name, letter, owner in zip(COLOUR_NAMES, COLOURS, owners, strict=True):
        assert told[name] == [letter, str(layout.count(letter)), owner]


def test_icons_and_powers_have_their_names() -> None:
    assert [row[:2] for row in ROWS if row[0] in FACE_NAMES] == [
        list(pair) for pair in zip(FACE_NAMES, FACES, strict=True)
    ]
    assert [row[0].strip("*") for row in ROWS if row[0].startswith("**") and row[0].strip("*") in LOA_NAMES] == list(
        LOA_NAMES
    )


def test_the_points_that_end_it() -> None:
    sentence = TEXT.partition("It begins to end")[2].partition("\n\n")[0]
    told = [int(number) for number in re.findall(r"\*\*(\d+)\*\*", sentence)]
    assert told == [dicehouse.new("baron-voodoo", players=n, seed=1).view(None)["threshold"] for n in (2, 3, 4)]
    assert "two teams need 18" in " ".join(sentence.split())
    assert deal(pairing="yt-rp").view(None)["threshold"] == 18


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_levels_of_the_baron(level: int) -> None:
    match = dicehouse.new("baron-voodoo", players=1, options={"solo_level": level, "loas": "order"}, seed=1)
    line = [die[0] for die in match.view(None)["baron"]["line"]]
    assert line == list("TRPY" if level == 1 else "YPRT")
    assert match.view(None)["sides"][1]["vp"] == (6 if level == 4 else 3)
    assert [row[0] for row in ROWS].count(str(level)) == 1


def test_every_ruling_is_told_once_and_in_order() -> None:
    told = [row[0] for row in ROWS if re.fullmatch(r"[SAP]\d+", row[0])]
    house = [mark for mark in told if mark[0] == "P"]
    assert told == [f"S{n}" for n in range(1, 29)] + [f"A{n}" for n in range(1, 12)] + house
    assert house == [f"P{n}" for n in range(1, len(house) + 1)]
    for row in ROWS:
        assert row[0] not in told or (all(row) and len(row) == (4 if row[0][0] == "S" else 3))


def test_every_ruling_that_the_code_names_is_told() -> None:
    code = "\n".join(file.read_text() for file in FOLDER.rglob("*.py"))
    named = {mark for found in re.findall(r"\(([^()]*)\)", code) for mark in re.findall(r"\b[SAP]\d+\b", found)}
    assert len(named) > 25
    assert named <= {row[0] for row in ROWS}


def pattern(text: str) -> str:
    """Return a text of the notation without its particulars: dice, spaces, players, names."""
    text = re.sub(r"\b[ytrpw][ovfgsx]\b", "DIE", text)
    text = re.sub(r"\b[a-g][1-7]x[a-g][1-7]\b", "JUMP", text)
    text = re.sub(r"\b[a-g][1-7]\b", "SPACE", text)
    text = re.sub(r"\b(p[1-4]|baron)(?= DIE)", "WHOSE", text)
    text = re.sub(r"^(loa|baron) [a-z-]+$", r"\1 NAME", text)
    text = re.sub(rf"^power ({'|'.join(POWER_IDS)})$", "power NAME", text)
    text = re.sub(r"^row [1-7] (left|right)$|^file [a-g] (up|down)$", "LINE", text)
    text = re.sub(r"(?<= )[ovfgsx]$", "ICON", text)
    return re.sub(r"DIE( DIE)+", "DICE", text)


def test_the_notation_is_all_there_is_and_all_of_it_is() -> None:
    part = TEXT.partition("## Notation")[2].partition("## Rulings")[0]
    told = {
        pattern(text)
        for line in part.splitlines()
        if line.startswith("| `")
        for text in re.findall(r"`([^`]+)`", line.split("|")[1])
    }
    seen: set[str] = set()
    rng = random.Random(1)
    for seed, mode in enumerate([one for one in GAME.modes if one.id in ("standard", "draft", "solo", "chaos")] * 6):
        match = dicehouse.new(GAME.id, players=GAME.player_count(mode), options=mode.settings, seed=seed)
        while not match.over:
            seat = match.acting()[0]
            options = match.options(seat)
            seen |= {pattern(option.id) for option in options}
            match.play(seat, rng.choice(options).id)
    assert seen == told


def test_the_settings_are_told_as_they_are() -> None:
    page = (ROOT / "docs" / "baron-voodoo.md").read_text()
    part = page.partition("## Settings")[2].partition("\n## ")[0]
    told = [re.findall(r"`([^`]+)`", line) for line in part.splitlines() if line.startswith("| `")]
    rows = {row[0]: row[1:] for row in told}
    assert sorted(rows) == sorted(setting.key for setting in GAME.settings)
    for setting in GAME.settings:
        *values, default = [ast.literal_eval(word) for word in rows[setting.key]]
        assert default == setting.default
        assert values == ([True, False] if setting.kind == "switch" else [value for value, _ in setting.choices])


def test_the_files_of_the_rules_are_told() -> None:
    page = (ROOT / "docs" / "baron-voodoo.md").read_text()
    told = set(re.findall(r"^\| `(\w+/\w+\.py)`", page, re.MULTILINE))
    assert told <= {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.py")}
    assert {f"rules/{name}.py" for name in ("__init__", "state", "turn", "loa_powers", "solo_opponent")} <= told
