"""Trying out what may be done, for `sensible`: every Action and ability in the sketch (`outlook.py`), taken back.

Each function looks through the ways to do one thing and notes the best of them: its first choice, its second one, and
what the position is worth afterwards. `held` is the place chosen first if it has been chosen already, else NOBODY.
"""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.abilities import may_slip, may_touch
from ..rules.actions import goes_with, may_begin, may_reroll, possible, rerollable
from ..rules.board import changeable, die_of, is_die, neighbourhood_of, on_board, swappable, with_value
from ..rules.codes import DRAW, INSTEAD, NO_ACTION, SEAT, STOCK, VALUE
from ..rules.instead import may_command, may_lower, may_raise
from ..rules.state import (
    AGENT,
    BOARD,
    CITY_SPACES,
    DEAD,
    EMPTY,
    FACES,
    N_COLOURS,
    NOBODY,
    SLOTS,
    SPACES,
    TRACK,
    Area,
    Colour,
    Faction,
    Phase,
    State,
)
from .outlook import lay, price, worth
from .prospects import dome_prospect, draw_prospect, fight_choice, marker_prospect, token_prospect
from .sketch import BEST, FIRST, PRICE, SECOND, THING

NOTHING_YET = -1e9


@rules
def forget(memo: Array[float]) -> None:
    """Nothing has been tried yet."""
    memo[BEST], memo[FIRST], memo[SECOND] = NOTHING_YET, NOBODY, NOBODY


@rules
def note(stars: float, first: int, second: int, memo: Array[float]) -> None:
    """Keep the best."""
    if stars > memo[BEST]:
        memo[BEST], memo[FIRST], memo[SECOND] = stars, first, second


@rules
def laid(state: State, place: int, thing: int, memo: Array[float]) -> float:
    """What it would be worth to have something else there."""
    was = int(memo[THING + place])
    lay(place, thing, memo)
    stars = worth(state, memo)
    lay(place, was, memo)
    return stars


@rules
def swapped(state: State, a: int, b: int, memo: Array[float]) -> float:
    """What it would be worth to have two things change places."""
    thing = int(memo[THING + a])
    lay(a, int(memo[THING + b]), memo)
    stars = laid(state, b, thing, memo)
    lay(a, thing, memo)
    return stars


# --- the Action, and what replaces it


@rules
def try_action(state: State, seat: int, area: int, memo: Array[float]) -> None:
    """All that may follow a placing: the Action, the Stock Exchange, Robin Hood."""
    if area == NOBODY or not state.options.actions_mandatory or not possible(state, seat, area):
        note(worth(state, memo), NO_ACTION, NOBODY, memo)
    if area == NOBODY:
        return
    try_area(state, seat, area, NOBODY, memo)
    try_stock(state, seat, memo)
    if state.players[seat].faction == Faction.FUKURA:
        plain = memo[BEST]
        try_robin(state, seat, NOBODY, memo)
        if memo[BEST] > plain:
            memo[FIRST] = INSTEAD.of(Faction.FUKURA)


@rules
def try_area(state: State, seat: int, area: int, held: int, memo: Array[float]) -> None:
    """The Action of an area."""
    if area == Area.AGENCY:
        note(worth(state, memo) + draw_prospect(state, seat, memo), DRAW, NOBODY, memo)
    elif area == Area.GUGU:
        try_rerolls(state, seat, True, memo)
    elif area == Area.WASTE or area == Area.CONGRESS:
        for place in range(CITY_SPACES):
            if place == held or (held == NOBODY and may_begin(state, seat, area, place)):
                try_moves(state, place, area == Area.CONGRESS and held == NOBODY, memo)
    elif area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                place = on_board(other, slot)
                if place == held or (held == NOBODY and may_begin(state, seat, area, place)):
                    try_swaps(state, seat, area, place, memo)
    elif area == Area.MARKET:
        try_values(state, seat, held, memo)
    elif area == Area.DOME:
        note(worth(state, memo) + dome_prospect(state, seat, memo), fight_choice(state, seat), NOBODY, memo)
    else:
        try_favours(state, seat, memo)


@rules
def try_rerolls(state: State, seat: int, by_action: bool, memo: Array[float]) -> None:
    """Gugu Airforce or Intervention: a die, by what it shows on average."""
    for place in range(BOARD + SLOTS * state.n_players):
        legal = place < CITY_SPACES or place >= BOARD
        if legal and (may_reroll(state, seat, place) if by_action else rerollable(state, place)):
            die, stars = int(memo[THING + place]), 0.0
            for face in range(1, FACES + 1):
                stars += laid(state, place, with_value(die, face), memo)
            note(stars / FACES, place, NOBODY, memo)


@rules
def try_moves(state: State, first: int, later: bool, memo: Array[float]) -> None:
    """Waste Management and Twilight Congress: with a die of another Neighbourhood; of two dice, the later one."""
    thing = int(memo[THING + first])
    for place in range(first + 1 if later else 0, CITY_SPACES):
        other = int(memo[THING + place])
        if is_die(other) and other != thing and neighbourhood_of(place) != neighbourhood_of(first):
            note(swapped(state, first, place, memo), first, place, memo)


