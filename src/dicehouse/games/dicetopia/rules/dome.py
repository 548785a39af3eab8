"""The Blood Dome and its card (3.5)."""

from __future__ import annotations

from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, below, roll, show, tell

from .board import colour, die_of, value, with_value
from .domination import scenario
from .scenarios import DOME
from .state import BY_DIE, N_CARD, N_COLOURS, Colour, Happened, State


@rules
def dice_in_bag(state: State) -> int:
    """How many dice are in the bag."""
    number = 0
    for each in range(N_COLOURS):
        number += state.bag[each]
    return number


@rules
def draw_card(state: State, dice: Dice) -> None:
    """Draw three of the dice in the bag, and roll them onto the card."""
    for i in range(N_CARD):
        pick, each = below(dice, dice_in_bag(state)), 0
        while pick >= state.bag[each]:
            pick -= state.bag[each]
            each += 1
        state.bag[each] -= 1
        state.card[i] = die_of(each, roll(dice))


@rules
def reroll_card(state: State, seat: int, which: int, dice: Dice) -> None:
    """The visitor may reroll each die of the card once (M-08)."""
    was = state.card[which]
    state.card[which] = with_value(was, roll(dice))
    state.rerolled |= 1 << which
    tell(dice, Happened.CARD_REROLL, seat, other=was, item=which, amount=state.card[which])


@rules
def matches(state: State, seat: int) -> int:
    """Dice of the card paired with different own dice, equal in colour and value; an own joker is of any colour
    (R-17). Equal dice pair first, so that jokers are left for the rest.
    """
    player = state.players[seat]
    own = local_array(BY_DIE)
    for slot in range(player.n_dice):
        own[player.dice[slot]] += 1
    found, unpaired = 0, 0
    for i in range(N_CARD):
        if own[state.card[i]] > 0:
            own[state.card[i]] -= 1
            found += 1
        else:
            unpaired |= 1 << i
    for i in range(N_CARD):
        joker = die_of(Colour.MAGMACORIUM, value(state.card[i]))
        if unpaired >> i & 1 and own[joker] > 0:
            own[joker] -= 1
            found += 1
    return found


@rules
def match_card(state: State, seat: int, dice: Dice) -> None:
    """Stars for the matches, kept at once; then the card's dice go back into the bag, and three others come."""
    found = matches(state, seat)
    stars = scenario(state, DOME + found)
    state.players[seat].blood += stars
    tell(dice, Happened.MATCH, seat, item=found, amount=stars, total=state.players[seat].blood)
    for i in range(N_CARD):
        show(dice, state.card[i])
        state.bag[colour(state.card[i])] += 1
    state.rerolled = 0
    draw_card(state, dice)
    tell(dice, Happened.CARD, seat)
    for i in range(N_CARD):
        show(dice, state.card[i])
