"""Solo: the automaton Dicey (section 6)."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .combat import attack, flip_for_roles, reroll, show_minion, tell_flip
from .deck import d4_of, deck_size, draw, draw_roll, named, shuffle, take_roll, value_of
from .state import DICEY, N_TYPES, NOBODY, Happened, Minion, Phase, State, Why

YOU = 0
D6_MOST = 6
SAFE_AGAINST_QUAD = 5


@rules
def meet_dicey(state: State, dice: Dice) -> None:
    """6.2, steps 1 to 4: your pick lies open, Dicey flips a card and picks by it, and somebody attacks."""
    show_minion(state, YOU)
    tell(dice, Happened.PICK, YOU, item=state.sides[YOU].minion)
    card = draw(state, dice)
    here = state.sides[DICEY]
    here.choice = best_minion(card, here.unused)
    tell(dice, Happened.DICEY_FLIP, NOBODY, item=card)
    show_minion(state, DICEY)
    tell(dice, Happened.DICEY_PICKS, NOBODY, item=here.minion)
    take_roll(state, DICEY, card, dice)
    if state.sides[YOU].minion != here.minion:
        attack(state, int(here.minion > state.sides[YOU].minion), Why.TYPE, dice)
    else:
        equal_types(state, dice)


@rules
def best_minion(card: int, unused: int) -> int:
    """The unused type with the largest number on the card, the higher type of equal ones; R* is lowest (S17-S19)."""
    best, most = NOBODY, -2
    for minion in range(N_TYPES - 1, -1, -1):
        if unused >> minion & 1 and value_of(card, minion) > most:
            best, most = minion, value_of(card, minion)
    return best


@rules
def equal_types(state: State, dice: Dice) -> None:
    """The higher value attacks, so you draw now; then a d4 decides (S20, S22, M1, M8)."""
    draw_roll(state, YOU, dice)
    yours, his = state.sides[YOU].value, state.sides[DICEY].value
    if yours != his:
        attack(state, int(his > yours), Why.VALUE, dice)
    elif deck_size(state) > 0:
        flip_for_roles(state, dice)
    else:
        card = state.sides[DICEY].card
        tell_flip(state, card, dice)
        attack(state, YOU if d4_of(card) % 2 else DICEY, Why.PARITY, dice)


@rules
def dicey_acts(state: State, dice: Dice) -> None:
    """6.3: what Dicey does in its step."""
    here = state.sides[DICEY]
    if here.minion == Minion.CUBERA and deck_size(state) > 0:
        if keeps_roll(state):
            tell(dice, Happened.KEEP, NOBODY)
        else:
            reroll(state, DICEY, dice)
    elif here.minion == Minion.DIANTE and deck_size(state) > 0:
        see_one_more(state, dice)
    state.phase = Phase.ACTED


@rules
def keeps_roll(state: State) -> bool:
    """Cubera keeps a 6, and what is higher than your number; 5 is enough before Quad has drawn (S21, M7)."""
    value, you = state.sides[DICEY].value, state.sides[YOU]
    if you.card == NOBODY:
        return value >= SAFE_AGAINST_QUAD
    return value == D6_MOST or value > you.value


@rules
def see_one_more(state: State, dice: Dice) -> None:
    """Diante takes the larger d8 of two; the other card is shuffled into the deck (S23, M9)."""
    here = state.sides[DICEY]
    flipped, other = here.card, draw(state, dice)
    tell(dice, Happened.LOOK, NOBODY, item=other, amount=1)
    taken, left = (other, flipped) if value_of(other, Minion.DIANTE) > here.value else (flipped, other)
    here.card = taken
    here.value = value_of(taken, Minion.DIANTE)
    tell(dice, Happened.TAKE, NOBODY, item=taken, amount=here.value)
    shuffle(state, left)
    tell(dice, Happened.SHUFFLED, named(state, DICEY))
