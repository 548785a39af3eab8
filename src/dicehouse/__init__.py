"""Dicehouse: exact dice games to play, study and design.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=7)
>>> while not match.over:
...     seat = match.acting()[0]
...     _ = match.play(seat, match.options(seat)[-1].id)
>>> max(match.points()) > 10_000
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import old_names
from .version import VERSION

if TYPE_CHECKING:
    from .core import Keyed, Seeded, Tape
    from .engine.check_game import check_game
    from .match import Match, new
    from .review import review
    from .solver import solve
    from .studies import Study

old_names.install()
__version__ = VERSION
__all__ = ["Keyed", "Match", "Seeded", "Study", "Tape", "check_game", "new", "review", "solve"]

_PLACES = {
    "Keyed": "core",
    "Match": "match",
    "Seeded": "core",
    "Study": "studies",
    "Tape": "core",
    "check_game": "engine.check_game",
    "new": "match",
    "review": "review",
    "solve": "solver",
}


def __getattr__(name: str) -> Any:
    """Load the part of the library that defines `name` when it is first used: `dicehouse --help` needs none of it."""
    if name in _PLACES:
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    if name in ("arena", "bots", "core", "engine", "errors", "games", "match", "solver", "studies"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
