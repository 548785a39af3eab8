"""Value a position for the deciding seat: its stars, plus expected stars, minus those of others.

`survey_position` fills in the features; `lay_thing` puts something on a place and updates only what that touches.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules

from ..rules.board import area_of, colour, is_agent, kind_of, on_board, owner, seat_of, value
from ..rules.domination import scenario_value
from ..rules.game_end import in_scoring
from ..rules.scenarios import CORE, THUG
from ..rules.scoring import step_value
from ..rules.state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    MAGMACORIUM,
    N_AREAS,
    N_COLOURS,
    N_MISSIONS,
    NO_CHOICE,
    SPACES,
    TRACK,
    Area,
    Faction,
    Phase,
    State,
    Window,
)
from ..rules.state import THUG as THUG_PIECE
from . import heuristic_weights
from .mission_chances import mission_hope
from .off_board_values import worst_of_hand
from .position_features import PositionFeatures, lead_chance

HOMELAND = 5.0
COUNTED = 2  # Missions that score


# --- filling in the features


@rules
def survey_position(state: State, seat: int, about: bool, estimate: PositionFeatures) -> None:
    """Fill in the features of the position as `seat` sees it, without its Missions if they are `about` another seat."""
    to_come = pieces_left(state)
    estimate.me, estimate.seats = seat, state.n_players
    estimate.heat = heuristic_weights.HEAT * to_come
    estimate.tie_cost = 0.5 * state.options.tie_domination
    estimate.thug_strength = scenario_value(state, THUG)
    estimate.left = pieces_to_place(state, seat) - (state.player == seat and is_to_place(state))
    weigh_rivals(state, seat, estimate)
    for each in range(N_COLOURS):
        set_price(each, die_price(state, state.stock[each], estimate), estimate)
    for area in range(N_AREAS):
        estimate.stake[area] = scenario_value(state, CORE + area)
    for space in range(SPACES):
        estimate.thing[space] = state.spaces[space]
        count_thing(space, state.spaces[space], 1, estimate)
    for other in range(state.n_players):
        survey_board(state, other, estimate)
    for area in range(N_AREAS):
        weigh_up(area, estimate)
        if area != state.blockaded:
            area_appeal(area, estimate)
    hold_missions(0 if about else state.players[seat].hand, estimate)
    estimate.left_out = NO_CHOICE
    if state.players[seat].faction == Faction.CENTAURI and estimate.n_hand > COUNTED:
        estimate.left_out = worst_of_hand(state, NO_CHOICE, estimate)


@rules
def survey_board(state: State, seat: int, estimate: PositionFeatures) -> None:
    """Fill in the dice that a seat has, and how many it will have."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        place = on_board(seat, slot)
        estimate.thing[place] = player.dice[slot]
        count_thing(place, player.dice[slot], 1, estimate)
    still = player.agents + player.tentacle + 1  # one from the prison
    if in_scoring(state):
        still = state.phase == Phase.DRAFT and (seat - state.player) % state.n_players < state.n_prison
    estimate.final[seat] = player.n_dice + still
    estimate.pagans[seat] = player.faction == Faction.PAGANS


@rules
def set_price(each: int, stars: float, estimate: PositionFeatures) -> None:
    """Set the value of a die of a colour."""
    estimate.price[each] = stars
    for seat in range(estimate.seats):
        estimate.board_known[seat] = False


@rules
def weigh_rivals(state: State, seat: int, estimate: PositionFeatures) -> None:
    """Set how much the stars of others count against the seat's own."""
    each = heuristic_weights.RIVAL if state.n_players == 2 else heuristic_weights.RIVALS / (state.n_players - 1)
    for other in range(state.n_players):
        estimate.rivalry[other] = 0.0 if other == seat else each


@rules
def pieces_to_place(state: State, seat: int) -> int:
    """Return the pieces that a seat has still to place."""
    player = state.players[seat]
    return int(player.agents) + player.tentacle + player.thug


@rules
def is_to_place(state: State) -> bool:
    """Return True if the piece of this turn is not on the board yet."""
    return state.window == Window.START and not in_scoring(state)


@rules
def pieces_left(state: State) -> int:
    """Return the pieces that will be placed after the one of this turn."""
    number = 0
    for seat in range(state.n_players):
        number += pieces_to_place(state, seat)
    return max(0, number - is_to_place(state))


@rules
def die_price(state: State, step: int, estimate: PositionFeatures) -> float:
    """Return the expected value of a die of a colour whose cube is on this step; the cube may still be moved."""
    now = float(step_value(state, step))
    drift = min(0.5, heuristic_weights.DRIFT * pieces_left(state) / state.n_players)
    around = step_value(state, max(0, step - 1)) + step_value(state, min(TRACK - 1, step + 1))
    return now + drift * (0.5 * around - now)


@rules
def hold_missions(hand: int, estimate: PositionFeatures) -> None:
    """Fill in the Missions that count."""
    estimate.n_hand = 0
    for mission in range(N_MISSIONS):
        if hand >> mission & 1:
            estimate.hand[estimate.n_hand] = mission
            estimate.n_hand += 1