@rules
def try_swaps(state: State, seat: int, area: int, first: int, memo: Array[float]) -> None:
    """Observatory Bank and Nethal Syndicate: a die of a board with one of the City, or of another player."""
    die = int(memo[THING + first])
    if area == Area.BANK:
        for space in range(CITY_SPACES):
            if goes_with(state, area, die, int(memo[THING + space])):
                note(swapped(state, first, space, memo), first, space, memo)
        return
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            free = other != seat and swappable(state.players[other], slot)
            if free and goes_with(state, area, die, int(memo[THING + place])):
                note(swapped(state, first, place, memo), first, place, memo)


@rules
def try_values(state: State, seat: int, held: int, memo: Array[float]) -> None:
    """Molotov Market and Home Turf: an own die of any value."""
    for slot in range(state.players[seat].n_dice):
        place = on_board(seat, slot)
        if changeable(state.players[seat], slot) and held in (NOBODY, place):
            for face in range(1, FACES + 1):
                die = with_value(int(memo[THING + place]), face)
                note(laid(state, place, die, memo), place, VALUE.of(face), memo)


@rules
def try_favours(state: State, seat: int, memo: Array[float]) -> None:
    """Ravin Sanctuary: the marker, or a Protection Token."""
    stars, player = worth(state, memo), state.players[seat]
    for other in range(state.n_players):
        note(stars + marker_prospect(state, seat, other, memo), SEAT.of(other), NOBODY, memo)
    if state.tokens > 0:
        for slot in range(player.n_dice):
            if player.protected >> slot & 1 == 0:
                place = on_board(seat, slot)
                note(stars + token_prospect(state, seat, slot, memo), place, NOBODY, memo)


@rules
def try_stock(state: State, seat: int, memo: Array[float]) -> None:
    """The Stock Exchange: a cube, or two for the Haterz."""
    base, first, second = worth(state, memo), NOTHING_YET, NOTHING_YET
    chosen, moved = NOBODY, NOBODY
    for each in range(N_COLOURS):
        for up in range(2):
            step = state.stock[each] + 2 * up - 1
            if state.cubes >> each & 1 == 0 and 0 <= step < TRACK:
                was = memo[PRICE + each]
                memo[PRICE + each] = price(state, step, memo)
                gain = worth(state, memo) - base
                memo[PRICE + each] = was
                if gain > first:
                    if moved != each:
                        second = first
                    first, chosen, moved = gain, STOCK.of(each, up), each
                elif gain > second and moved != each:
                    second = gain
    if state.players[seat].faction == Faction.HATERZ and state.cubes == 0:
        first += max(0.0, second)
    if chosen != NOBODY:
        note(base + first, chosen, NOBODY, memo)


@rules
def try_robin(state: State, seat: int, held: int, memo: Array[float]) -> None:
    """Robin Hood: a rival's die one down, an own one one up."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            if place == held or (held == NOBODY and may_lower(state, seat, other, slot)):
                die = int(memo[THING + place])
                lay(place, die - 1, memo)
                for own in range(state.players[seat].n_dice):
                    if may_raise(state, seat, own):
                        at = on_board(seat, own)
                        note(laid(state, at, int(memo[THING + at]) + 1, memo), place, at, memo)
                lay(place, die, memo)


@rules
def try_alpha(state: State, held: int, memo: Array[float]) -> None:
    """Alpha: two Agents of different players."""
    for first in range(SPACES):
        if first == held or (held == NOBODY and may_command(state, first)):
            for second in range(0 if first == held else first + 1, SPACES):
                if may_command(state, second) and memo[THING + second] != memo[THING + first]:
                    note(swapped(state, first, second, memo), first, second, memo)


# --- abilities of one's own turn


@rules
def try_ability(state: State, seat: int, faction: int, held: int, memo: Array[float]) -> None:
    """The best use of an ability."""
    if faction == Faction.SHAKRA:
        for space in range(CITY_SPACES):
            if may_touch(state, seat, Phase.EXTERMINATE, space):
                note(laid(state, space, DEAD, memo), space, NOBODY, memo)
    elif faction == Faction.TUULU:
        try_rerolls(state, seat, False, memo)
    elif faction == Faction.CONSPIRACY:
        try_slips(state, seat, held, memo)
    elif faction == Faction.NAVIGATORS:
        try_values(state, seat, held, memo)
    elif faction == Faction.SKELLETAS:
        try_sacrifices(state, seat, held, memo)


@rules
def try_slips(state: State, seat: int, held: int, memo: Array[float]) -> None:
    """Slip Away: an own Agent with a die anywhere."""
    for agent in range(SPACES):
        if agent == held or (held == NOBODY and may_touch(state, seat, Phase.SLIP, agent)):
            for space in range(SPACES):
                if may_slip(state, agent, space):
                    note(swapped(state, agent, space, memo), agent, space, memo)


@rules
def try_sacrifices(state: State, seat: int, held: int, memo: Array[float]) -> None:
    """Sacrifice: an own Agent for a joker of any value."""
    place = on_board(seat, state.players[seat].n_dice)
    for agent in range(SPACES):
        if agent == held or (held == NOBODY and may_touch(state, seat, Phase.SACRIFICE, agent)):
            lay(agent, EMPTY, memo)
            for face in range(1, FACES + 1):
                note(laid(state, place, die_of(Colour.MAGMACORIUM, face), memo), agent, VALUE.of(face), memo)
            lay(agent, AGENT + seat, memo)
