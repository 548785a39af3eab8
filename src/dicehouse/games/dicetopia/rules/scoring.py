"""Compute what Missions and dice pay (sections 5, 7.3 and 7.5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import count_bits

from .board import colour, die_of, first_space, is_die, neighbourhood_of, value
from .domination import agents_in, agents_in_city, area_leaders, domination_stars, scenario_value
from .missions import ARGUMENTS, GROUPS, KINDS, STARS, Group, Kind
from .scenarios import ROWS, STREETS, TRACK_VALUES
from .state import (
    AGENT,
    BY_DIE,
    BY_VALUE,
    CITY_SIZE,
    CITY_SPACES,
    FACES,
    MAGMACORIUM,
    N_AREAS,
    N_CITY,
    N_COLOURS,
    TENTACLE,
    Colour,
    State,
)

TRACKS = ((0, 1, 1, 2, 2, 3), (0, 1, 2, 3, 4, 5), (1, 1, 2, 2, 3, 3))
RING = (0b10010, 0b00101, 0b01010, 0b10100, 0b01001)
ALL_BUT = (0b11110, 0b11101, 0b11011, 0b10111, 0b01111)
OWN_TIES, ANY_TIES = 0, 1


@rules
def step_value(state: State, step: int) -> int:
    """Return the value of a step of the stock tracks (R-08)."""
    row = ROWS[state.options.scenario]
    return row[TRACK_VALUES + step] if row[TRACK_VALUES] >= 0 else TRACKS[state.options.stock_track][step]


@rules
def dice_of(state: State, seat: int, wanted: int) -> int:
    """Return a seat's standard dice of a colour, or its Magmacorium dice."""
    player, number = state.players[seat], 0
    for slot in range(player.n_dice):
        number += colour(player.dice[slot]) == wanted
    return number


@rules
def with_jokers(state: State, seat: int, wanted: int) -> int:
    """Return a seat's dice of a colour, including Magmacorium dice (R-33)."""
    return dice_of(state, seat, wanted) + dice_of(state, seat, Colour.MAGMACORIUM)


@rules
def colour_minimum(state: State, seat: int, wanted: int) -> int:
    """Return a seat's dice of a colour where fewer are better: own jokers need not count, unless the table says so
    (M-22).
    """
    if state.options.magmacorium_owner_option:
        return dice_of(state, seat, wanted)
    return with_jokers(state, seat, wanted)


@rules
def total_value(state: State, seat: int) -> int:
    """Return the sum of a seat's dice (7.5)."""
    player, total = state.players[seat], 0
    for slot in range(player.n_dice):
        total += value(player.dice[slot])
    return total


@rules
def stock_stars(state: State, seat: int) -> int:
    """Return dice of each colour times the value of its track; a joker pays on all three (7.3, R-09)."""
    total = 0
    for wanted in range(N_COLOURS):
        price = step_value(state, state.stock[wanted])
        if price > 0:
            total += price * with_jokers(state, seat, wanted)
    return total


@rules
def public_stars(state: State, seat: int) -> int:
    """Return a seat's stars if the game ended now, without Missions."""
    total = state.players[seat].blood + stock_stars(state, seat) + total_value(state, seat)
    for area in range(N_AREAS):
        total += domination_stars(state, seat, area, area_leaders(state, area))
    return total


# --- Missions


@rules
def mission_stars(state: State, seat: int, mission: int) -> int:
    """Return what a Mission pays a seat now; nothing for the two that need other cards."""
    return STARS[mission] * times_met(state, seat, mission)


@rules
def times_met(state: State, seat: int, mission: int) -> int:
    """Return how often a Mission pays."""
    group, kind, argument = GROUPS[mission], KINDS[mission], ARGUMENTS[mission]
    if group == Group.COLOUR:
        return by_colour(state, seat, kind, argument)
    if group == Group.VALUE:
        return by_value(state, seat, kind, argument)
    if group == Group.PATTERN:
        return by_pattern(state, seat, kind, argument)
    if group == Group.TOTAL:
        return by_total(state, seat, kind)
    return by_agents(state, seat, kind, argument) if group == Group.AGENTS else 0


@rules
def right_neighbour(state: State, seat: int) -> int:
    """Return the opponent to the right, who plays just before (R-47)."""
    return (seat - 1) % state.n_players


@rules
def by_colour(state: State, seat: int, kind: int, wanted: int) -> int:
    """Count Missions 1 to 20."""
    if kind == Kind.MOST:
        return int(has_most(state, seat, wanted))
    if kind == Kind.NONE:
        return int(colour_minimum(state, seat, wanted) == 0)
    if kind == Kind.RIGHT:
        return with_jokers(state, right_neighbour(state, seat), wanted)
    if kind == Kind.LEAST:
        return int(has_least(state, seat, wanted))
    if kind == Kind.OWN:
        return with_jokers(state, seat, wanted)
    if kind == Kind.MAGMACORIUM:
        return dice_of(state, seat, Colour.MAGMACORIUM)
    if kind == Kind.ALL_COLOURS:
        for each in range(N_COLOURS):
            if with_jokers(state, seat, each) == 0:
                return 0
        return 1
    number = 0
    for space in range(CITY_SPACES):
        number += counts_as_colour(state.spaces[space], wanted)
    return number


