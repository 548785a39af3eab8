"""Dicehouse: exact dice games to play, study and design.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=7)
>>> while not match.over:
...     seat = match.acting()[0]
...     _ = match.play(seat, match.options(seat)[-1].id)
>>> max(match.scores()) > 10_000
True
"""

from .kit import Keyed, Seeded, Tape
from .match import Match, new

__version__ = "0.1.0"
__all__ = ["Keyed", "Match", "Seeded", "Tape", "new"]
