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

from .version import VERSION

if TYPE_CHECKING:
    from .kit import Keyed, Seeded, Tape
    from .kit.checking import check_game
    from .lab import Study
    from .match import Match, new
    from .review import review
    from .solving import solve

__version__ = VERSION
__all__ = ["Keyed", "Match", "Seeded", "Study", "Tape", "check_game", "new", "review", "solve"]

_PLACES = {
    "Keyed": "kit",
    "Match": "match",
    "Seeded": "kit",
    "Study": "lab",
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
    if name in ("errors", "games", "kit", "lab", "match", "solving"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
