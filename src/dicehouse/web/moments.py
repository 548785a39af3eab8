"""The addresses of a finished match: its replay, and every moment of it from anybody's eyes."""

from __future__ import annotations

from urllib.parse import urlencode

from ..table.past.replay import ALL, WATCHER, Eyes

EYES = {"all": ALL, "watcher": WATCHER}


def moment_link(table: str, at: int | None = None, eyes: Eyes | None = None, *, plain: bool = False) -> str:
    """The address of a replay: at the moment after `at` actions (None: from the beginning), as a seat (from 0),
    a "watcher", or with "all" open.
    """
    asked = {key: str(value) for key, value in (("at", at), ("as", eyes)) if value is not None}
    return f"/t/{table}/replay{'/plain' if plain else ''}" + (f"?{urlencode(asked)}" if asked else "")
