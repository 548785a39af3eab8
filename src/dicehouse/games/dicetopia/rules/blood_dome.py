"""Handle the Blood Dome and its card (3.5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.dice import Dice, below, log_event, log_face, roll

from .board import colour, die_of, value, with_value
from .domination import scenario_value
from .scenarios import DOME
from .state import BY_DIE, N_CARD, N_COLOURS, Colour, EventKind, State


@rules
def dice_in_bag(state: State) -> int:
    """Return how many dice are in the bag."""
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
    """Reroll a die of the card, each at most once in a visit (M-08)."""
    was = state.card[which]
    state.card[which] = with_value(was, roll(dice))
    state.rerolled |= 1 << which
    log_event(dice, EventKind.CARD_REROLL, seat, other=was, item=which, amount=state.card[which])


@rules
def matches(state: State, seat: int) -> int:
    """Return the number of card dice paired with different own dice, equal in colour and value; an own joker is of any
    colour (R-17). Equal dice pair first, so that jokers remain for the rest.
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
    """Pay the stars for the matches at once; return the card's dice to the bag, and draw three others."""
    found = matches(state, seat)
    stars = scenario_value(state, DOME + found)
    state.players[seat].blood += stars
    log_event(dice, EventKind.MATCH, seat, item=found, amount=stars, total=state.players[seat].blood)
    for i in range(N_CARD):
        log_face(dice, state.card[i])
        state.bag[colour(state.card[i])] += 1
    state.rerolled = 0
    draw_card(state, dice)
    log_event(dice, EventKind.CARD, seat)
    for i in range(N_CARD):
        log_face(dice, state.card[i])
