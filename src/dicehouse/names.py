"""What the seats of a match are called."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import BadSetting

MAX_NAME = 24


def check_names(names: Sequence[str] | None, players: int) -> list[str]:
    """The names given, or one for every seat; BadSetting if they are none."""
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if isinstance(names, str) or len(names) != players:
        raise BadSetting(f"There are {players} seats, and each needs a name.")
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise BadSetting(f"A name is 1 to {MAX_NAME} printable characters, not {str(name)[:30]!r}.")
    return [name.strip() for name in names]
