"""Players that are programs: one interface, any game.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=1)
>>> ada = make("sensible", seed=1)
>>> ada.choose(match, match.acting()[0])
'roll'
"""

from dicehouse.kit.thinking import NAMES

from .contests import Contest, Tally, contest
from .players import Bot, make, names

__all__ = ["NAMES", "Bot", "Contest", "Tally", "contest", "make", "names"]
