"""Find who dominates an area, and what that is worth (3.3, 7.6)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import count_bits

from .board import first_space, is_agent, is_die, n_spaces, owner, value
from .scenarios import CORE, ROWS, THUG
from .state import AGENT, MAX_PLAYERS, N_CITY, TENTACLE, Area, Faction, State

AGENT_STRENGTH = 2  # in halves of an Agent: a Thug counts one and a half
FULL, SPLIT, UNSCORED = 0, 1, 2
HOMELAND = 5


@rules
def scenario_value(state: State, column: int) -> int:
    """Return the scenario's value in `column` of its row."""
    return ROWS[state.options.scenario][column]


@rules
def strengths(state: State, area: int, out: list[int]) -> int:
    """Fill `out` with each seat's strength in halves of an Agent; return the highest."""
    for seat in range(MAX_PLAYERS):
        out[seat] = 0
    highest, start, thug = 0, first_space(area), scenario_value(state, THUG)
    for space in range(start, start + n_spaces(area)):
        piece = state.spaces[space]
        if piece >= AGENT:
            seat = owner(piece)
            out[seat] += AGENT_STRENGTH if is_agent(piece) else thug
            highest = max(highest, out[seat])
    return highest


@rules
def area_leaders(state: State, area: int) -> int:
    """Return a mask of those who dominate, several if they are tied; none in an area without pieces."""
    if area == state.blockaded:
        return 0
    strength = local_array(MAX_PLAYERS)
    highest = strengths(state, area, strength)
    mask = 0
    if highest > 0:
        for seat in range(state.n_players):
            if strength[seat] == highest:
                mask |= 1 << seat
    return mask


@rules
def area_value(state: State, area: int) -> int:
    """Return the core of an area plus its remaining dice (M-02)."""
    total, start = scenario_value(state, CORE + area), first_space(area)
    for space in range(start, start + n_spaces(area)):
        if is_die(state.spaces[space]):
            total += value(state.spaces[space])
    return total


@rules
def domination_share(state: State, area: int, tied: int) -> int:
    """Return what each of `tied` seats gets (R-30, M-10)."""
    full = area_value(state, area)
    if tied <= 1 or state.options.tie_domination == FULL:
        return full
    return full // tied if state.options.tie_domination == SPLIT else 0


@rules
def domination_stars(state: State, seat: int, area: int, mask: int) -> int:
    """Return what a seat gets for an area that `mask` dominates; the Pagans more in the Wasteland, alone (M-24)."""
    if mask >> seat & 1 == 0:
        return 0
    tied = count_bits(mask)
    homeland = tied == 1 and area >= Area.DOME and state.players[seat].faction == Faction.PAGANS
    return domination_share(state, area, tied) + (HOMELAND if homeland else 0)


@rules
def agents_in(state: State, seat: int, area: int) -> int:
    """Return a seat's Agents in an area as Missions count them: including the Tentacle Force's own Thug (R-50)."""
    number, start = 0, first_space(area)
    for space in range(start, start + n_spaces(area)):
        number += state.spaces[space] == AGENT + seat or state.spaces[space] == TENTACLE + seat
    return number


@rules
def agents_in_city(state: State, seat: int, least: int) -> int:
    """Return in how many Neighbourhoods a seat has at least `least` Agents."""
    number = 0
    for area in range(N_CITY):
        number += agents_in(state, seat, area) >= least
    return number
