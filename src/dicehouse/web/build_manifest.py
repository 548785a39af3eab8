"""Read the list of script files that the table's page consists of: those loaded at first and those loaded later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

MANIFEST_FILE = "parts.json"  # written by the build, see ui/vite.config.ts
TABLE_ENTRY, GAMES_FOLDER, BOARD_ENTRY, GENERIC_FOLDER = "src/app/table.ts", "src/games/", "index.ts", "generic/"
SEPARATE_FOLDERS = (GAMES_FOLDER, "src/replay/")  # loaded only by the page that needs them
MAX_GAMES = 64

Manifest = dict[str, dict[str, Any]]


@lru_cache(maxsize=MAX_GAMES)
def scripts_of_game(folder: Path, stamp: int, game: str) -> tuple[list[str], list[str]]:
    """Return the scripts with which the table page of `game` starts, and all that it may load later, as names below
    `folder`. The list was written at `stamp` (nanoseconds). A game without a board of its own has the generic one."""
    parts: Manifest = json.loads((folder / MANIFEST_FILE).read_text(encoding="utf-8"))
    home = next(
        place for place in (GAMES_FOLDER + game + "/", GAMES_FOLDER + GENERIC_FOLDER) if place + BOARD_ENTRY in parts
    )
    begun = _reachable_entries(parts, [TABLE_ENTRY, home + BOARD_ENTRY], "imports")
    opened = [name for start in (TABLE_ENTRY, home + BOARD_ENTRY) for name in parts[start].get("dynamicImports", ())]
    wanted = [name for name in opened if name.startswith(home) or not name.startswith(SEPARATE_FOLDERS)]
    later = [name for name in _reachable_entries(parts, wanted, "imports", "dynamicImports") if name not in begun]
    files = (part for name in later for part in (parts[name]["file"], *parts[name].get("css", ())))
    return [parts[name]["file"] for name in begun if name != TABLE_ENTRY], list(dict.fromkeys(files))


def _reachable_entries(parts: Manifest, starts: Iterable[str], *ways: str) -> list[str]:
    reached, waiting = dict[str, None](), list(starts)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = None
            waiting += [other for way in ways for other in parts[name].get(way, ())]
    return list(reached)