# --- changing the features


@rules
def lay_thing(place: int, thing: int, estimate: PositionFeatures) -> None:
    """Put a thing on a place in exchange for the one there."""
    was = estimate.thing[place]
    count_thing(place, was, -1, estimate)
    estimate.thing[place] = thing
    count_thing(place, thing, 1, estimate)
    if place < BOARD:
        if was >= AGENT or thing >= AGENT:
            weigh_up(area_of(place), estimate)
        area_appeal(area_of(place), estimate)


@rules
def count_thing(place: int, thing: int, by: int, estimate: PositionFeatures) -> None:
    """Add a thing to the counts, or remove it."""
    if thing <= 0:
        return
    if place >= BOARD:
        seat = seat_of(place)
        estimate.board_known[seat] = False
        estimate.colours[seat, colour(thing)] += by
        estimate.values[seat, value(thing)] += by
        estimate.total[seat] += by * value(thing)
        estimate.dice[seat] += by
    elif thing >= AGENT:
        area, seat = area_of(place), owner(thing)
        estimate.strength[area, seat] += by * (2.0 if is_agent(thing) else estimate.thug_strength)
        if seat == estimate.me and kind_of(thing) != THUG_PIECE:
            estimate.agents[area] += by
    else:
        estimate.stake[area_of(place)] += by * value(thing)
        if place < CITY_SPACES:
            count_in_city(thing, by, estimate)


@rules
def count_in_city(die: int, by: int, estimate: PositionFeatures) -> None:
    """Count a die of a Neighbourhood, for Missions that depend on it."""
    estimate.city_value[value(die)] += by
    for each in range(N_COLOURS):
        if die >= MAGMACORIUM or colour(die) == each:
            estimate.city_colour[each] += by


@rules
def weigh_up(area: int, estimate: PositionFeatures) -> None:
    """Update each seat's chance to dominate an area; it depends on the pieces, not on the dice."""
    highest, second = 0.0, 0.0
    for seat in range(estimate.seats):
        strength = estimate.strength[area, seat]
        if strength > highest:
            highest, second = strength, highest
        elif strength > second:
            second = strength
    for seat in range(estimate.seats):
        strength = estimate.strength[area, seat]
        lead = strength - (second if strength == highest else highest)
        anyone = highest > 0.0
        estimate.chances[area, seat] = lead_chance(lead + 1.0, estimate.heat) if anyone else 0.0
        estimate.chances_alone[area, seat] = lead_chance(lead - 1.0, estimate.heat) if anyone else 0.0


@rules
def area_appeal(area: int, estimate: PositionFeatures) -> None:
    """Return the value of an area: the seat's chance to dominate it, minus that of others."""
    estimate.share[area], estimate.alone[area] = (
        estimate.chances[area, estimate.me],
        estimate.chances_alone[area, estimate.me],
    )
    appeal = 0.0
    for seat in range(estimate.seats):
        share, alone = estimate.chances[area, seat], estimate.chances_alone[area, seat]
        stars = estimate.stake[area] * (share + estimate.tie_cost * (alone - share))
        if estimate.pagans[seat] and area >= Area.DOME:
            stars += HOMELAND * alone
        appeal += stars if seat == estimate.me else -estimate.rivalry[seat] * stars
    estimate.appeal[area] = appeal


# --- reading the value


@rules
def position_value(state: State, estimate: PositionFeatures) -> float:
    """Return the value of the features as they are."""
    return position_value_with(missions_worth(state, estimate), estimate)


@rules
def position_value_with(missions: float, estimate: PositionFeatures) -> float:
    """Return the value of the features if the seat's Missions are worth `missions`."""
    total = missions
    for area in range(N_AREAS):
        total += estimate.appeal[area]
    for seat in range(estimate.seats):
        stars = board_worth(seat, estimate)
        total += stars if seat == estimate.me else -estimate.rivalry[seat] * stars
    return total


@rules
def board_worth(seat: int, estimate: PositionFeatures) -> float:
    """Return the value of a Faction Board: its dice, and what the Stock Exchange pays for them."""
    if not estimate.board_known[seat]:
        stars, jokers = float(estimate.total[seat]), estimate.colours[seat, N_COLOURS]
        for each in range(N_COLOURS):
            stars += estimate.price[each] * (estimate.colours[seat, each] + jokers)
        estimate.board[seat], estimate.board_known[seat] = stars, True
    return estimate.board[seat]


@rules
def missions_worth(state: State, estimate: PositionFeatures) -> float:
    """Return the stars expected of the seat's Missions. Centauri leaves out the one expected to pay least, not the one
    that pays least now: many good ones begin with nothing.
    """
    total = 0.0
    for i in range(estimate.n_hand):
        if i != estimate.left_out:
            total += mission_hope(state, estimate.hand[i], estimate)
    return total
