"""Estimate what a Mission will pay in a position: exact at the end, a likely value before it."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules

from ..rules.board import die_of, first_space, neighbourhood_of, on_board
from ..rules.missions import ARGUMENTS, COPYCAT, GROUPS, HIGH_STAKES, KINDS, STARS, Group, Kind
from ..rules.scoring import counts_as_colour, spaces_beside
from ..rules.state import (
    AGENT,
    BY_DIE,
    CITY_SIZE,
    CITY_SPACES,
    FACES,
    N_AREAS,
    N_CITY,
    N_COLOURS,
    TENTACLE,
    Colour,
    State,
)
from . import heuristic_weights
from .position_features import PositionFeatures, dice_to_come, lead_chance, with_joker

COPIED, GAMBLED = 13.0, 12.0  # what these pay on average
MENDED = (1.0, 0.3, 0.08, 0.02, 0.0)  # chance to get rid of a number of unwanted dice
FOUND = (0.5, 0.7, 0.8, 0.9)  # chance to find what is missing, by the number of spare dice
MEAN = 3.6  # of a die
SOILED, PARITY, CLONED = 0.04, 0.09, 0.135  # chance that a later die spoils it


@rules
def mission_hope(state: State, mission: int, estimate: PositionFeatures) -> float:
    """Return the stars expected of a Mission."""
    if mission == COPYCAT:
        return COPIED
    if mission == HIGH_STAKES:
        return GAMBLED
    group, kind, argument = GROUPS[mission], KINDS[mission], ARGUMENTS[mission]
    if group == Group.COLOUR:
        times = by_colour(state, kind, argument, estimate)
    elif group == Group.VALUE:
        times = by_value(kind, argument, estimate)
    elif group == Group.PATTERN:
        times = by_pattern(kind, argument, estimate)
    elif group == Group.TOTAL:
        times = by_total(kind, estimate)
    else:
        times = by_agents(state, kind, argument, estimate)
    return STARS[mission] * times


@rules
def looks_beside(estimate: PositionFeatures) -> bool:
    """Return True if one of the seat's Missions depends on which dice are next to which Agents."""
    for i in range(estimate.n_hand):
        if KINDS[estimate.hand[i]] == Kind.ADJACENT:
            return True
    return False


# --- what is likely


@rules
def spotless(spots: float, soiled: float, estimate: PositionFeatures) -> float:
    """Return the chance that no unwanted dice remain: each turn may remove one, and each later die may be another."""
    if spots > estimate.left:
        return 0.0
    return MENDED[min(4, int(spots))] * (1.0 - soiled * dice_to_come(estimate.me, estimate))


@rules
def found_chance(missing: float, still: float) -> float:
    """Return the chance to find this number of missing things."""
    if missing <= 0.0:
        return 1.0
    spare = int(still - missing)
    if spare < 0:
        return 0.1 if spare == -1 and still > 0.0 else 0.0
    return FOUND[min(3, spare)] * (1.0 - 0.1 * missing)


@rules
def ahead_chance(lead: float, margin: float, heat: float, still: float) -> float:
    """Return the chance to be ahead of the others by at least `margin`."""
    return lead_chance(lead - margin + 0.5, heat * still)


# --- kinds of Missions


