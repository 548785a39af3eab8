"""The tables of the docs that are made from code: `python -m tests.house.tables` writes them, as does `make format`.

A table is known by its first heading, so it needs no marks around it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from dicehouse.core import Game
from dicehouse.core.game_protocol.hook import Hook
from dicehouse.core.game_protocol.hook_table import GROUPS, HOOK_TABLE
from dicehouse.games import all_games

from .test_imports import FILES, LAYERS, LEVEL, import_graph, package_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GUIDE = DOCS / "adding-a-game.md"
PLANES = DOCS / "environments.md"
WORDS = "word"


def words_of(game: Game) -> list[str]:
    """The words of `Match.set_up` in a game."""
    head = [f"| {WORDS} | what it says | what it takes |", "|---|---|---|"]
    return head + [f"| `{word.key}` | {word.text} | {word.reader.says} |" for word in game.hooks.SET_UP]


def hooks_of(group: str) -> list[str]:
    """Return what a game may define in a group; those that only an engine of one's own asks for have the group
    "engine".
    """
    own_engine = group == "engine"
    title = "with `Game.engine`" if own_engine else f"in `{group}`"
    head = [f"| {title} | what it is for | returns | without it |", "|---|---|---|---|"]
    return head + [
        _row(hook)
        for hook in HOOK_TABLE
        if (hook.own_engine if own_engine else hook.group == group and not hook.own_engine)
    ]


def planes_of(game: Game) -> list[str]:
    """What a seat of a game sees as numbers."""
    head = [f"| {game.name} | shape | from | to | divided by | what it says |", "|---|---|---:|---:|---:|---|"]
    return head + [
        f"| `{plane.name}`{'' if plane.part == 'seen' else f' ({plane.part})'} | {' x '.join(map(str, plane.shape))} "
        f"| {plane.low:,} | {plane.high:,} | {plane.scale:,} | {plane.says} |"
        for plane in game.hooks.PLANES
    ]


def _row(hook: Hook) -> str:
    name = f"`{hook.call}`" + (f", in `{hook.group}`" if hook.own_engine else "")
    returns = (
        "" if hook.kind in ("record", "constant") else "nothing" if hook.returns == "None" else f"`{hook.returns}`"
    )
    return f"| {name} | {_plain(hook.purpose)} | {returns.replace(' | ', ' or ')} | {hook.without or '(needed)'} |"


def _plain(purpose: str) -> str:
    return purpose[:1].upper() + purpose[1:].removesuffix(".") + "."


def map_of_packages() -> list[str]:
    """Return the packages, highest layer first, with what each does and which others it imports, as rows of a table."""
    graph = import_graph()
    rows = ["| package | what it does | imports |", "|---|---|---|"]
    for package in (name for layer in LAYERS for name in layer if name not in ("__init__", "__main__")):
        modules = {name for name in graph if package_of(name) == package}
        used = {package_of(other) for name in modules for other in graph[name]} - {package, "__init__"}
        docstring = ast.get_docstring(ast.parse(FILES[package].read_text(encoding="utf-8"))) or ""
        first = re.split(r"(?<=[.])\s", " ".join(docstring.split()), maxsplit=1)[0].rstrip(".")
        rows.append(f"| `{package}` | {first} | {', '.join(sorted(used, key=list(LEVEL).index, reverse=True))} |")
    return rows


def tables() -> Iterator[tuple[Path, list[str]]]:
    """Yield every table with the page that it is on."""
    yield ROOT / "CONTRIBUTING.md", map_of_packages()
    for group in (*GROUPS, "engine"):
        yield GUIDE, hooks_of(group)
    for game in all_games().values():
        page = DOCS / f"{game.id}.md"
        if game.hooks.SET_UP and page.exists():
            yield page, words_of(game)
        if game.hooks.PLANES and page.exists():
            yield PLANES, planes_of(game)


def written(page: str, table: list[str]) -> str:
    """A page with this table in place of the one whose first heading is the same; ValueError if it has none."""
    heading = table[0].split(" | ")[0]
    found = re.search(rf"^{re.escape(heading)} \|.*\n(?:\|.*\n)*", page, re.MULTILINE)
    if not found:
        raise ValueError(f"The page has no table that begins with {heading!r}.")
    return page[: found.start()] + "\n".join(table) + "\n" + page[found.end() :]


def write() -> None:
    """Write all tables anew."""
    for place, table in tables():
        place.write_text(written(place.read_text(encoding="utf-8"), table), encoding="utf-8")


if __name__ == "__main__":
    write()
