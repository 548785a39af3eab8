"""A sketch of the position, for `sensible`: what it counts, laid out as numbers, so that things can be moved about in
it and looked at quickly.

`lay` puts something on a place and counts anew only what that touches; `worth` is what the sketch is worth for the seat
that thinks: its stars so far, what it can hope for, less what others have.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.board import area_of, colour, is_agent, value
from ..rules.domination import scenario
from ..rules.scenarios import CORE, THUG
from ..rules.stars import step_value
from ..rules.state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    MAGMACORIUM,
    N_AREAS,
    N_COLOURS,
    N_MISSIONS,
    NOBODY,
    SLOTS,
    SPACES,
    TENTACLE,
    TRACK,
    Area,
    Faction,
    Phase,
    State,
    Window,
)
from ..rules.state import THUG as THUG_PIECE
from .hopes import hope
from .prospects import worst_of_hand
from .sketch import (
    AGENTS,
    ALONE,
    APPEAL,
    BIAS,
    CITY_COLOUR,
    CITY_VALUE,
    COLOURS,
    DICE,
    FINAL,
    HAND,
    HEAT,
    LEFT,
    LEFT_OUT,
    ME,
    N_CARDS,
    PAGANS,
    PRICE,
    RIVALRY,
    SEATS,
    SHARE,
    STRENGTH,
    SUM,
    THING,
    THUG_STRENGTH,
    TOTAL,
    VALUES,
    Weight,
    chance,
)

HOMELAND = 5.0
COUNTED = 2  # Missions that score


# --- drawing the sketch


@rules
def survey(state: State, seat: int, about: bool, memo: Array[float]) -> None:
    """Sketch the position as `seat` sees it; without its Missions if `about` somebody else."""
    for i in range(THING, N_CARDS):
        memo[i] = 0
    to_come = pieces_left(state)
    memo[ME], memo[SEATS] = seat, state.n_players
    memo[HEAT] = memo[Weight.HEAT] * to_come
    memo[BIAS] = 0.5 * state.options.tie_domination
    memo[THUG_STRENGTH] = scenario(state, THUG)
    memo[LEFT] = left(state, seat) - (state.player == seat and is_to_place(state))
    weigh_rivals(state, seat, memo)
    for each in range(N_COLOURS):
        memo[PRICE + each] = price(state, state.stock[each], memo)
    for area in range(N_AREAS):
        memo[SUM + area] = scenario(state, CORE + area)
    for space in range(SPACES):
        memo[THING + space] = state.spaces[space]
        count(space, state.spaces[space], 1, memo)
    for other in range(state.n_players):
        survey_board(state, other, memo)
    for area in range(N_AREAS):
        if area != state.blockaded:
            appraise(area, memo)
    hold(0 if about else state.players[seat].hand, memo)
    memo[LEFT_OUT] = NOBODY
    if state.players[seat].faction == Faction.CENTAURI and memo[N_CARDS] > COUNTED:
        memo[LEFT_OUT] = worst_of_hand(state, NOBODY, memo)


@rules
def survey_board(state: State, seat: int, memo: Array[float]) -> None:
    """The dice that somebody has, and how many they will be."""
    player = state.players[seat]
    for slot in range(player.n_dice):
        place = BOARD + SLOTS * seat + slot
        memo[THING + place] = player.dice[slot]
        count(place, player.dice[slot], 1, memo)
    still = player.agents + player.tentacle + 1  # one from the prison
    if state.phase >= Phase.DRAFT:
        still = state.phase == Phase.DRAFT and (seat - state.player) % state.n_players < state.n_prison
    memo[FINAL + seat] = player.n_dice + still
    memo[PAGANS + seat] = player.faction == Faction.PAGANS


@rules
def weigh_rivals(state: State, seat: int, memo: Array[float]) -> None:
    """How much what others get counts against what one gets oneself."""
    each = memo[Weight.RIVAL] if state.n_players == 2 else memo[Weight.RIVALS] / (state.n_players - 1)
    for other in range(state.n_players):
        memo[RIVALRY + other] = 0.0 if other == seat else each


@rules
def left(state: State, seat: int) -> int:
    """Pieces that somebody has still to place."""
    player = state.players[seat]
    return int(player.agents) + player.tentacle + player.thug


@rules
def is_to_place(state: State) -> bool:
    """Whether the piece of this turn is not on the board yet."""
    return state.window == Window.START and state.phase < Phase.DRAFT


@rules
def pieces_left(state: State) -> int:
    """Pieces that will still come onto the board after the one of this turn."""
    number = 0
    for seat in range(state.n_players):
        number += left(state, seat)
    return max(0, number - is_to_place(state))


@rules
def price(state: State, step: int, memo: Array[float]) -> float:
    """What a die of a colour will be worth if its cube is on this step now: it may still be moved."""
    now = float(step_value(state, step))
    drift = min(0.5, memo[Weight.DRIFT] * pieces_left(state) / state.n_players)
    around = step_value(state, max(0, step - 1)) + step_value(state, min(TRACK - 1, step + 1))
    return now + drift * (0.5 * around - now)


@rules
def hold(hand: int, memo: Array[float]) -> None:
    """The Missions that count."""
    memo[N_CARDS] = 0
    for mission in range(N_MISSIONS):
        if hand >> mission & 1:
            memo[HAND + int(memo[N_CARDS])] = mission
            memo[N_CARDS] += 1


# --- changing it


@rules
def lay(place: int, thing: int, memo: Array[float]) -> None:
    """Put something on a place instead of what lies there."""
    count(place, int(memo[THING + place]), -1, memo)
    memo[THING + place] = thing
    count(place, thing, 1, memo)
    if place < BOARD:
        appraise(area_of(place), memo)


@rules
def count(place: int, thing: int, by: int, memo: Array[float]) -> None:
    """Count a thing in, or out."""
    if thing <= 0:
        return
    if place >= BOARD:
        seat = (place - BOARD) // SLOTS
        memo[COLOURS + 4 * seat + colour(thing)] += by
        memo[VALUES + 8 * seat + value(thing)] += by
        memo[TOTAL + seat] += by * value(thing)
        memo[DICE + seat] += by
    elif thing >= AGENT:
        area, seat = area_of(place), thing & 7
        memo[STRENGTH + 8 * area + seat] += by * (2.0 if is_agent(thing) else memo[THUG_STRENGTH])
        if seat == memo[ME] and not THUG_PIECE <= thing < TENTACLE:
            memo[AGENTS + area] += by
    else:
        memo[SUM + area_of(place)] += by * value(thing)
        if place < CITY_SPACES:
            count_in_city(thing, by, memo)


@rules
def count_in_city(die: int, by: int, memo: Array[float]) -> None:
    """A die of a Neighbourhood, for the Missions that look there."""
    memo[CITY_VALUE + value(die)] += by
    for each in range(N_COLOURS):
        if die >= MAGMACORIUM or colour(die) == each:
            memo[CITY_COLOUR + each] += by


@rules
def appraise(area: int, memo: Array[float]) -> None:
    """What an area is worth: the hope to dominate it, less that of others."""
    me, row = int(memo[ME]), STRENGTH + 8 * area
    highest, second = 0.0, 0.0
    for seat in range(int(memo[SEATS])):
        strength = memo[row + seat]
        if strength > highest:
            highest, second = strength, highest
        elif strength > second:
            second = strength
    memo[SHARE + area] = memo[ALONE + area] = memo[APPEAL + area] = 0.0
    if highest == 0.0:
        return
    for seat in range(int(memo[SEATS])):
        strength = memo[row + seat]
        lead = strength - (second if strength == highest else highest)
        share, alone = chance(lead + 1.0, memo[HEAT]), chance(lead - 1.0, memo[HEAT])
        stars = memo[SUM + area] * (share + memo[BIAS] * (alone - share))
        if memo[PAGANS + seat] and area >= Area.DOME:
            stars += HOMELAND * alone
        if seat == me:
            memo[SHARE + area], memo[ALONE + area] = share, alone
            memo[APPEAL + area] += stars
        else:
            memo[APPEAL + area] -= memo[RIVALRY + seat] * stars


# --- looking at it


@rules
def worth(state: State, memo: Array[float]) -> float:
    """What the sketch is worth."""
    total = missions_worth(state, memo)
    for area in range(N_AREAS):
        total += memo[APPEAL + area]
    for seat in range(int(memo[SEATS])):
        stars = board_worth(seat, memo)
        total += stars if seat == memo[ME] else -memo[RIVALRY + seat] * stars
    return total


@rules
def board_worth(seat: int, memo: Array[float]) -> float:
    """A Faction Board: its dice, and what the Stock Exchange pays for them."""
    stars, row = memo[TOTAL + seat], COLOURS + 4 * seat
    for each in range(N_COLOURS):
        stars += memo[PRICE + each] * (memo[row + each] + memo[row + N_COLOURS])
    return stars


@rules
def missions_worth(state: State, memo: Array[float]) -> float:
    """What the own Missions can hope for. Centauri leaves out the one that promises least, not the one that pays least
    yet: many a good one begins with nothing.
    """
    total = 0.0
    for i in range(int(memo[N_CARDS])):
        if i != memo[LEFT_OUT]:
            total += hope(state, int(memo[HAND + i]), memo)
    return total


# RIVAL, RIVALS, HEAT, DRIFT, RACE, SPENT, CONNECTIONS, HYPNOSIS, LAST, LAST_ROUND, DRAFT, AGENCY, TOKEN, CANCEL, ENOUGH
WEIGHTS = (1.0, 0.8, 1.0, 0.12, 0.6, 2.0, 2.0, 5.0, 5.0, 8.0, 4.0, 3.0, 0.02, 4.0, 0.1)


def prepare(state: Any, memo: Any) -> None:
    """What never changes at a table."""
    for weight in Weight:
        memo[weight] = WEIGHTS[weight]
