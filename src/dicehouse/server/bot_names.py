"""Name the bots of a table, so that no two have the same name."""

from __future__ import annotations

from collections.abc import Sequence

from .accounts.names import looks, numbered
from .opponents import level_of

# What the second bot of a level at one table is called, and the third, and so on.
_OTHER_NAMES = {
    "pip": ("Pia", "Perry", "Poppy", "Pax", "Puck"),
    "dot": ("Dora", "Dax", "Dina", "Duke", "Delia"),
    "kofi": ("Kira", "Kasper", "Koa", "Kurt", "Kaya"),
    "otto": ("Olga", "Oskar", "Oda", "Orson", "Opal"),
    "vera": ("Vito", "Vida", "Vasco", "Viola", "Viktor"),
    "nox": ("Nova", "Nero", "Nyla", "Noor", "Nash"),
}


def bot_name(bot: str, taken: Sequence[str]) -> str:
    """Return a name for `bot` that could not be mistaken for one of the names `taken` at its table."""
    level, others = level_of(bot), [looks(name) for name in taken]
    names = (level.name, *_OTHER_NAMES.get(level.bot, ()))
    free = (name for name in names if not any(looks(name) & other for other in others))
    return next(free, None) or numbered(level.name, taken)
