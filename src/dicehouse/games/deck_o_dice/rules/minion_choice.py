"""Choose a minion, step 1 of a combat: in secret, or openly before Dicey's choice (4.2, 6.2)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import CHOOSE
from .solo_opponent import meet_dicey
from .state import N_TYPES, NO_MINION, EventKind, Phase, State


@rules
def legal_choices(state: State, side: int, actions: Actions) -> None:
    """Add every minion that was not used in this half."""
    for minion in range(N_TYPES):
        if state.sides[side].unused >> minion & 1:
            add_action(actions, CHOOSE.of(minion))


@rules
def choose_minion(state: State, seat: int, action: int, dice: Dice) -> None:
    """Seal the choice until the other one is in; Dicey chooses after you (4.2 step 1, 6.2)."""
    state.sides[seat].choice = CHOOSE.minion(action)
    if state.solo:
        meet_dicey(state, dice)
        return
    log_event(dice, EventKind.CHOSEN, seat)
    if state.sides[1 - seat].choice != NO_MINION:
        state.phase = Phase.REVEAL
