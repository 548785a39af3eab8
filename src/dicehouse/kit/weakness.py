"""How a weaker bot chooses, as rules: with the mistakes that people make, not with dice among good moves.

What glitters is seen first: the option that leaves the seat's own standing highest, as this player fancies it. Besides
it only some options are looked at; of those `sensible` chooses. Fancies last for a whole game and differ from player to
player, so a weak bot has habits. What is a temptation in one game only, the game may tell (`temptation`).

All of it is packed into the one number that says what a bot is like, so that entry points take nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .actions import MAX_ACTIONS, Actions
from .compiling import rules
from .dice import MASK, Dice, unbiased
from .hooks import FREE, UNTOLD
from .memory import local_floats

WEAK = 3  # the kind of bot that all this makes, after those of `thinking`
KIND = 15
LOOKS, FANCY, TEMPTED, NERVE, CHARACTER = 4, 12, 22, 29, 36  # where each part begins, in bits
MOST_LOOKS, MOST_FANCY, WHOLE = 255, 1023, 127  # and the most that it holds
CHARACTERS = 1 << 26
PERCENT = 100


@dataclass(frozen=True, slots=True)
class Mind:
    """What a weaker bot is like; a game may have its own for each level (`LEVELS`)."""

    looks: int  # how many options it looks at besides the one that glitters most, 0 to 255
    fancy: int = 0  # percent of the range of standings by which it may like an option more than another, to 1023
    tempted: int = 0  # percent of its decisions in which it gives way to the game's `temptation`
    nerve: int = 50  # how bold it is then: 0 shy, 100 reckless

    def code(self, character: int) -> int:
        """The number that `decide` takes; a player of another character has other fancies."""
        looks, fancy = min(self.looks, MOST_LOOKS) << LOOKS, min(self.fancy, MOST_FANCY) << FANCY
        tempted, nerve = min(self.tempted, WHOLE) << TEMPTED, min(self.nerve, WHOLE) << NERVE
        return WEAK | looks | fancy | tempted | nerve | character % CHARACTERS << CHARACTER


FACES = ("pip", "dot", "kofi", "otto", "vera", "nox")  # the bots that people meet, weakest first
Level = Mind | str  # how one of them plays in a game: as such a mind, or as the bot of that name


@rules
def liking(character: int, action: int) -> float:
    """How much a player of this character is taken with an option, from 0 to 1: the same in the whole game."""
    mixed = (character * 2654435761 + (action + 1) * 40503) & MASK
    mixed = ((mixed ^ (mixed >> 15)) * 739982445) & MASK
    mixed = ((mixed ^ (mixed >> 12)) * 695872825) & MASK
    return (mixed ^ (mixed >> 15)) / MASK


@rules
def glittering(game: Any, states: Any, seat: int, mind: int, actions: Actions, scores: Any, dice: Dice) -> int:
    """The option that shows most at once, as this player fancies it."""
    found = local_floats(MAX_ACTIONS)
    least, most = 1e300, -1e300
    for i in range(actions.count):
        states[1] = states[0]
        game.apply(states[1], seat, actions.item[i], dice)
        points = game.standing(states[1], seat)
        if points == UNTOLD:
            game.scores(states[1], scores)
            points = scores[seat]
        found[i] = points
        least, most = min(least, points), max(most, points)
    reach = max(most - least, 1e-9)
    fancy, character = (mind >> FANCY & MOST_FANCY) / PERCENT, mind >> CHARACTER
    best, chosen = -1.0, actions.item[0]
    for i in range(actions.count):
        worth = (found[i] - least) / reach + unbiased(dice, 1000) * 1e-9  # equals are told apart by chance
        worth += fancy * liking(character, actions.item[i])
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def look_at_some(actions: Actions, looks: int, seen: int, dice: Dice) -> None:
    """Keep `seen` and so many others, each equally likely; their order stays."""
    left, wanted, kept = actions.count - 1, looks, 0
    for i in range(actions.count):
        action = actions.item[i]
        taken = action == seen
        if not taken:
            taken = unbiased(dice, left) < wanted
            left -= 1
            wanted -= int(taken)
        if taken:
            actions.item[kept] = action
            kept += 1
    actions.count = kept


@rules
def weakly(game: Any, states: Any, seat: int, mind: int, actions: Actions, memo: Any, scores: Any, dice: Dice) -> int:
    """The action of a player with such a mind."""
    if unbiased(dice, PERCENT) < (mind >> TEMPTED & WHOLE):
        action: int = game.temptation(states[0], seat, actions, mind >> NERVE & WHOLE, memo, dice)
        if action != FREE:
            return action
    glitter = glittering(game, states, seat, mind, actions, scores, dice)
    looks = mind >> LOOKS & MOST_LOOKS
    if looks < actions.count - 1:
        look_at_some(actions, looks, glitter, dice)
    action = game.sensible(states[0], seat, actions, memo, dice)
    for i in range(actions.count):
        if actions.item[i] == action:
            return action
    return glitter
