"""The rules of Deck-O-Dice, as the kit calls them.

Numbers in brackets name sections and rulings of this folder's README: (4.2), (S7), (M1).
"""

from __future__ import annotations

from dicehouse.kit.bits import bits, nth_bit
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below
from dicehouse.kit.record import Array
from dicehouse.kit.stages import stages

from .choosing import choose, legal_choices
from .combat import (
    answer_reroll,
    begin_combat,
    begin_draw,
    compare,
    foresee,
    legal_foresight,
    legal_rerolls,
    legal_takes,
    may_reroll,
    next_side,
    points,
    reveal_choices,
    take_looked,
)
from .dicey import dicey_acts
from .observing import ACTIONS, PLANES, observe, recall, secrets
from .state import ALL_CARDS, COMBATS, DICEY, N_LOOKED, NOBODY, Options, Phase, State, goes_on

__all__ = ["ACTIONS", "AT_ONCE", "PLANES", "Options", "State", "observe", "recall", "secrets"]

AT_ONCE = True  # each combat begins with two sealed choices (5.1)

legal, carry_out = stages(
    {
        Phase.CHOOSE: (legal_choices, choose),
        Phase.DIANTE: (legal_foresight, foresee),
        Phase.TAKE: (legal_takes, take_looked),
        Phase.CUBERA: (legal_rerolls, answer_reroll),
    }
)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Twenty-four cards face down; nothing is dealt (4.1, 6.1)."""
    state.options = options
    state.solo = n_players == 1
    state.rest = ALL_CARDS
    state.top = state.winner = state.looked[0] = state.looked[1] = NOBODY
    for combat in range(COMBATS + 1):
        state.results[combat] = NOBODY
    begin_combat(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now: both while they choose."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase != Phase.CHOOSE:
        return 1 << state.acting
    return 1 if state.solo else (state.sides[0].choice == NOBODY) | (state.sides[1].choice == NOBODY) << 1


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until somebody has to decide or the game is over."""
    while goes_on(state):
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
            compare(state, dice)


@rules
def over(state: State) -> bool:
    """Whether all twelve combats are fought."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """Cards won."""
    for side in range(2):
        out[side] = points(state, side)


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the winner; in solo Dicey's stands behind the only seat's."""
    for side in range(2):
        out[side] = 1.0 if state.phase == Phase.OVER and side == state.winner else 0.0


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """Draw anew what a seat can't know: the other's sealed choice, and cards that only the other has seen (5.1, 7)."""
    other = state.sides[1 - seat]
    if state.phase == Phase.CHOOSE and other.choice != NOBODY:
        other.choice = nth_bit(other.unused, below(dice, bits(other.unused)))
    known = 1 << seat
    if state.phase == Phase.TAKE and state.acting != seat:
        for i in range(N_LOOKED):
            if state.looked_seen[i] & known == 0:
                state.rest |= 1 << state.looked[i]
        for i in range(N_LOOKED):
            if state.looked_seen[i] & known == 0:
                state.looked[i] = any_of_rest(state, dice)
    if state.top != NOBODY and state.top_seen & known == 0:
        state.rest |= 1 << state.top
        state.top = any_of_rest(state, dice)


@rules
def any_of_rest(state: State, dice: Dice) -> int:
    """Take any of the cards in an order that nobody knows."""
    card = nth_bit(state.rest, below(dice, bits(state.rest)))
    state.rest &= ~(1 << card)
    return card
