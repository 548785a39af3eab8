"""Play the automaton Dicey in solo games (section 6)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, log_event

from .combat import flip_for_roles, reroll, set_attacker, show_minion, tell_flip
from .deck import d4_of, deck_size, draw_card, draw_roll, event_seat, shuffle_in, take_roll, value_of
from .state import DICEY, N_TYPES, NO_CARD, NO_MINION, NO_SEAT, AttackReason, EventKind, Minion, Phase, State

YOU = 0
D6_MOST = 6
SAFE_AGAINST_QUAD = 5


@rules
def meet_dicey(state: State, dice: Dice) -> None:
    """Play 6.2, steps 1 to 4: your pick is open, Dicey flips a card and picks by it, and one side attacks."""
    show_minion(state, YOU)
    log_event(dice, EventKind.PICK, YOU, item=state.sides[YOU].minion)
    card = draw_card(state, dice)
    here = state.sides[DICEY]
    here.choice = best_minion(card, here.unused)
    log_event(dice, EventKind.DICEY_FLIP, NO_SEAT, item=card)
    show_minion(state, DICEY)
    log_event(dice, EventKind.DICEY_PICKS, NO_SEAT, item=here.minion)
    take_roll(state, DICEY, card, dice)
    if state.sides[YOU].minion != here.minion:
        set_attacker(state, int(here.minion > state.sides[YOU].minion), AttackReason.TYPE, dice)
    else:
        settle_equal_types(state, dice)


@rules
def best_minion(card: int, unused: int) -> int:
    """Return the unused type with the largest number on `card`, the higher of equal ones; R* is lowest (S17-S19)."""
    best, most = NO_MINION, -2
    for minion in range(N_TYPES - 1, -1, -1):
        if unused >> minion & 1 and value_of(card, minion) > most:
            best, most = minion, value_of(card, minion)
    return best


@rules
def settle_equal_types(state: State, dice: Dice) -> None:
    """Settle equal types: the higher value attacks, so you draw now; then a d4 decides (S20, S22, M1, M8)."""
    draw_roll(state, YOU, dice)
    yours, his = state.sides[YOU].value, state.sides[DICEY].value
    if yours != his:
        set_attacker(state, int(his > yours), AttackReason.VALUE, dice)
    elif deck_size(state) > 0:
        flip_for_roles(state, dice)
    else:
        card = state.sides[DICEY].card
        tell_flip(state, card, dice)
        set_attacker(state, YOU if d4_of(card) % 2 else DICEY, AttackReason.PARITY, dice)


@rules
def dicey_acts(state: State, dice: Dice) -> None:
    """Carry out Dicey's step (6.3)."""
    here = state.sides[DICEY]
    if here.minion == Minion.CUBERA and deck_size(state) > 0:
        if keeps_roll(state):
            log_event(dice, EventKind.KEEP, NO_SEAT)
        else:
            reroll(state, DICEY, dice)
    elif here.minion == Minion.DIANTE and deck_size(state) > 0:
        look_at_next_card(state, dice)
    state.phase = Phase.ACTED


@rules
def keeps_roll(state: State) -> bool:
    """Return True if Dicey's Cubera keeps her roll: a 6, or more than your number; 5 is enough before Quad has drawn
    (S21, M7).
    """
    value, you = state.sides[DICEY].value, state.sides[YOU]
    if you.card == NO_CARD:
        return value >= SAFE_AGAINST_QUAD
    return value == D6_MOST or value > you.value


@rules
def look_at_next_card(state: State, dice: Dice) -> None:
    """Take the larger d8 of two with Diante; the other card is shuffled into the deck (S23, M9)."""
    here = state.sides[DICEY]
    flipped, other = here.card, draw_card(state, dice)
    log_event(dice, EventKind.LOOK, NO_SEAT, item=other, amount=1)
    taken, left = (other, flipped) if value_of(other, Minion.DIANTE) > here.value else (flipped, other)
    here.card = taken
    here.value = value_of(taken, Minion.DIANTE)
    log_event(dice, EventKind.TAKE, NO_SEAT, item=taken, amount=here.value)
    shuffle_in(state, left)
    log_event(dice, EventKind.SHUFFLED, event_seat(state, DICEY))
