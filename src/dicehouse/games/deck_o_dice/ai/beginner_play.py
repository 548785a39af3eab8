"""Play like a beginner who has not counted the deck: the strongest minion first, or saved for too long.

A card that wins is never re-rolled.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice
from dicehouse.core.policy import BotTraits
from dicehouse.records.record import Array

from ..rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.cards import SIDES
from ..rules.solo_opponent import D6_MOST
from ..rules.state import NO_CARD, Phase, State

# Luck leaves little room here: who chooses at random still wins every fourth duel. The levels share it evenly.
LEVELS = {
    "pip": BotTraits(looks=0, fancy=100, tempted=90, nerve=80),
    "dot": BotTraits(looks=1, fancy=50, tempted=68, nerve=80),
    "kofi": BotTraits(looks=1, fancy=50, tempted=36, nerve=60),
    "otto": BotTraits(looks=1, fancy=50, tempted=15, nerve=30),
    "vera": BotTraits(looks=1, fancy=20),
}
BOLD = 50  # nerve from which one shows what one has


@rules
def temptation(state: State, seat: int, actions: Actions, nerve: int, memo: Array[float], dice: Dice) -> int:
    """Return the action of a beginner: the strongest minion that is left, or the weakest; an ability whenever it can be
    used, or never.
    """
    bold = nerve >= BOLD
    if state.phase == Phase.CHOOSE:
        return actions.item[actions.count - 1 if bold else 0]
    if state.phase == Phase.DIANTE:
        return LOOK if bold else DECLINE
    if state.phase == Phase.TAKE:
        return TAKE.of(0)
    return REROLL_CARD if bold and not beats_the_rest(state, seat) else KEEP


@rules
def beats_the_rest(state: State, seat: int) -> bool:
    """Return True if Cubera's card beats all that it can still meet, or is the best that she could draw."""
    value, other = state.sides[seat].value, state.sides[1 - seat]
    if other.card != NO_CARD:
        return value > other.value
    return value == D6_MOST or value > SIDES[other.minion]
