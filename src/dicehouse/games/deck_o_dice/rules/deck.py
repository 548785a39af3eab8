"""Draw from a deck that is partly known (sections 2, 4.3, 7)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice, below, log_event, mark_revealed

from .cards import CARDS, REROLL
from .state import DICEY, EVERYBODY, N_CARDS, NO_CARD, NO_SEAT, EventKind, Minion, State


@rules
def event_seat(state: State, side: int) -> int:
    """Return the seat by which events name `side`: Dicey has no seat."""
    return NO_SEAT if state.solo and side == DICEY else side


@rules
def value_of(card: int, minion: int) -> int:
    """Return the number of `card` for a type, or REROLL."""
    return CARDS[card][minion]


@rules
def d4_of(card: int) -> int:
    """Return the number of `card` for Quad, which decides between equal types."""
    return value_of(card, Minion.QUAD)


@rules
def deck_size(state: State) -> int:
    """Return the number of cards left to draw."""
    return count_bits(state.rest) + state.n_bottom + (state.top != NO_CARD)


@rules
def draw_card(state: State, dice: Dice) -> int:
    """Take the next card: the known one on top, otherwise any in unknown order, otherwise the first of those on the
    bottom. A player learns something by it, so nothing before it can be undone.
    """
    mark_revealed(dice)
    if state.top != NO_CARD:
        card = state.top
        state.top = NO_CARD
        state.top_seen = 0
        return card
    if state.rest:
        number = count_bits(state.rest)
        card = nth_bit(state.rest, below(dice, number) if number > 1 else 0)
        state.rest &= ~(1 << card)
        return card
    card = state.bottom[0]
    state.n_bottom -= 1
    for i in range(state.n_bottom):
        state.bottom[i] = state.bottom[i + 1]
    state.bottom[state.n_bottom] = 0
    return card


@rules
def next_seen(state: State) -> int:
    """Return the mask of those who have seen the next card: on top, or when it went to the bottom."""
    if state.top != NO_CARD:
        return state.top_seen
    return 0 if state.rest else EVERYBODY


@rules
def put_to_bottom(state: State, card: int) -> None:
    """Put a card that was face up beneath the deck."""
    state.bottom[state.n_bottom] = card
    state.n_bottom += 1


@rules
def shuffle_in(state: State, card: int) -> None:
    """Put a card back into the deck after a draw; nothing is known of the order any more (M9)."""
    state.rest |= 1 << card
    for i in range(state.n_bottom):
        state.rest |= 1 << state.bottom[i]
        state.bottom[i] = 0
    state.n_bottom = 0


@rules
def has_number(state: State, minion: int) -> bool:
    """Return True if a card that is left after a draw has a number for this type."""
    for i in range(state.n_bottom):
        if value_of(state.bottom[i], minion) != REROLL:
            return True
    for card in range(N_CARDS):
        if state.rest >> card & 1 and value_of(card, minion) != REROLL:
            return True
    return False


@rules
def take_roll(state: State, side: int, card: int, dice: Dice) -> None:
    """Make `card` the roll card of `side`. R* in its column goes to the bottom for another card, if a number is left
    (4.3, S5, M4); otherwise the card counts 0.
    """
    here = state.sides[side]
    minion = here.minion
    if value_of(card, minion) == REROLL and not has_number(state, minion):
        here.card = card
        here.value = 0
        log_event(dice, EventKind.NO_NUMBER, event_seat(state, side), other=minion, item=card)
        return
    while value_of(card, minion) == REROLL:
        log_event(dice, EventKind.REDRAW, event_seat(state, side), other=minion, item=card)
        put_to_bottom(state, card)
        card = draw_card(state, dice)
    here.card = card
    here.value = value_of(card, minion)
    log_event(dice, EventKind.DRAW, event_seat(state, side), other=minion, item=card, amount=here.value)


@rules
def draw_roll(state: State, side: int, dice: Dice) -> None:
    """Draw the roll card of `side`."""
    take_roll(state, side, draw_card(state, dice), dice)
