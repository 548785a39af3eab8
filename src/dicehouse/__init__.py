"""Dicehouse: exact dice games to play, study and design.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=7)
>>> while not match.over:
...     seat = match.acting()[0]
...     _ = match.play(seat, match.options(seat)[-1].id)
>>> max(match.scores()) > 10_000
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kit import Keyed, Seeded, Tape
    from .kit.checking import check_game
    from .match import Match, new
    from .review import review
    from .solving import solve

__version__ = "0.1.0"
__all__ = ["Keyed", "Match", "Seeded", "Tape", "check_game", "new", "review", "solve"]

_PLACES = {
    "Keyed": "kit",
    "Match": "match",
    "Seeded": "kit",
    "Tape": "kit",
    "check_game": "kit.checking",
    "new": "match",
    "review": "review",
    "solve": "solving",
}


def __getattr__(name: str) -> Any:
    """Load the library when something of it is first used: `dicehouse --help` needs none of it."""
    if name in _PLACES:
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    if name in ("errors", "games", "kit", "match", "solving"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
