"""Check that imports go downward only, and that no files import each other in a circle, type hints included.

`LAYERS` is the truth about the order of the packages; CONTRIBUTING shows it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "dicehouse"
LAYERS = [
    ("__main__",),
    ("cli",),
    ("site",),
    ("web",),
    ("server",),
    ("__init__",),
    ("studies",),
    ("review",),
    ("arena",),
    ("envs",),
    ("bots",),
    ("solver",),
    ("match",),
    ("games",),
    ("engine",),
    ("search",),
    ("core",),
    ("compiler",),
    ("records",),
    ("charts",),
    ("errors", "old_names", "process_threads", "text_format", "version"),
    ("i18n",),
]  # highest first: a file imports from its own package and from lower layers
LEVEL = {package: level for level, packages in enumerate(reversed(LAYERS)) for package in packages}
GAME_LAYERS = ["__init__", "ai", "presentation", "rules", "physics"]  # of a game's folder, highest first
FILES = {
    ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted(SOURCE.rglob("*.py"))
}
Graph = Mapping[str, set[str]]


def package_of(module: str) -> str:
    """Return the package of a module; `dicehouse` itself is `__init__`."""
    return module.partition(".")[0] if module else "__init__"


def imported_modules(code: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and the dotted name of every module of ours that the code imports, at any depth of the file."""
    parts = module.split(".") if module and module != "__init__" else []
    here = parts if is_package else parts[:-1]
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top, *rest = alias.name.split(".")
                if top == "dicehouse":
                    yield node.lineno, _file_module(rest)
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["dicehouse", *here[: len(here) - node.level + 1], *base]
            if base[:1] == ["dicehouse"]:
                for alias in node.names:
                    yield node.lineno, _file_module([*base[1:], alias.name])


def _file_module(parts: list[str]) -> str:
    """Return the longest beginning of a dotted name that is a file; an unknown name stays as it is."""
    for length in range(len(parts), 0, -1):
        if (name := ".".join(parts[:length])) in FILES:
            return name
    return ".".join(parts[:1]) if parts and parts[0] in LEVEL else "__init__"


def game_level(module: str) -> int:
    """Return how high a module of a game lies in the game's folder; -1 for a folder without a layer of its own."""
    parts = module.split(".")
    name = parts[2] if len(parts) > 2 else "__init__"
    return len(GAME_LAYERS) - GAME_LAYERS.index(name) if name in GAME_LAYERS else -1


def upward_imports(code: str, module: str, is_package: bool = False) -> list[str]:
    """Return a sentence for each import of the code that goes up."""
    found = []
    package = package_of(module)
    for line, target in imported_modules(code, module, is_package):
        other = package_of(target)
        if other != package and LEVEL[other] >= LEVEL[package]:
            found.append(f"{module}:{line}: {package} must not import {other}")
        elif package == other == "games" and module.count(".") > 1 and package_of(module[6:]) != "house_rules":
            if target.split(".")[1:2] != module.split(".")[1:2]:
                found.append(f"{module}:{line}: a game must not import {target}")
            elif game_level(target) > game_level(module):
                found.append(f"{module}:{line}: {module.split('.')[2]} must not import {target}")
    return found


def cycles(graph: Graph) -> list[list[str]]:
    """Return the groups of modules that import each other, straight or by way of others (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            place = stack.index(name)
            group = stack[place:]
            del stack[place:]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def import_graph() -> dict[str, set[str]]:
    """Return which files each file imports; the front door `dicehouse` is left out, for it loads by name."""
    graph: dict[str, set[str]] = {}
    for module, file in FILES.items():
        code = file.read_text(encoding="utf-8")
        found = {target for _, target in imported_modules(code, module, file.name == "__init__.py")}
        graph[module] = found - {module, "__init__"}
    return graph


def test_a_file_imports_only_what_lies_below_it() -> None:
    found = []
    for module, file in FILES.items():
        found += upward_imports(file.read_text(encoding="utf-8"), module, file.name == "__init__.py")
    assert found == []


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = import_graph()
    assert sum(map(len, graph.values())) > 2000, "the imports are read"
    groups = cycles(graph)
    assert groups == []


def test_no_feature_of_a_table_imports_another() -> None:
    graph = import_graph()
    features = {name for name in FILES if name.startswith("server.features.")}
    assert len(features) > 10
    assert {name: graph[name] & features for name in features if graph[name] & features} == {}
    assert {name for name in FILES if name.startswith("server.table.") and graph[name] & features} == set()


def test_every_package_has_a_layer() -> None:
    assert {package_of(module) for module in FILES} <= LEVEL.keys()


@pytest.mark.parametrize("game", sorted({place.parent.name for place in SOURCE.glob("games/*/rules")}))
def test_a_game_has_the_same_folders_as_the_others(game: str) -> None:
    folder = SOURCE / "games" / game
    assert [file.name for file in folder.glob("*.py")] == ["__init__.py"]
    packages = {place.parent.name for place in folder.glob("*/__init__.py")}
    assert {"rules", "presentation", "ai"} <= packages <= {"rules", "presentation", "ai", "physics"}
    assert (folder / "README.md").exists()


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("core.dice", "from dicehouse.games import find"),
        ("core.dice", "def late():\n    from dicehouse import Match"),
        ("compiler.program", "from ..core.game import Game"),
        ("search.tree", "from dicehouse.engine import engine_of"),
        ("games.dicetopia.rules.turn", "from dicehouse.match import Match"),
        ("games.dicetopia.rules.turn", "from ...dice_ocalypse import rules"),
        ("games.dicetopia.rules.turn", "from dicehouse.games import find"),
        ("games.dicetopia.rules.turn", "from ..presentation.view import view"),
        ("games.dicetopia.presentation.view", "from dicehouse.games.dicetopia.ai.sensible import sensible"),
        ("games.indicesion.physics.world", "from ..rules import state"),
        ("errors", "from .core import dice"),
        ("bots.factory", "import dicehouse.web.app"),
        ("server.table_registry", "from dicehouse import cli"),
        ("match.match", "import dicehouse"),
    ],
)
def test_it_sees_an_upward_import(module: str, code: str) -> None:
    assert len(upward_imports(code, module)) == 1


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("games.dicetopia.rules.turn", "from dicehouse.core import rules"),
        ("games.dicetopia.rules.turn", "from .state import State"),
        ("games.dicetopia.ai.sensible", "from ..presentation.options import describe"),
        ("games.dicetopia", "from .ai import policy"),
        ("server.table_registry", "from dicehouse import Match, errors"),
        ("cli.parser", "from dicehouse.web import app"),
        ("web.app", "import numpy, dicehouse.server.storage.store"),
    ],
)
def test_it_allows_a_downward_import(module: str, code: str) -> None:
    assert upward_imports(code, module, module.count(".") == 1 and module.startswith("games")) == []


def test_it_sees_a_circle() -> None:
    assert cycles({"a": {"b", "d"}, "b": {"c"}, "c": {"a"}, "d": set()}) == [["a", "b", "c"]]
    assert cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