@rules
def by_colour(state: State, kind: int, wanted: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 1 to 20."""
    me = estimate.me
    if kind == Kind.MOST or kind == Kind.LEAST:
        return by_majority(state, kind, wanted, estimate)
    if kind == Kind.CITY:
        return estimate.city_colour[wanted]
    if kind == Kind.RIGHT:
        return with_joker((me - 1) % estimate.seats, wanted, estimate)
    if kind == Kind.OWN:
        return with_joker(me, wanted, estimate)
    if kind == Kind.MAGMACORIUM:
        return estimate.colours[me, N_COLOURS]
    if kind == Kind.NONE:
        return spotless(plain_dice(state, me, wanted, estimate), SOILED, estimate)
    missing = 0.0
    for each in range(N_COLOURS):
        missing += with_joker(me, each, estimate) == 0.0
    return found_chance(missing, dice_to_come(me, estimate))


@rules
def plain_dice(state: State, seat: int, wanted: int, estimate: PositionFeatures) -> float:
    """Return the dice of a colour where few are wanted: own jokers need not count, unless the table says so."""
    if state.options.magmacorium_owner_option:
        return estimate.colours[seat, wanted]
    return with_joker(seat, wanted, estimate)


@rules
def by_majority(state: State, kind: int, wanted: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 1 to 3 and 10 to 12; dice that others will still get count a third."""
    me = estimate.me
    still = dice_to_come(me, estimate)
    own = (
        with_joker(me, wanted, estimate) if kind == Kind.MOST else plain_dice(state, me, wanted, estimate)
    ) + still / 3.0
    if kind == Kind.MOST and own == 0.0:
        return 0.0
    lead, open_ = 99.0, still
    for other in range(estimate.seats):
        if other != me:
            theirs = with_joker(other, wanted, estimate) + dice_to_come(other, estimate) / 3.0
            lead = min(lead, own - theirs if kind == Kind.MOST else theirs - own)
            open_ = max(open_, dice_to_come(other, estimate))
    return ahead_chance(lead, 0.0 if kind == Kind.MOST else 1.0, heuristic_weights.RACE, open_)


@rules
def by_value(kind: int, wanted: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 21 to 39."""
    me = estimate.me
    if kind == Kind.CITY_VALUE:
        return estimate.city_value[wanted]
    if kind == Kind.INTEREST:
        thirds = estimate.total[me] / wanted
        return thirds if dice_to_come(me, estimate) > 0.0 else float(int(thirds))
    number = estimate.values[me, wanted]
    return number if kind == Kind.VALUE else spotless(number, SOILED, estimate)


@rules
def by_pattern(kind: int, argument: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 40 to 47."""
    me = estimate.me
    still = dice_to_come(me, estimate)
    if kind == Kind.ALWAYS:
        return 1.0
    if kind == Kind.TWINS:
        return twins(me, estimate)
    pairs, kinds, most, odd = 0.0, 0.0, 0.0, 0.0
    for face in range(1, FACES + 1):
        number = estimate.values[me, face]
        pairs += number // 2
        kinds += number > 0.0
        most = max(most, float(number))
        odd += number * (face & 1)
    dice = estimate.dice[me]
    if kind == Kind.PAIRS:
        return pairs + (dice - 2.0 * pairs) * min(0.4, 0.1 * still)
    if kind == Kind.TRIPLE:
        return found_chance(argument - most, still)
    if kind == Kind.CLONES:
        return spotless(dice - most, CLONED, estimate)
    if kind == Kind.SERIES:
        return found_chance(FACES - kinds, still)
    return spotless(dice - odd if argument else odd, PARITY, estimate)


@rules
def twins(me: int, estimate: PositionFeatures) -> float:
    """Estimate Mission 42: pairs equal in colour and value, and a little for dice whose twin may come."""
    counts = local_array(BY_DIE)
    for slot in range(int(estimate.dice[me])):
        counts[estimate.thing[on_board(me, slot)]] += 1
    pairs, single = 0, 0
    for face in range(1, FACES + 1):
        jokers, alone = counts[die_of(Colour.MAGMACORIUM, face)], 0
        for each in range(N_COLOURS):
            pairs += counts[die_of(each, face)] // 2
            alone += counts[die_of(each, face)] & 1
        matched = min(jokers, alone)
        pairs += matched + (jokers - matched) // 2
        single += alone - matched
    return pairs + single * min(0.2, 0.05 * dice_to_come(me, estimate))


@rules
def by_total(kind: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 48 and 49."""
    me = estimate.me
    still, lead = dice_to_come(me, estimate), 99.0
    own, open_ = estimate.total[me] + MEAN * still, still
    for other in range(estimate.seats):
        if other != me:
            theirs = estimate.total[other] + MEAN * dice_to_come(other, estimate)
            lead = min(lead, own - theirs if kind == Kind.HIGHEST else theirs - own)
            open_ = max(open_, dice_to_come(other, estimate))
    return ahead_chance(lead, 0.0, 2.0, open_)


@rules
def by_agents(state: State, kind: int, argument: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 52 to 60."""
    if kind == Kind.ADJACENT:
        return beside_dice(state, argument, estimate)
    if kind == Kind.THREE:
        return crowds(argument, estimate)
    number = 0.0
    if kind == Kind.SHARED:
        for area in range(N_AREAS):
            number += estimate.share[area] - estimate.alone[area]
        return number
    for area in range(N_CITY):
        if kind == Kind.ALONE:
            number += estimate.alone[area]
        elif kind == Kind.SPIES:
            number += 1.0 - estimate.share[area] if estimate.agents[area] > 0.0 else 0.0
        else:
            number += estimate.agents[area] == 0.0
    return found_chance(number, estimate.left) if kind == Kind.EVERYWHERE else number


@rules
def crowds(wanted: int, estimate: PositionFeatures) -> float:
    """Estimate Mission 59: Neighbourhoods with three own Agents, and those that may still get three."""
    number = 0.0
    for area in range(N_CITY):
        missing = wanted - estimate.agents[area]
        if missing <= 0.0:
            number += 1.0
        elif missing < wanted:
            number += 0.5 * found_chance(missing, estimate.left)
    return number


@rules
def beside_dice(state: State, wanted: int, estimate: PositionFeatures) -> float:
    """Estimate Missions 52 to 54: own Agents that a die of that colour touches."""
    me, number = estimate.me, 0
    for space in range(CITY_SPACES):
        thing = estimate.thing[space]
        if thing == AGENT + me or thing == TENTACLE + me:
            start = first_space(neighbourhood_of(space))
            near = spaces_beside(state, space - start)
            for other in range(CITY_SIZE):
                if near >> other & 1 and counts_as_colour(estimate.thing[start + other], wanted):
                    number += 1
                    break
    return float(number)
