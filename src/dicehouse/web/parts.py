"""The parts of which the table's page is built: those that it starts with, and those that it may fetch later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

LIST = "parts.json"  # written by the build, see ui/vite.config.ts
TABLE, GAMES, BOARD, GENERIC = "src/table/main.ts", "src/games/", "index.ts", "generic/"
APART = (GAMES, "src/replay/")  # the page of one game has no use for the boards of others
MAX_GAMES = 64

Parts = dict[str, dict[str, Any]]


@lru_cache(maxsize=MAX_GAMES)
def parts_of(folder: Path, stamp: int, game: str) -> tuple[list[str], list[str]]:
    """The scripts with which a game's table starts, and all that its page may fetch when it is there: names below
    `folder`, whose list was written at `stamp` (nanoseconds). A game without a board of its own has the generic one.
    """
    parts: Parts = json.loads((folder / LIST).read_text(encoding="utf-8"))
    home = next(place for place in (GAMES + game + "/", GAMES + GENERIC) if place + BOARD in parts)
    begun = _reached(parts, [TABLE, home + BOARD], "imports")
    opened = [name for start in (TABLE, home + BOARD) for name in parts[start].get("dynamicImports", ())]
    wanted = [name for name in opened if name.startswith(home) or not name.startswith(APART)]
    later = [name for name in _reached(parts, wanted, "imports", "dynamicImports") if name not in begun]
    files = (part for name in later for part in (parts[name]["file"], *parts[name].get("css", ())))
    return [parts[name]["file"] for name in begun if name != TABLE], list(dict.fromkeys(files))


def _reached(parts: Parts, starts: Iterable[str], *ways: str) -> list[str]:
    reached, waiting = dict[str, None](), list(starts)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = None
            waiting += [other for way in ways for other in parts[name].get(way, ())]
    return list(reached)
