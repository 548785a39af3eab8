"""A game's style sheets lie on its whole table page, so each of their rules must name something that only the game has.

The generic game is left out: it has no room of its own, and dresses the house's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "ui" / "src"
GAMES = [folder for folder in sorted((PAGE / "games").iterdir()) if folder.is_dir() and folder.name != "generic"]
GIVEN = re.compile(r'class="([^"]*)"|class:([\w-]+)|class=(\{[^}]*\})')
QUOTED = re.compile(r"""(["'`])(.*?)\1""")
FRAME = re.compile(r"from|to|[\d.]+%")
LIST = re.compile(r":(?:is|where|has)\(([^()]*)\)")


def classes(markup: str) -> set[str]:
    """Every class it can carry: `who p{seat} {on ? "turn" : ""}` is who, p and turn."""
    given = ["".join(found) for found in GIVEN.findall(markup)]
    chosen = [word for part in given for code in re.findall(r"\{[^}]*\}", part) for _, word in QUOTED.findall(code)]
    return {name for part in [*given, *chosen] for name in re.sub(r"\{[^}]*\}", "", part).split()}


SHELLS = classes(
    "".join(
        file.read_text(encoding="utf-8")
        for folder in ("table", "replay", "shared")
        for file in (PAGE / folder).rglob("*.svelte")
    )
)


def selectors(sheet: str) -> Iterator[str]:
    """Each selector by itself. What it excludes says nothing of what it hits."""
    for head in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)):
        if not head.strip().startswith("@"):
            yield from apart(re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", head.strip()))


def apart(selector: str) -> Iterator[str]:
    if found := LIST.search(selector):
        for part in found[1].split(","):
            yield from apart(selector[: found.start()] + part.strip() + selector[found.end() :])
    else:
        yield from (each.strip() for each in selector.split(",") if not FRAME.fullmatch(each.strip()))


def loose(sheet: str) -> list[str]:
    """Selectors whose classes the house uses, too, so that its own markup may be hit."""
    used = {each: re.findall(r"\.([a-zA-Z][\w-]*)", each) for each in selectors(sheet) if "[data-game" not in each}
    return [each for each, names in used.items() if {re.sub(r"^([npq])\d$", r"\1", name) for name in names} <= SHELLS]


def test_a_game_leaves_the_house_its_looks() -> None:
    sheets = {game.name: sorted(game.glob("*.css")) for game in GAMES}
    assert sheets and all(sheets.values())
    found = {f"{game}/{file.name}": loose(file.read_text(encoding="utf-8")) for game in sheets for file in sheets[game]}
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "rule",
    [
        "h2 { margin: 0 }",
        ".pad { margin: 0 }",
        ".mine, .standing li { margin: 0 }",
        "@media print {\n  .seat.turn > .who:not(.mine) { margin: 0 }\n}",
        ":is(.mine, .seats.n3) .who { margin: 0 }",
    ],
)
def test_it_sees_a_rule_that_hits_the_house(rule: str) -> None:
    assert len(loose(rule)) == 1


@pytest.mark.parametrize("rule", [".mine .pad { margin: 0 }", '[data-game="mine"] .seat { margin: 0 }'])
def test_it_lets_a_game_dress_what_it_names_as_its_own(rule: str) -> None:
    assert loose(rule) == []
