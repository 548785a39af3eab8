"""Value every Action and ability for `sensible`: each use is tried in the estimate and undone.

Each function goes through the uses of one Action and notes the best of them: its first choice, its second one (both as
actions), and the value of the position afterwards. `held` is the place chosen first if it has been chosen already,
otherwise NO_PLACE.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules

from ..rules.abilities import may_slip, may_touch
from ..rules.action_codes import DRAW, INSTEAD, NO_ACTION, PLACE, SEAT, STOCK, VALUE
from ..rules.action_replacements import alpha_may_move, may_lower, may_raise
from ..rules.area_actions import action_possible, can_swap_with, may_begin, may_reroll, rerollable
from ..rules.board import (
    changeable,
    die_of,
    first_space,
    is_die,
    neighbourhood_of,
    on_board,
    swappable,
    value,
    with_value,
)
from ..rules.state import (
    AGENT,
    BOARD,
    CITY_SIZE,
    CITY_SPACES,
    DEAD,
    EMPTY,
    FACES,
    N_CITY,
    N_COLOURS,
    NO_AREA,
    NO_CHOICE,
    NO_PLACE,
    SLOTS,
    SPACES,
    TRACK,
    Area,
    Colour,
    Faction,
    Phase,
    State,
)
from .mission_chances import looks_beside
from .off_board_values import dome_prospect, draw_prospect, fight_choice, marker_prospect, token_prospect
from .position_features import PositionFeatures
from .position_value import (
    area_appeal,
    count_thing,
    die_price,
    lay_thing,
    missions_worth,
    position_value,
    position_value_with,
    set_price,
    weigh_up,
)

NOTHING_YET = -1e9


@rules
def forget_best(estimate: PositionFeatures) -> None:
    """Forget the best choice."""
    estimate.best, estimate.first, estimate.second = NOTHING_YET, NO_CHOICE, NO_CHOICE


@rules
def note_best(stars: float, first: int, second: int, estimate: PositionFeatures) -> None:
    """Keep a choice if its value `stars` is the best so far."""
    if stars > estimate.best:
        estimate.best, estimate.first, estimate.second = stars, first, second


@rules
def value_with_thing(state: State, place: int, thing: int, estimate: PositionFeatures) -> float:
    """Return the value of the position with `thing` at `place`."""
    was = estimate.thing[place]
    lay_thing(place, thing, estimate)
    stars = position_value(state, estimate)
    lay_thing(place, was, estimate)
    return stars


@rules
def value_after_swap(state: State, a: int, b: int, estimate: PositionFeatures) -> float:
    """Return the value of the position with the things at two places swapped."""
    thing = estimate.thing[a]
    lay_thing(a, estimate.thing[b], estimate)
    stars = value_with_thing(state, b, thing, estimate)
    lay_thing(a, thing, estimate)
    return stars


# --- the Action, and what replaces it


@rules
def try_action(state: State, seat: int, area: int, estimate: PositionFeatures) -> None:
    """Value everything that may follow a placing: the Action, the Stock Exchange, Robin Hood."""
    if area == NO_AREA or not state.options.actions_mandatory or not action_possible(state, seat, area):
        note_best(position_value(state, estimate), NO_ACTION, NO_CHOICE, estimate)
    if area == NO_AREA:
        return
    try_area(state, seat, area, NO_PLACE, estimate)
    try_stock(state, seat, estimate)
    if state.players[seat].faction == Faction.FUKURA:
        plain = estimate.best
        try_robin(state, seat, NO_PLACE, estimate)
        if estimate.best > plain:
            estimate.first = INSTEAD.of(Faction.FUKURA)


@rules
def try_area(state: State, seat: int, area: int, held: int, estimate: PositionFeatures) -> None:
    """Value the Action of an area."""
    if area == Area.AGENCY:
        note_best(position_value(state, estimate) + draw_prospect(state, seat, estimate), DRAW, NO_CHOICE, estimate)
    elif area == Area.GUGU:
        try_rerolls(state, seat, True, estimate)
    elif area == Area.WASTE or area == Area.CONGRESS:
        for place in range(CITY_SPACES):
            if place == held or (held == NO_PLACE and may_begin(state, seat, area, place)):
                try_moves(state, place, area == Area.CONGRESS and held == NO_PLACE, estimate)
    elif area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                place = on_board(other, slot)
                if place == held or (held == NO_PLACE and may_begin(state, seat, area, place)):
                    try_swaps(state, seat, area, place, estimate)
    elif area == Area.MARKET:
        try_values(state, seat, held, estimate)
    elif area == Area.DOME:
        note_best(
            position_value(state, estimate) + dome_prospect(state, seat, estimate),
            fight_choice(state, seat),
            NO_CHOICE,
            estimate,
        )
    else:
        try_favours(state, seat, estimate)


@rules
def try_rerolls(state: State, seat: int, by_action: bool, estimate: PositionFeatures) -> None:
    """Value Gugu Airforce or Intervention: rerolling a die, by its average result."""
    for place in range(BOARD + SLOTS * state.n_players):
        legal = place < CITY_SPACES or place >= BOARD
        if legal and (may_reroll(state, seat, place) if by_action else rerollable(state, place)):
            die, stars = estimate.thing[place], 0.0
            for face in range(1, FACES + 1):
                stars += value_with_thing(state, place, with_value(die, face), estimate)
            note_best(stars / FACES, PLACE.of(place), NO_CHOICE, estimate)


@rules
def try_moves(state: State, first: int, later: bool, estimate: PositionFeatures) -> None:
    """Value Waste Management and Twilight Congress: a swap with a die of another Neighbourhood; of two dice, only the
    later one is tried.
    """
    thing, own = estimate.thing[first], neighbourhood_of(first)
    if is_die(thing) and not looks_beside(estimate):
        missions = missions_worth(state, estimate)
        for area in range(own + 1 if later else 0, N_CITY):
            if area != own:
                try_dice_of(area, first, missions, estimate)
    elif not looks_beside(estimate):
        try_crossings(state, first, estimate)
    else:
        for place in range(first + 1 if later else 0, CITY_SPACES):
            other = estimate.thing[place]
            if is_die(other) and other != thing and neighbourhood_of(place) != own:
                note_best(value_after_swap(state, first, place, estimate), PLACE.of(first), PLACE.of(place), estimate)


@rules
def try_crossings(state: State, first: int, estimate: PositionFeatures) -> None:
    """Value swapping an Agent with any die of another Neighbourhood; domination is computed once for each pair of
    Neighbourhoods.
    """
    piece, own = estimate.thing[first], neighbourhood_of(first)
    count_thing(first, piece, -1, estimate)
    weigh_up(own, estimate)
    area_appeal(own, estimate)
    for area in range(N_CITY):
        if area != own:
            count_thing(first_space(area), piece, 1, estimate)
            weigh_up(area, estimate)
            area_appeal(area, estimate)
            try_dice_of(area, first, missions_worth(state, estimate), estimate)
            count_thing(first_space(area), piece, -1, estimate)
            weigh_up(area, estimate)
            area_appeal(area, estimate)
    count_thing(first, piece, 1, estimate)
    weigh_up(own, estimate)
    area_appeal(own, estimate)


@rules
def try_dice_of(area: int, first: int, missions: float, estimate: PositionFeatures) -> None:
    """Value swapping the thing on the `first` space with each other die of a Neighbourhood. Unless a Mission asks for
    neighbouring dice, only the dice at stake change.
    """
    thing = estimate.thing[first]
    given = value(thing) if is_die(thing) else 0
    for place in range(first_space(area), first_space(area) + CITY_SIZE):
        die = estimate.thing[place]
        if is_die(die) and die != thing:
            stars = with_more_at_stake(neighbourhood_of(first), area, value(die) - given, missions, estimate)
            note_best(stars, PLACE.of(first), PLACE.of(place), estimate)


@rules
def with_more_at_stake(area: int, other: int, stars: int, missions: float, estimate: PositionFeatures) -> float:
    """Return the value of the position if `stars` more were at stake in one Neighbourhood and as many fewer in the
    other.
    """
    appeal, appeal_of_other = estimate.appeal[area], estimate.appeal[other]
    estimate.stake[area] += stars
    estimate.stake[other] -= stars
    area_appeal(area, estimate)
    area_appeal(other, estimate)
    total = position_value_with(missions, estimate)
    estimate.stake[area] -= stars
    estimate.stake[other] += stars
    estimate.appeal[area], estimate.appeal[other] = appeal, appeal_of_other
    return total


@rules
def try_swaps(state: State, seat: int, area: int, first: int, estimate: PositionFeatures) -> None:
    """Value Observatory Bank and Nethal Syndicate: swapping a die of a board with one of the City, or of another
    player.
    """
    die = estimate.thing[first]
    if area == Area.BANK:
        for space in range(CITY_SPACES):
            if can_swap_with(state, area, die, estimate.thing[space]):
                note_best(value_after_swap(state, first, space, estimate), PLACE.of(first), PLACE.of(space), estimate)
        return
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            free = other != seat and swappable(state.players[other], slot)
            if free and can_swap_with(state, area, die, estimate.thing[place]):
                note_best(value_after_swap(state, first, place, estimate), PLACE.of(first), PLACE.of(place), estimate)


@rules
def try_values(state: State, seat: int, held: int, estimate: PositionFeatures) -> None:
    """Value Molotov Market and Home Turf: setting one of your dice to any value."""
    for slot in range(state.players[seat].n_dice):
        place = on_board(seat, slot)
        if changeable(state.players[seat], slot) and held in (NO_PLACE, place):
            for face in range(1, FACES + 1):
                die = with_value(estimate.thing[place], face)
                note_best(value_with_thing(state, place, die, estimate), PLACE.of(place), VALUE.of(face), estimate)


@rules
def try_favours(state: State, seat: int, estimate: PositionFeatures) -> None:
    """Value Ravin Sanctuary: the marker, or a Protection Token."""
    stars, player = position_value(state, estimate), state.players[seat]
    for other in range(state.n_players):
        note_best(stars + marker_prospect(state, seat, other, estimate), SEAT.of(other), NO_CHOICE, estimate)
    if state.tokens > 0:
        for slot in range(player.n_dice):
            if player.protected >> slot & 1 == 0:
                place = on_board(seat, slot)
                note_best(stars + token_prospect(state, seat, slot, estimate), PLACE.of(place), NO_CHOICE, estimate)


@rules
def try_stock(state: State, seat: int, estimate: PositionFeatures) -> None:
    """Value the Stock Exchange: a cube, or two for the Haterz."""
    base, first, second = position_value(state, estimate), NOTHING_YET, NOTHING_YET
    chosen, moved = NO_CHOICE, NO_CHOICE
    for each in range(N_COLOURS):
        for up in range(2):
            step = state.stock[each] + 2 * up - 1
            if state.cubes >> each & 1 == 0 and 0 <= step < TRACK:
                was = estimate.price[each]
                set_price(each, die_price(state, step, estimate), estimate)
                gain = position_value(state, estimate) - base
                set_price(each, was, estimate)
                if gain > first:
                    if moved != each:
                        second = first
                    first, chosen, moved = gain, STOCK.of(each, up), each
                elif gain > second and moved != each:
                    second = gain
    if state.players[seat].faction == Faction.HATERZ and state.cubes == 0:
        first += max(0.0, second)
    if chosen != NO_CHOICE:
        note_best(base + first, chosen, NO_CHOICE, estimate)


@rules
def try_robin(state: State, seat: int, held: int, estimate: PositionFeatures) -> None:
    """Value Robin Hood: a rival's die one down, one of your own one up."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            if place == held or (held == NO_PLACE and may_lower(state, seat, other, slot)):
                die = estimate.thing[place]
                lay_thing(place, die - 1, estimate)
                for own in range(state.players[seat].n_dice):
                    if may_raise(state, seat, own):
                        at = on_board(seat, own)
                        note_best(
                            value_with_thing(state, at, estimate.thing[at] + 1, estimate),
                            PLACE.of(place),
                            PLACE.of(at),
                            estimate,
                        )
                lay_thing(place, die, estimate)


