"""Hold the rules of Deck-O-Dice, as functions that the engine calls.

Numbers in brackets name sections and rulings of this folder's README: (4.2), (S7), (M1).
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice, below
from dicehouse.core.stages import stages
from dicehouse.records.record import Array

from .combat import (
    answer_foresight,
    answer_reroll,
    begin_combat,
    begin_draw,
    cards_won,
    compare_values,
    legal_foresight,
    legal_rerolls,
    legal_takes,
    may_reroll,
    next_side,
    reveal_choices,
    take_looked,
)
from .minion_choice import choose_minion, legal_choices
from .observation import ACTIONS, PLANES, hidden_state, observe, remember
from .solo_opponent import dicey_acts
from .state import ALL_CARDS, COMBATS, DICEY, N_LOOKED, NO_CARD, NO_MINION, NO_SEAT, Options, Phase, State, is_automatic

__all__ = ["ACTIONS", "PLANES", "SIMULTANEOUS", "Options", "State", "hidden_state", "observe", "remember"]

SIMULTANEOUS = True  # each combat begins with two sealed choices (5.1)

legal, carry_out = stages(
    {
        Phase.CHOOSE: (legal_choices, choose_minion),
        Phase.DIANTE: (legal_foresight, answer_foresight),
        Phase.TAKE: (legal_takes, take_looked),
        Phase.CUBERA: (legal_rerolls, answer_reroll),
    }
)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up the game with twenty-four cards face down; nothing is dealt (4.1, 6.1)."""
    state.options = options
    state.solo = n_players == 1
    state.rest = ALL_CARDS
    state.top = state.looked[0] = state.looked[1] = NO_CARD
    state.winner = NO_SEAT
    for combat in range(COMBATS + 1):
        state.results[combat] = NO_SEAT
    begin_combat(state, dice)


@rules
def acting(state: State) -> int:
    """Return the mask of the seats that may decide now: both while they choose."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase != Phase.CHOOSE:
        return 1 << state.acting
    return 1 if state.solo else (state.sides[0].choice == NO_MINION) | (state.sides[1].choice == NO_MINION) << 1


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal `action` of `seat`, and everything up to the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def advance(state: State, dice: Dice) -> None:
    """Take steps until a player has to decide or the game is over."""
    while is_automatic(state):
        if state.phase == Phase.COMBAT:
            begin_combat(state, dice)
        elif state.phase == Phase.REVEAL:
            reveal_choices(state, dice)
        elif state.phase == Phase.DRAW:
            if state.solo and state.acting == DICEY:
                dicey_acts(state, dice)
            else:
                begin_draw(state, dice)
        elif state.phase == Phase.DRAWN:
            state.phase = Phase.CUBERA if may_reroll(state) else Phase.ACTED
        elif state.phase == Phase.ACTED:
            next_side(state)
        else:
            compare_values(state, dice)


@rules
def over(state: State) -> bool:
    """Return True if all twelve combats were fought."""
    return state.phase == Phase.OVER


@rules
def points(state: State, out: Array[float]) -> None:
    """Fill `out` with the cards that each side has won."""
    for side in range(2):
        out[side] = cards_won(state, side)


@rules
def returns(state: State, out: Array[float]) -> None:
    """Fill `out` with 1 for the winner and 0 for the loser; in solo play Dicey's share follows that of the seat."""
    for side in range(2):
        out[side] = 1.0 if state.phase == Phase.OVER and side == state.winner else 0.0


@rules
def turns_begun(state: State) -> int:
    """Return the number of the combat."""
    return state.combat


@rules
def resample_hidden(state: State, seat: int, dice: Dice) -> None:
    """Draw again at random what `seat` can't know: the other's sealed choice, and cards that only the other has seen
    (5.1, 7).
    """
    other = state.sides[1 - seat]
    if state.phase == Phase.CHOOSE and other.choice != NO_MINION:
        other.choice = nth_bit(other.unused, below(dice, count_bits(other.unused)))
    known = 1 << seat
    if state.phase == Phase.TAKE and state.acting != seat:
        for i in range(N_LOOKED):
            if state.looked_seen[i] & known == 0:
                state.rest |= 1 << state.looked[i]
        for i in range(N_LOOKED):
            if state.looked_seen[i] & known == 0:
                state.looked[i] = any_of_rest(state, dice)
    if state.top != NO_CARD and state.top_seen & known == 0:
        state.rest |= 1 << state.top
        state.top = any_of_rest(state, dice)


@rules
def any_of_rest(state: State, dice: Dice) -> int:
    """Take any of the cards that lie in an unknown order."""
    card = nth_bit(state.rest, below(dice, count_bits(state.rest)))
    state.rest &= ~(1 << card)
    return card
