"""What people give way to who have not counted the deck: the strongest first, or saved for a day that never comes.

Nobody re-rolls a card that wins.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array
from dicehouse.kit.weakness import Mind

from ..rules.cards import SIDES
from ..rules.codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.dicey import D6_MOST
from ..rules.state import NOBODY, Phase, State

# Luck leaves little room here: who chooses at random still wins every fourth duel. The levels share it evenly.
LEVELS = {
    "pip": Mind(looks=0, fancy=100, tempted=90, nerve=80),
    "dot": Mind(looks=1, fancy=50, tempted=68, nerve=80),
    "kofi": Mind(looks=1, fancy=50, tempted=36, nerve=60),
    "otto": Mind(looks=1, fancy=50, tempted=15, nerve=30),
    "vera": Mind(looks=1, fancy=20),
}
BOLD = 50  # nerve from which one shows what one has


@rules
def temptation(state: State, seat: int, actions: Actions, nerve: int, memo: Array[float], dice: Dice) -> int:
    """The strongest minion that is left, or the weakest; an ability whenever it can be used, or never."""
    bold = nerve >= BOLD
    if state.phase == Phase.CHOOSE:
        return actions.item[actions.count - 1 if bold else 0]
    if state.phase == Phase.DIANTE:
        return LOOK if bold else DECLINE
    if state.phase == Phase.TAKE:
        return TAKE.of(0)
    return REROLL_CARD if bold and not wins(state, seat) else KEEP


@rules
def wins(state: State, seat: int) -> bool:
    """Whether Cubera's card beats all that it can still meet, or is the best that she could draw."""
    value, other = state.sides[seat].value, state.sides[1 - seat]
    if other.card != NOBODY:
        return value > other.value
    return value == D6_MOST or value > SIDES[other.minion]
