"""Play any game by program: bots by name, hints and neural nets.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=1)
>>> ada = make("sensible", seed=1)
>>> ada.choose(match, match.acting()[0])
'roll'
"""

from importlib import import_module
from typing import Any

from .factory import make, names
from .hint_search import Hint, hint
from .named_opponents import NAMES
from .policy_bot import Bot

__all__ = ["NAMES", "Bot", "Hint", "hint", "make", "names"]

# The arena lies above the bots, so these names are loaded when somebody asks for them, and never by a module below it.
_OF_THE_ARENA = {
    "Arena": "Arena",
    "Contest": "Contest",
    "Sequential": "Sprt",
    "Tally": "Tally",
    "arena": "arena",
    "contest": "contest",
}


def __getattr__(name: str) -> Any:
    """Return a name of `dicehouse.arena`, which earlier versions had here."""
    if name in _OF_THE_ARENA:
        return getattr(import_module("dicehouse.arena"), _OF_THE_ARENA[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