@rules
def counts_as_colour(thing: int, wanted: int) -> bool:
    """Return True for a die of that colour, or a joker."""
    return is_die(thing) and (colour(thing) == wanted or thing >= MAGMACORIUM)


@rules
def has_most(state: State, seat: int, wanted: int) -> bool:
    """Return True if the seat has at least one, and nobody has more (R-36)."""
    own = with_jokers(state, seat, wanted)
    for other in range(state.n_players):
        if with_jokers(state, other, wanted) > own:
            return False
    return own > 0


@rules
def has_least(state: State, seat: int, wanted: int) -> bool:
    """Return True if the seat has fewer than everybody else."""
    own = colour_minimum(state, seat, wanted)
    for other in range(state.n_players):
        if other != seat and with_jokers(state, other, wanted) <= own:
            return False
    return True


@rules
def by_value(state: State, seat: int, kind: int, wanted: int) -> int:
    """Count Missions 21 to 39."""
    if kind == Kind.INTEREST:
        return total_value(state, seat) // wanted
    number = 0
    if kind == Kind.CITY_VALUE:
        for space in range(CITY_SPACES):
            number += is_die(state.spaces[space]) and value(state.spaces[space]) == wanted
        return number
    player = state.players[seat]
    for slot in range(player.n_dice):
        number += value(player.dice[slot]) == wanted
    return number if kind == Kind.VALUE else int(number == 0)


@rules
def by_pattern(state: State, seat: int, kind: int, argument: int) -> int:
    """Count Missions 40 to 47."""
    if kind == Kind.ALWAYS:
        return 1
    if kind == Kind.TWINS:
        return twins(state, seat)
    player = state.players[seat]
    counts = local_array(BY_VALUE)
    odd = 0
    for slot in range(player.n_dice):
        face = value(player.dice[slot])
        counts[face] += 1
        odd += face & 1
    pairs, kinds, most = 0, 0, 0
    for face in range(1, FACES + 1):
        pairs += counts[face] // 2
        kinds += counts[face] > 0
        most = max(most, counts[face])
    if kind == Kind.PAIRS:
        return pairs
    if kind == Kind.TRIPLE:
        return int(most >= argument)
    if kind == Kind.CLONES:
        return int(kinds == 1)
    if kind == Kind.SERIES:
        return int(kinds == FACES)
    return int(player.n_dice > 0 and odd == (player.n_dice if argument else 0))


@rules
def twins(state: State, seat: int) -> int:
    """Return the largest number of pairs equal in colour and value; a joker pairs with any die of its value (42)."""
    player = state.players[seat]
    counts = local_array(BY_DIE)
    for slot in range(player.n_dice):
        counts[player.dice[slot]] += 1
    pairs = 0
    for face in range(1, FACES + 1):
        jokers, single = counts[die_of(Colour.MAGMACORIUM, face)], 0
        for each in range(N_COLOURS):
            pairs += counts[die_of(each, face)] // 2
            single += counts[die_of(each, face)] & 1
        matched = min(jokers, single)
        pairs += matched + (jokers - matched) // 2
    return pairs


@rules
def by_total(state: State, seat: int, kind: int) -> int:
    """Count Missions 48 and 49; ties qualify."""
    own = total_value(state, seat)
    for other in range(state.n_players):
        total = total_value(state, other)
        if total > own if kind == Kind.HIGHEST else total < own:
            return 0
    return 1


@rules
def by_agents(state: State, seat: int, kind: int, argument: int) -> int:
    """Count Missions 52 to 60."""
    if kind == Kind.EMPTY:
        return N_CITY - agents_in_city(state, seat, 1)
    if kind == Kind.THREE:
        return agents_in_city(state, seat, argument)
    if kind == Kind.EVERYWHERE:
        return int(agents_in_city(state, seat, 1) == N_CITY)
    if kind == Kind.ADJACENT:
        return agents_beside(state, seat, argument)
    number = 0
    if kind == Kind.SHARED:
        for area in range(N_AREAS):
            mask = area_leaders(state, area)
            number += count_bits(mask) > 1 and (mask >> seat & 1 == 1 or state.options.sharing == ANY_TIES)
    elif kind == Kind.ALONE:
        for area in range(N_CITY):
            number += area_leaders(state, area) == 1 << seat
    elif kind == Kind.SPIES:
        for area in range(N_CITY):
            number += agents_in(state, seat, area) > 0 and area_leaders(state, area) >> seat & 1 == 0
    return number


@rules
def spaces_beside(state: State, space: int) -> int:
    """Return a mask of the spaces of its Neighbourhood that touch a space (R-40)."""
    if scenario_value(state, STREETS) >= 0:
        return scenario_value(state, STREETS + space)
    return ALL_BUT[space] if state.options.adjacency else RING[space]


@rules
def agents_beside(state: State, seat: int, wanted: int) -> int:
    """Return the number of Agents in Neighbourhoods that a die of that colour touches, each counted once (52 to 54)."""
    number = 0
    for space in range(CITY_SPACES):
        if state.spaces[space] == AGENT + seat or state.spaces[space] == TENTACLE + seat:
            start = first_space(neighbourhood_of(space))
            near = spaces_beside(state, space - start)
            for other in range(CITY_SIZE):
                if near >> other & 1 and counts_as_colour(state.spaces[start + other], wanted):
                    number += 1
                    break
    return number
