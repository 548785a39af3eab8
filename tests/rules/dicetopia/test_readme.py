"""Check that the rules do what the README of Dicetopia says, and that every ruling is in it."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import dicehouse
from dicehouse.games.dicetopia import GAME
from dicehouse.games.dicetopia.presentation.mission_texts import pays_each, printed_stars
from dicehouse.games.dicetopia.presentation.notation import ABILITIES, AREA_NAMES, FACTION_IDS, FACTION_NAMES
from dicehouse.games.dicetopia.rules.missions import NAMES
from dicehouse.games.dicetopia.rules.scenarios import AREA_IDS, SCENARIOS

from .scoring import SIZES
from .table import scored

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "src" / "dicehouse" / "games" / "dicetopia"
TEXT = (FOLDER / "README.md").read_text()
PAGE = (ROOT / "docs" / "dicetopia.md").read_text()
CODE = "\n".join(file.read_text() for file in sorted(FOLDER.rglob("*.py")))


def rows(part: str) -> list[list[str]]:
    """Return the rows of the tables in a part of a text, without their heads."""
    lines = re.sub(r"^\|.*\n\|(---\|)+$", "", part, flags=re.MULTILINE).splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


def section(heading: str) -> str:
    """Return the text under a heading, up to the next one of its rank."""
    mark = heading.split(" ")[0]
    found = TEXT.partition(f"\n{heading}\n")[2]
    assert found, heading
    return re.split(rf"^{mark} ", found, flags=re.MULTILINE)[0]


# --- rulings


def test_every_ruling_is_told_once_and_in_order() -> None:
    told = [row for row in rows(TEXT) if re.fullmatch(r"[RMP]-\d\d", row[0])]
    ids = [row[0] for row in told]
    house = [mark for mark in ids if mark[0] == "P"]
    assert ids == [f"R-{n:02}" for n in range(1, 51)] + [f"M-{n:02}" for n in range(1, 26)] + house
    assert house == [f"P-{n:02}" for n in range(1, len(house) + 1)]
    assert [row for row in told if len(row) != 3 or not all(row)] == []


def test_every_ruling_that_the_code_names_is_told() -> None:
    named = set(re.findall(r"\b[RMP]-\d\d\b", CODE))
    assert len(named) > 50
    assert named <= {row[0] for row in rows(TEXT)}


def docstrings() -> str:
    trees = [ast.parse(file.read_text()) for file in sorted(FOLDER.rglob("*.py"))]
    documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
    return "\n".join(ast.get_docstring(n) or "" for tree in trees for n in ast.walk(tree) if isinstance(n, documented))


def test_every_section_that_the_code_names_is_there() -> None:
    in_brackets = re.findall(r"\([^()]*\)", docstrings())
    named = {mark for found in in_brackets for mark in re.findall(r"(?<![\d.])\d\.\d(?![\d.])", found)}
    assert len(named) > 12
    assert named <= set(re.findall(r"^##+ (\d+(?:\.\d+)?) ", TEXT, re.MULTILINE))


# --- tables


def test_the_missions_are_told_as_they_pay() -> None:
    told = [row[:3] for row in rows(section("## 5 Missions"))]
    stars = [printed_stars(mission) for mission in range(60)]
    words = ["varies" if n is None else f"{n} each" if pays_each(at) else str(n) for at, n in enumerate(stars)]
    assert told == [[str(at + 1), name, words[at]] for at, name in enumerate(NAMES)]


def test_the_factions_and_their_abilities() -> None:
    told = [row[:2] for row in rows(section("## 4 Factions"))]
    assert told == [[name, ability] for name, (ability, _) in zip(FACTION_NAMES, ABILITIES, strict=True)]


def test_how_often_an_ability_is_used() -> None:
    kinds = dict.fromkeys(("always", "every turn", "every time"), "always") | {"once": "unused"}
    options = {"reconstructed_factions": True}
    seen: dict[str, str] = {}
    for seed in range(30):
        seats = dicehouse.new("dicetopia", players=6, options=options, seed=seed).view(None)["seats"]
        seen |= {seat["faction"]: seat["ability"] for seat in seats}
    told = {
        row[0].removeprefix("The ").lower().replace(" ", "-"): kinds[row[2]] for row in rows(section("## 4 Factions"))
    }
    assert seen == told


def test_the_areas_and_their_names() -> None:
    told = [row[:3] for row in rows(section("## 8 The board"))]
    assert told == [[name, f"`{key}`", str(SIZES[key])] for name, key in zip(AREA_NAMES, AREA_IDS, strict=True)]


def test_the_scenarios_are_told_and_marked() -> None:
    told = [row[0] for row in rows(section("## 6 Scenarios"))]
    assert told == [one.name + (" **(house rule)**" if one.ours else "") for one in SCENARIOS[1:]]


def test_the_settings_and_modes_are_told() -> None:
    told = [row[0] for row in rows(section("## 10 Settings"))]
    assert told == [setting.label for setting in GAME.settings] + [mode.name for mode in GAME.modes]


def test_the_example_is_counted_by_the_rules() -> None:
    table = scored(
        "- - -",
        boards=["t4 t2 p6 p6 w3 m5 w6", "p5", "t2"],
        missions=["armory forgery"],
        stock=(1, 3, 0),
        agency="A A B b w4",
        gugu="A C w2 t3 p6",
        dome="A w1 t2 p4 w4 t6",
    )
    told = [int(cell) for row in rows(section("### An example")) for cell in re.findall(r"^\*\*(\d+)\*\*$", row[-1])]
    final, areas = table.final[0], {fact["area"]: fact["by"] for fact in table.happened("domination")}
    assert told == [final["stock"], final["dice"], 0, 16, 17, 12, 4, final["total"]]
    assert sum(told[:-1]) == told[-1]
    assert final["domination"] == 33 and table.stars("A") == {"armory": 12, "forgery": 4}
    assert areas.keys() == set(AREA_IDS)


# --- notation


def pattern(text: str) -> str:
    """Return a text of the notation without its particulars: places, Missions, factions, numbers."""
    text = re.sub(rf"\b({'|'.join(AREA_IDS)}) \d\b", "SPACE", text)
    text = re.sub(r"\bp\d \d\b", "DIE", text)
    text = re.sub(r"^(give|return|leave|top|bottom) (?!SPACE)[a-z-]+$", r"\1 MISSION", text)
    text = re.sub(rf"\b({'|'.join(AREA_IDS)})$", "AREA", text)
    text = re.sub(r"^faction .*", "faction NAME", text)
    text = re.sub(r"\b(teal|purple|white)\b", "COLOUR", text)
    return re.sub(r"\d", "N", text)


def offered(seed: int) -> set[str]:
    """Return the options offered in a game of six with these factions that prefers rare actions."""
    options = {"faction_deal": "choose", "reconstructed_factions": True, "protection_advanced": True}
    match, rng = dicehouse.new("dicetopia", players=6, options=options, seed=seed), random.Random(seed)
    factions = [f"faction {FACTION_IDS[(6 * seed + at) % len(FACTION_IDS)]}" for at in range(6)]
    seen: set[str] = set()
    while not match.over:
        seat = match.acting()[0]
        offers = [option.id for option in match.options(seat)]
        seen |= {pattern(offer) for offer in offers}
        rare = [
            offer for offer in offers if " " not in offer and offer not in ("end", "pass", "enough", "fight", "draw")
        ]
        wanted = [offer for offer in factions if offer in offers]
        match.play(seat, rng.choice(wanted or rare or offers))
    return seen


def test_the_notation_is_all_there_is_and_all_of_it_is() -> None:
    told = {pattern(text) for row in rows(section("## 11 Notation")) for text in re.findall(r"`([^`]+)`", row[0])}
    seen: set[str] = set()
    for seed in range(20):
        seen |= offered(seed)
        if seen == told:
            break
    assert seen == told


# --- the page for designers


def test_the_settings_are_told_as_they_are() -> None:
    told = [re.findall(r"`([^`]+)`", line) for line in PAGE.splitlines() if line.startswith("| `")]
    found = {row[0]: row[1:] for row in told if row[0] in {setting.key for setting in GAME.settings}}
    assert sorted(found) == sorted(setting.key for setting in GAME.settings)
    for setting in GAME.settings:
        *values, default = [ast.literal_eval(word) for word in found[setting.key]]
        assert default == setting.default
        if setting.kind == "number":
            assert f"{setting.low} to {setting.high}" in PAGE
        elif setting.key != "scenario":
            assert values == ([True, False] if setting.kind == "switch" else [value for value, _ in setting.choices])


def test_the_scenarios_of_the_page_are_there() -> None:
    told = re.findall(r"`\"([a-z-]+)\"`", next(line for line in PAGE.splitlines() if line.startswith("| `scenario`")))
    assert told == [one.id for one in SCENARIOS] + ["none"]


def test_the_files_of_the_rules_are_told() -> None:
    told = set(re.findall(r"^\| `(\w+/\w+\.py)`", PAGE, re.MULTILINE))
    assert told <= {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.py")}
    assert {
        f"rules/{name}.py"
        for name in ("__init__", "state", "turn", "area_actions", "abilities", "scenarios", "game_end")
    } <= told
