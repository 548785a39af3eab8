"""Imports go downward only: each room of the house knows the rooms below it and none above, and so does each storey of
a game.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "dicehouse"
ROOMS = [
    "errors",
    "kit",
    "games",
    "match",
    "bots",
    "warm",
    "review",
    "lab",
    "envs",
    "dicehouse",
    "table",
    "web",
    "cli",
]  # lowest first
HEIGHT = {room: height for height, room in enumerate(ROOMS)}
ANNEXES = {
    "events": "match",
    "layouts": "match",
    "moments": "match",
    "names": "match",
    "no_dice": "match",
    "onward": "match",
    "played": "match",
    "resumed": "match",
    "what_if": "match",
    "saved": "match",
    "solving": "match",
    "version": "errors",
    "warm": "bots",
    "__main__": "cli",
}  # files that share a room
STOREYS = ["physics", "rules", "show", "bot", "__init__"]  # of a game of the house, lowest first
FILES = sorted(SOURCE.rglob("*.py"))


def home(file: Path) -> list[str]:
    """The dotted name of a file's package, the house's own name left off: games/pig/rules.py -> games, pig."""
    return list(file.relative_to(SOURCE).parent.parts)


def room_of(module: list[str]) -> str:
    """`dicehouse` itself, the front door, stands above what it shows: a match, its errors and its review."""
    name = ANNEXES.get(module[0], module[0]) if module else ""
    return name if name in HEIGHT else "dicehouse"


def imports(tree: ast.AST, package: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Every module of the house that is imported, at any depth of the file, as (line, dotted name)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                house, *module = alias.name.split(".")
                if house == "dicehouse":
                    yield node.lineno, module
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["dicehouse", *package[: len(package) - node.level + 1], *base]
            if base[:1] == ["dicehouse"]:
                for alias in node.names:
                    yield node.lineno, [*base[1:], alias.name]


def storey(module: list[str]) -> int:
    """How high a module stands in its game's folder; what belongs to no storey stands at the bottom."""
    return STOREYS.index(module[2]) if len(module) > 2 and module[2] in STOREYS else -1


def climbs(code: str, file: Path) -> list[str]:
    package = home(file)
    here = room_of(package or [file.stem])
    found = []
    for line, module in imports(ast.parse(code), package):
        there = room_of(module)
        if HEIGHT[there] > HEIGHT[here]:
            found.append(f"{file.relative_to(SOURCE)}:{line}: {here} must not know {there}")
        elif here == there == "games" and len(package) > 1:
            if module[1:2] != package[1:2]:
                found.append(f"{file.relative_to(SOURCE)}:{line}: a game must not know another, nor the list of games")
            elif storey(module) > storey([*package, file.stem]):
                found.append(f"{file.relative_to(SOURCE)}:{line}: a game's {package[2]} must not know its {module[2]}")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_file_imports_only_what_lies_below_it(file: Path) -> None:
    assert climbs(file.read_text(encoding="utf-8"), file) == []


def test_every_folder_is_a_room() -> None:
    found = {file.relative_to(SOURCE).parts[0].removesuffix(".py") for file in FILES}
    assert found <= {*ROOMS, *ANNEXES, "__init__"}


@pytest.mark.parametrize("game", sorted({f.parts[-2] for f in SOURCE.glob("games/*/__init__.py")}))
def test_a_game_of_the_house_has_the_same_storeys_as_the_others(game: str) -> None:
    folder = SOURCE / "games" / game
    assert [file.name for file in folder.glob("*.py")] == ["__init__.py"]
    assert {"rules", "show", "bot"} <= {place.parent.name for place in folder.glob("*/__init__.py")} <= set(STOREYS)
    assert (folder / "README.md").exists()


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("kit/dice.py", "from dicehouse.games import find"),
        ("kit/dice.py", "def late():\n    from dicehouse import Match"),
        ("games/pig/rules.py", "from dicehouse.match import Match"),
        ("games/pig/rules.py", "from ..dice_ocalypse import rules"),
        ("games/pig/rules.py", "from dicehouse.games.dice_ocalypse.rules import bank"),
        ("games/pig/rules.py", "from dicehouse.games import find"),
        ("games/pig/rules/turn.py", "from ..show.words import sentence"),
        ("games/pig/rules/__init__.py", "from ..bot import odds"),
        ("games/pig/show/view.py", "from dicehouse.games.pig.bot.odds import chance"),
        ("games/pig/physics/world.py", "from ..rules import state"),
        ("errors.py", "from .kit import dice"),
        ("bots/random.py", "import dicehouse.web.app"),
        ("table/storage/store.py", "from dicehouse import cli"),
        ("match.py", "import dicehouse"),
    ],
)
def test_it_sees_a_climb(place: str, code: str) -> None:
    assert climbs(code, SOURCE / place)


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("games/pig/rules.py", "from .words import sentence"),
        ("games/pig/rules/turn.py", "from dicehouse.kit import rules"),
        ("games/pig/rules/turn.py", "from .state import State"),
        ("games/pig/bot/sensible.py", "from ..show.options import describe"),
        ("games/pig/__init__.py", "from .bot import hints"),
        ("games/__init__.py", "from .dice_ocalypse import game"),
        ("__init__.py", "from .match import Match, new"),
        ("table/live.py", "from dicehouse import Match, errors"),
        ("cli.py", "from dicehouse.web import app"),
        ("web/app.py", "import numpy, dicehouse.table.storage.store"),
    ],
)
def test_it_allows_a_step_down(place: str, code: str) -> None:
    assert climbs(code, SOURCE / place) == []
