"""Build the addresses of a finished match: its replay, and each position from any seat's viewpoint."""

from __future__ import annotations

from urllib.parse import urlencode

from ...server.archive.replay import Eyes


def replay_link(table: str, at: int | None = None, eyes: Eyes | None = None, *, plain: bool = False) -> str:
    """Return the address of a replay: at the position after `at` actions (None: from the beginning), as a seat (from
    0), as a "watcher", or with "all" open."""
    asked = {key: str(value) for key, value in (("at", at), ("as", eyes)) if value is not None}
    return f"/t/{table}/replay{'/plain' if plain else ''}" + (f"?{urlencode(asked)}" if asked else "")
