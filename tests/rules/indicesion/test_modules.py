"""Check that the modules of the game have no import cycle, imports inside functions included."""

from __future__ import annotations

import ast
from pathlib import Path

import dicehouse.games.indicesion

HOME = Path(dicehouse.games.indicesion.__file__).parent


def graph() -> dict[str, set[str]]:
    """Return the modules of the game, and which of them each imports; a folder is its `__init__`."""
    files = {".".join(file.relative_to(HOME).with_suffix("").parts): file for file in HOME.rglob("*.py")}
    names = {name.removesuffix(".__init__"): file for name, file in files.items()}
    found: dict[str, set[str]] = {}
    for name, file in names.items():
        package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
        package = [] if name == "__init__" else package
        found[name] = set()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = [
                    *package[: len(package) - node.level + 1],
                    *((node.module or "").split(".") if node.module else []),
                ]
                inside = [".".join([*base, alias.name]) for alias in node.names]
                found[name] |= {each if each in names else ".".join(base) for each in inside} & names.keys()
    return found


def circles(found: dict[str, set[str]]) -> set[str]:
    """Return the modules that are left after repeatedly removing those that import none of the others."""
    left = dict(found)
    while free := [name for name in left if not left[name] & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def test_no_two_modules_import_each_other() -> None:
    found = graph()
    assert (
        len(found) > 30
        and "rules.motion_effects" in found["rules.power_dice"]
        and "rules.power_dice" in found["rules.throws"]
    )
    assert circles(found) == set()


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}, "e": set()}) == {"a", "b", "c", "d"}
