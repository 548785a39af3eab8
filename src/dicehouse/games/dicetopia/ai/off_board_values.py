"""Estimate the value of things on no space and no board, for `sensible`: Missions to draw, the Blood Dome's dice, the
marker, Protection Tokens.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import count_bits

from ..rules.action_codes import CARD, FIGHT
from ..rules.board import changeable, colour, die_of, value
from ..rules.domination import scenario_value
from ..rules.missions import ALL_MISSIONS, KINDS, Kind
from ..rules.scenarios import DOME, REMOVED
from ..rules.state import BY_DIE, FACES, MAGMACORIUM, N_CARD, N_MISSIONS, ROUNDS, Colour, State
from . import heuristic_weights
from .mission_chances import mission_hope
from .position_features import PositionFeatures, dice_to_come

# The average stars that a Mission paid to sensible players that began with it.
USUAL = (
    11, 11, 11, 7, 6, 7, 12, 12, 12, 10, 11, 10, 15, 15, 15, 23, 23, 23, 8, 4,
    36, 32, 27, 22, 18, 18, 6, 6, 7, 8, 10, 12, 14, 14, 14, 14, 15, 16, 11, 6,
    11, 18, 8, 0, 21, 4, 3, 8, 11, 12, 11, 11, 11, 11, 13, 14, 9, 3, 2, 0,
)  # fmt: skip
GROWING = (Kind.RIGHT, Kind.OWN, Kind.MAGMACORIUM, Kind.VALUE, Kind.PAIRS, Kind.TWINS, Kind.ADJACENT, Kind.THREE)


# --- Missions


@rules
def mission_prospect(state: State, mission: int, estimate: PositionFeatures) -> float:
    """Return what a Mission will pay; the earlier in the game, the more its usual payment counts."""
    me, hoped = estimate.me, mission_hope(state, mission, estimate)
    open_ = dice_to_come(me, estimate) / estimate.final[me]
    grown = hoped if KINDS[mission] in GROWING else (1.0 - open_) * hoped
    return grown + open_ * USUAL[mission]


@rules
def worst_of_hand(state: State, but: float, estimate: PositionFeatures) -> int:
    """Return the index in the hand of the Mission expected to pay least, except the index `but`."""
    least, chosen = 1e9, 0
    for i in range(estimate.n_hand):
        stars = mission_prospect(state, estimate.hand[i], estimate)
        if stars < least and i != but:
            least, chosen = stars, i
    return chosen


@rules
def draw_prospect(state: State, seat: int, estimate: PositionFeatures) -> float:
    """Return the gain from drawing a Mission and giving the worst one back; Centauri's worst doesn't count anyway."""
    if estimate.n_hand == 0.0:
        return heuristic_weights.AGENCY
    player = state.players[seat]
    unknown = ALL_MISSIONS & ~(player.hand | player.returned | scenario_value(state, REMOVED))
    if state.n_top > 0 and state.top_seat == seat:
        unknown = 1 << state.top[state.n_top - 1]
    worst = estimate.hand[worst_of_hand(state, estimate.left_out, estimate)]
    least, total = mission_prospect(state, worst, estimate), 0.0
    for mission in range(N_MISSIONS):
        if unknown >> mission & 1:
            total += max(0.0, mission_prospect(state, mission, estimate) - least)
    return total / max(1, count_bits(unknown))


# --- the Blood Dome


@rules
def unpaired(state: State, seat: int) -> int:
    """Return a mask of the dice of the card that no own die matches, equal ones paired first."""
    player = state.players[seat]
    own = local_array(BY_DIE)
    for slot in range(player.n_dice):
        own[player.dice[slot]] += 1
    lonely = 0
    for i in range(N_CARD):
        if own[state.card[i]] > 0:
            own[state.card[i]] -= 1
        else:
            lonely |= 1 << i
    for i in range(N_CARD):
        joker = die_of(Colour.MAGMACORIUM, value(state.card[i]))
        if lonely >> i & 1 and own[joker] > 0:
            own[joker] -= 1
            lonely &= ~(1 << i)
    return lonely


@rules
def fight_choice(state: State, seat: int) -> int:
    """Return a reroll of a die that matches nothing, which can only help; otherwise the fight."""
    lonely = unpaired(state, seat) & ~state.rerolled
    for i in range(N_CARD):
        if lonely >> i & 1:
            return CARD.of(i)
    return FIGHT


@rules
def dome_prospect(state: State, seat: int, estimate: PositionFeatures) -> float:
    """Return the average stars that the Blood Dome will pay."""
    lonely = unpaired(state, seat)
    none, one, two, three = 1.0, 0.0, 0.0, 0.0
    for i in range(N_CARD):
        p = 1.0
        if lonely >> i & 1:
            p = 0.0 if state.rerolled >> i & 1 else match_chance(state, seat, colour(state.card[i]))
        three = three * (1.0 - p) + two * p
        two = two * (1.0 - p) + one * p
        one = one * (1.0 - p) + none * p
        none *= 1.0 - p
    three = 1.0 - none - one - two
    stars = none * scenario_value(state, DOME) + one * scenario_value(state, DOME + 1)
    return stars + two * scenario_value(state, DOME + 2) + three * scenario_value(state, DOME + 3)


@rules
def match_chance(state: State, seat: int, wanted: int) -> float:
    """Return the chance that a die of that colour, once rolled, matches one of the seat's own."""
    player, faces = state.players[seat], 0
    for slot in range(player.n_dice):
        die = player.dice[slot]
        if die >= MAGMACORIUM or colour(die) == wanted:
            faces |= 1 << value(die)
    return count_bits(faces) / FACES


# --- Ravin Sanctuary


@rules
def marker_prospect(state: State, seat: int, other: int, estimate: PositionFeatures) -> float:
    """Return the gain from giving `other` the marker: the last turn in a round, or the first choice in the draft."""
    return order_worth(state, seat, other, estimate) - order_worth(state, seat, state.marker, estimate)


@rules
def order_worth(state: State, seat: int, other: int, estimate: PositionFeatures) -> float:
    """Return the value of the seat's place in the order if `other` begins."""
    place = (seat - other) % state.n_players / (state.n_players - 1.0)
    if state.round >= ROUNDS:
        return heuristic_weights.DRAFT * (1.0 - place)
    return (heuristic_weights.LAST_ROUND if state.round == ROUNDS - 1 else heuristic_weights.LAST) * place


@rules
def token_prospect(state: State, seat: int, slot: int, estimate: PositionFeatures) -> float:
    """Return what a Protection Token on that die may save."""
    player = state.players[seat]
    if not changeable(player, slot):
        return 0.0
    die = player.dice[slot]
    return heuristic_weights.TOKEN * (value(die) + estimate.price[colour(die)]) * dice_to_come(seat, estimate)
