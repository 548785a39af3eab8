"""Check that the rules do what the README of inDICEsion says, and that every ruling is in it."""

from __future__ import annotations

import ast
import re
from math import degrees
from pathlib import Path

from dicehouse.games.indicesion import GAME
from dicehouse.games.indicesion.physics.throw_physics import HAND_LEVELS, HAND_REACH, MAX_SPEED, MAX_SPIN, RELEASE
from dicehouse.games.indicesion.physics.versions import NEWEST, VERSIONS
from dicehouse.games.indicesion.presentation.options import POWERS
from dicehouse.games.indicesion.rules.barrels import READY_TARGETS, SPOTS
from dicehouse.games.indicesion.rules.throw_notation import read_placing, read_throw

FOLDER = Path(__file__).parents[3] / "src" / "dicehouse" / "games" / "indicesion"
TEXT = (FOLDER / "README.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]


def part(title: str) -> list[list[str]]:
    """Return the rows of one part, without its head."""
    text = TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return rows[2:]


def test_every_ruling_is_told_once_and_in_order() -> None:
    told = [row[0] for row in ROWS if re.fullmatch(r"[RAP]\d+", row[0])]
    house = [mark for mark in told if mark[0] == "P"]
    assert told == [f"R{n}" for n in range(1, 32)] + [f"A{n}" for n in range(1, 13)] + house
    assert house == [f"P{n}" for n in range(1, len(house) + 1)]
    for row in ROWS:
        assert row[0] not in told or (all(row) and len(row) == (4 if row[0][0] == "R" else 3))


def test_every_ruling_that_the_code_names_is_told() -> None:
    code = "\n".join(file.read_text() for file in FOLDER.rglob("*.py"))
    named = {mark for found in re.findall(r"\(([^()]*)\)", code) for mark in re.findall(r"\b[RAP]\d+\b", found)}
    assert len(named) > 10
    assert named <= {row[0] for row in ROWS}


def test_the_settings_are_told_as_they_are() -> None:
    rows = {row[0].strip("`"): row[1:3] for row in part("Settings")}
    assert list(rows) == [setting.key for setting in GAME.settings]
    for setting in GAME.settings:
        values, usual = rows[setting.key]
        if setting.kind == "switch":
            assert (values, usual) == ("on, off", "off") and setting.default is False
        elif setting.kind == "choice":
            assert re.findall(r"`(\w+)`", values) == [value for value, _ in setting.choices]
            assert usual == f"`{setting.default}`"
        else:
            assert (values, ast.literal_eval(usual)) == (f"{setting.low} to {setting.high}", setting.default)


def test_hands_and_limits_are_told_as_they_are() -> None:
    rows = part("A round")
    assert [row[0].split()[-1] for row in rows] == [*HAND_LEVELS]
    hand = VERSIONS[NEWEST].hand
    for row, much in zip(rows, HAND_LEVELS.values(), strict=True):
        place, pace, direction, turn, spin = row[1:]
        assert (place, float(turn.strip("°"))) == (f"{1000 * hand.place * much:.0f} mm", hand.turn * much)
        assert pace == f"{100 * hand.pace * much:g}% and {100 * hand.speed * much:g} cm/s"
        assert float(direction.strip("°")) == hand.direction * much
        parts = (100 * hand.spin_pace * much, hand.spin_axis * much, hand.spin * much)
        assert spin == "{:g}%, its axis {:g}°, and {:g} rad/s".format(*parts)
    assert f"{MAX_SPEED:.3f} m/s with a spin of {MAX_SPIN:.0f} rad/s, and reaches {HAND_REACH:.0f} m" in TEXT
    assert f"**{RELEASE * 1000:.0f} mm**" in TEXT and degrees(MAX_SPIN) > 3000


def test_the_notation_can_be_read() -> None:
    told = [text for row in part("Notation") for text in re.findall(r"`([^`]+)`", row[0])]
    throw, more = told[0], told[1].removeprefix("... ")
    assert read_throw(f"{throw} {more}").text() == f"{throw} {more}"
    assert read_placing(next(text for text in told if text.startswith("put")))[0] == "c1"
    words = {text.split()[0] for text in told} - {"..."}
    assert words == {
        "throw", "drop", "lob", "knock", "start", "draft", "stand", "aside", "build", "put", "take", "clear", "done",
        "respawn", "pass", "again", "keep",
    }  # fmt: skip
    spots = next(row[1] for row in part("Notation") if row[0] == "`stand p2 left`")
    assert re.findall(r"`(\w+)`", spots) == list(SPOTS)


def test_what_is_ready_made_has_its_name() -> None:
    assert [row[0].strip("`") for row in part("Barrels")] == list(READY_TARGETS)


def test_every_colour_has_its_power() -> None:
    assert len(part("Drafting")) == len(POWERS) == 6


def test_the_modes_are_told() -> None:
    line = TEXT.partition("The modes of the house are ")[2].partition(".\n")[0].replace(", and ", ", ")
    assert line.split(", ") == [mode.name for mode in GAME.modes]
