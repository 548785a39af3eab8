"""Describe a game's bots: their kinds, their names, and the traits of weak ones.

A weak bot makes the mistakes that people make. It sees first the option that leaves its own heuristic value highest,
with a liking of its own for some options; besides that it looks at only some options, and `sensible` chooses among
these. Likings last for a whole game and differ from player to player, so a weak bot has habits. A game may add a
temptation of its own (`temptation`). The rules that choose are in search/bot_decisions.py.

The traits and the character are packed into one number, so that entry points need no other argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

PLAIN_BOTS = ("random", "greedy", "sensible")  # bots without traits
RANDOM_KIND, GREEDY_KIND, SENSIBLE_KIND = range(len(PLAIN_BOTS))
WEAK_KIND = 3  # a bot with traits; the higher bits of its number hold them
KIND_MASK = 15
# The first bit of each part of a weak bot's number.
LOOKS_SHIFT, FANCY_SHIFT, TEMPTED_SHIFT, NERVE_SHIFT, CHARACTER_SHIFT = 4, 12, 22, 29, 36
LOOKS_MASK, FANCY_MASK, PERCENT_MASK = 255, 1023, 127  # the largest value of each part
CHARACTERS = 1 << 26
PERCENT = 100


@dataclass(frozen=True, slots=True)
class BotTraits:
    """Describe a weak bot; a game may have its own for each level (`LEVELS`)."""

    looks: int  # how many options it looks at besides the best at first sight, 0 to 255
    fancy: int = 0  # the most by which it prefers an option, in percent of the range of heuristic values, to 1023
    tempted: int = 0  # percent of its decisions in which it takes the game's `temptation`
    nerve: int = 50  # how bold that temptation is: 0 shy, 100 reckless

    def code(self, character: int) -> int:
        """Return the number that `choose_action` takes; players with another `character` have other likings."""
        looks, fancy = min(self.looks, LOOKS_MASK) << LOOKS_SHIFT, min(self.fancy, FANCY_MASK) << FANCY_SHIFT
        tempted, nerve = min(self.tempted, PERCENT_MASK) << TEMPTED_SHIFT, min(self.nerve, PERCENT_MASK) << NERVE_SHIFT
        return WEAK_KIND | looks | fancy | tempted | nerve | character % CHARACTERS << CHARACTER_SHIFT


NAMED_BOTS = ("pip", "dot", "kofi", "otto", "vera", "nox")  # the named opponents, weakest first
BotLevel = BotTraits | str  # how one of them plays in a game: by these traits, or as the bot of that name


def character_code(player: str) -> int:
    """Return the number of a player's habits; players with other names have others."""
    return int.from_bytes(sha256(player.encode()).digest()[:4], "big") % CHARACTERS
