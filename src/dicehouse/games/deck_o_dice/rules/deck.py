"""Drawing from a deck that is partly known (sections 2, 4.3, 7)."""

from __future__ import annotations

from dicehouse.kit.bits import bits, nth_bit
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below, reveal, tell

from .cards import CARDS, REROLL
from .state import DICEY, EVERYBODY, N_CARDS, NOBODY, Happened, Minion, State


@rules
def named(state: State, side: int) -> int:
    """A side as events name it: Dicey has no seat."""
    return NOBODY if state.solo and side == DICEY else side


@rules
def value_of(card: int, minion: int) -> int:
    """The number that a card shows for a type, or REROLL."""
    return CARDS[card][minion]


@rules
def d4_of(card: int) -> int:
    """What a card shows for Quad: it decides between equals."""
    return value_of(card, Minion.QUAD)


@rules
def deck_size(state: State) -> int:
    """Cards left to draw."""
    return bits(state.rest) + state.n_bottom + (state.top != NOBODY)


@rules
def draw(state: State, dice: Dice) -> int:
    """Take the next card: the known one on top, else any of the rest, else the first of those on the bottom. Somebody
    learns something by it, so nothing before it can be taken back.
    """
    reveal(dice)
    if state.top != NOBODY:
        card = state.top
        state.top = NOBODY
        state.top_seen = 0
        return card
    if state.rest:
        number = bits(state.rest)
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
    """Mask of those who have seen the card that comes next: on top, or when it went to the bottom."""
    if state.top != NOBODY:
        return state.top_seen
    return 0 if state.rest else EVERYBODY


@rules
def put_to_bottom(state: State, card: int) -> None:
    """A card that was face up goes beneath the deck."""
    state.bottom[state.n_bottom] = card
    state.n_bottom += 1


@rules
def shuffle(state: State, card: int) -> None:
    """A card goes back into the deck after a draw, and nothing is known of the order any more (M9)."""
    state.rest |= 1 << card
    for i in range(state.n_bottom):
        state.rest |= 1 << state.bottom[i]
        state.bottom[i] = 0
    state.n_bottom = 0


@rules
def has_number(state: State, minion: int) -> bool:
    """Whether any card that is left after a draw has a number for this type."""
    for i in range(state.n_bottom):
        if value_of(state.bottom[i], minion) != REROLL:
            return True
    for card in range(N_CARDS):
        if state.rest >> card & 1 and value_of(card, minion) != REROLL:
            return True
    return False


@rules
def take_roll(state: State, side: int, card: int, dice: Dice) -> None:
    """A card becomes a side's roll card; R* in its column goes to the bottom for another one, if there is any number
    left (4.3, S5, M4). Without one the card counts 0.
    """
    here = state.sides[side]
    minion = here.minion
    if value_of(card, minion) == REROLL and not has_number(state, minion):
        here.card = card
        here.value = 0
        tell(dice, Happened.NO_NUMBER, named(state, side), other=minion, item=card)
        return
    while value_of(card, minion) == REROLL:
        tell(dice, Happened.REDRAW, named(state, side), other=minion, item=card)
        put_to_bottom(state, card)
        card = draw(state, dice)
    here.card = card
    here.value = value_of(card, minion)
    tell(dice, Happened.DRAW, named(state, side), other=minion, item=card, amount=here.value)


@rules
def draw_roll(state: State, side: int, dice: Dice) -> None:
    """Draw the roll card."""
    take_roll(state, side, draw(state, dice), dice)
