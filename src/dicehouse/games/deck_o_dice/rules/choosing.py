"""Step 1 of a combat: a choice in secret, or openly before Dicey's (4.2, 6.2)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .codes import CHOOSE
from .dicey import meet_dicey
from .state import N_TYPES, NOBODY, Happened, Phase, State


@rules
def legal_choices(state: State, side: int, actions: Actions) -> None:
    """Step 1: any minion not used in this half."""
    for minion in range(N_TYPES):
        if state.sides[side].unused >> minion & 1:
            add(actions, CHOOSE.of(minion))


@rules
def choose(state: State, seat: int, action: int, dice: Dice) -> None:
    """A choice is sealed until the other one is in; Dicey chooses after you (4.2 step 1, 6.2)."""
    state.sides[seat].choice = CHOOSE.minion(action)
    if state.solo:
        meet_dicey(state, dice)
        return
    tell(dice, Happened.CHOSEN, seat)
    if state.sides[1 - seat].choice != NOBODY:
        state.phase = Phase.REVEAL