@rules
def try_alpha(state: State, held: int, estimate: PositionFeatures) -> None:
    """Value Alpha: swapping two Agents of different players."""
    for first in range(SPACES):
        if first == held or (held == NO_PLACE and alpha_may_move(state, first)):
            for second in range(0 if first == held else first + 1, SPACES):
                if alpha_may_move(state, second) and estimate.thing[second] != estimate.thing[first]:
                    note_best(
                        value_after_swap(state, first, second, estimate), PLACE.of(first), PLACE.of(second), estimate
                    )


# --- abilities of one's own turn


@rules
def try_ability(state: State, seat: int, faction: int, held: int, estimate: PositionFeatures) -> None:
    """Value the uses of an ability."""
    if faction == Faction.SHAKRA:
        for space in range(CITY_SPACES):
            if may_touch(state, seat, Phase.EXTERMINATE, space):
                note_best(value_with_thing(state, space, DEAD, estimate), PLACE.of(space), NO_CHOICE, estimate)
    elif faction == Faction.TUULU:
        try_rerolls(state, seat, False, estimate)
    elif faction == Faction.CONSPIRACY:
        try_slips(state, seat, held, estimate)
    elif faction == Faction.NAVIGATORS:
        try_values(state, seat, held, estimate)
    elif faction == Faction.SKELLETAS:
        try_sacrifices(state, seat, held, estimate)


@rules
def try_slips(state: State, seat: int, held: int, estimate: PositionFeatures) -> None:
    """Value Slip Away: swapping one of your Agents with a die anywhere."""
    for agent in range(SPACES):
        if agent == held or (held == NO_PLACE and may_touch(state, seat, Phase.SLIP, agent)):
            for space in range(SPACES):
                if may_slip(state, agent, space):
                    note_best(
                        value_after_swap(state, agent, space, estimate), PLACE.of(agent), PLACE.of(space), estimate
                    )


@rules
def try_sacrifices(state: State, seat: int, held: int, estimate: PositionFeatures) -> None:
    """Value Sacrifice: trading one of your Agents for a joker of any value."""
    place = on_board(seat, state.players[seat].n_dice)
    for agent in range(SPACES):
        if agent == held or (held == NO_PLACE and may_touch(state, seat, Phase.SACRIFICE, agent)):
            lay_thing(agent, EMPTY, estimate)
            for face in range(1, FACES + 1):
                note_best(
                    value_with_thing(state, place, die_of(Colour.MAGMACORIUM, face), estimate),
                    PLACE.of(agent),
                    VALUE.of(face),
                    estimate,
                )
            lay_thing(agent, AGENT + seat, estimate)
