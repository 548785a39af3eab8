"""Players that are programs: one interface, any game.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, seed=1)
>>> ada = make("sensible", seed=1)
>>> ada.choose(match, match.acting()[0])
'roll'
"""

from .advice import Hint, hint
from .contests import Contest, Tally, contest
from .making import make, names
from .minds import NAMES
from .players import Bot
from .strength.arena import arena
from .strength.figures import Arena
from .strength.sequential import Sequential

__all__ = [
    "NAMES",
    "Arena",
    "Bot",
    "Contest",
    "Hint",
    "Sequential",
    "Tally",
    "arena",
    "contest",
    "hint",
    "make",
    "names",
]
