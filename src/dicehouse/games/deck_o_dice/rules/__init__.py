"""Deck-O-Dice: the face of the rules towards the kit.

Numbers in brackets name sections and rulings of this folder's README: (4.2), (S7), (M1).
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits, nth_bit
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below, tell
from dicehouse.kit.record import Array

from .combat import (
    DECLINE,
    FIRST,
    KEEP,
    LOOK,
    REROLL_CARD,
    SECOND,
    begin_combat,
    begin_draw,
    compare,
    legal_choices,
    look,
    may_reroll,
    next_side,
    points,
    reroll,
    reveal_choices,
    take_looked,
)
from .deck import draw_roll
from .dicey import dicey_acts, meet_dicey
from .state import ALL_CARDS, DICEY, NOBODY, Happened, Options, Phase, State

__all__ = ["Options", "State"]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Twenty-four cards face down; nothing is dealt (4.1, 6.1)."""
    state.options = options
    state.solo = n_players == 1
    state.rest = ALL_CARDS
    state.top = state.winner = state.looked[0] = state.looked[1] = NOBODY
    for combat in range(13):
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
def legal(state: State, seat: int, actions: Actions) -> None:
    """What `seat`, one of those acting, may do."""
    if state.phase == Phase.CHOOSE:
        legal_choices(state, seat, actions)
    elif state.phase == Phase.DIANTE:
        add(actions, LOOK)
        add(actions, DECLINE)
    elif state.phase == Phase.TAKE:
        add(actions, FIRST)
        add(actions, SECOND)
    elif state.phase == Phase.CUBERA:
        add(actions, REROLL_CARD)
        add(actions, KEEP)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    if state.phase == Phase.CHOOSE:
        choose(state, seat, action, dice)
    elif action == LOOK:
        look(state, dice)
    elif action == DECLINE:
        tell(dice, Happened.DECLINE, seat)
        if state.sides[seat].card == NOBODY:
            draw_roll(state, seat, dice)
        state.phase = Phase.ACTED
    elif FIRST <= action <= SECOND:
        take_looked(state, action - FIRST, dice)
    else:
        if action == REROLL_CARD:
            reroll(state, seat, dice)
        else:
            tell(dice, Happened.KEEP, seat)
        state.phase = Phase.ACTED
    advance(state, dice)


@rules
def choose(state: State, seat: int, minion: int, dice: Dice) -> None:
    """A choice is sealed until the other one is in; Dicey chooses after you (4.2 step 1, 6.2)."""
    state.sides[seat].choice = minion
    if state.solo:
        meet_dicey(state, dice)
        return
    tell(dice, Happened.CHOSEN, seat)
    if state.sides[1 - seat].choice != NOBODY:
        state.phase = Phase.REVEAL


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until somebody has to decide or the game is over."""
    while state.phase > Phase.OVER:
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
        for i in range(2):
            if state.looked_seen[i] & known == 0:
                state.rest |= 1 << state.looked[i]
        for i in range(2):
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
