"""What every Action and ability may bring, for `sensible`: each way to do it is tried in the estimate, and taken back.

Each function looks through the ways to do one thing and notes the best of them: its first choice, its second one (both
as actions), and what the position is worth afterwards. `held` is the place chosen first if it has been chosen already,
else NOBODY.
"""

from __future__ import annotations

from dicehouse.kit.compiling import rules

from ..rules.abilities import may_slip, may_touch
from ..rules.actions import goes_with, may_begin, may_reroll, possible, rerollable
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
from ..rules.codes import DRAW, INSTEAD, NO_ACTION, PLACE, SEAT, STOCK, VALUE
from ..rules.instead import may_command, may_lower, may_raise
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
from .estimate import Estimate
from .expectations import dome_prospect, draw_prospect, fight_choice, marker_prospect, token_prospect
from .mission_chances import looks_beside
from .worth import appraise, count, lay, missions_worth, price, set_price, weigh_up, worth, worth_with

NOTHING_YET = -1e9


@rules
def forget(estimate: Estimate) -> None:
    """Nothing has been tried yet."""
    estimate.best, estimate.first, estimate.second = NOTHING_YET, NOBODY, NOBODY


@rules
def note(stars: float, first: int, second: int, estimate: Estimate) -> None:
    """Keep the best."""
    if stars > estimate.best:
        estimate.best, estimate.first, estimate.second = stars, first, second


@rules
def laid(state: State, place: int, thing: int, estimate: Estimate) -> float:
    """What it would be worth to have something else there."""
    was = estimate.thing[place]
    lay(place, thing, estimate)
    stars = worth(state, estimate)
    lay(place, was, estimate)
    return stars


@rules
def swapped(state: State, a: int, b: int, estimate: Estimate) -> float:
    """What it would be worth to have two things change places."""
    thing = estimate.thing[a]
    lay(a, estimate.thing[b], estimate)
    stars = laid(state, b, thing, estimate)
    lay(a, thing, estimate)
    return stars


# --- the Action, and what replaces it


@rules
def try_action(state: State, seat: int, area: int, estimate: Estimate) -> None:
    """All that may follow a placing: the Action, the Stock Exchange, Robin Hood."""
    if area == NOBODY or not state.options.actions_mandatory or not possible(state, seat, area):
        note(worth(state, estimate), NO_ACTION, NOBODY, estimate)
    if area == NOBODY:
        return
    try_area(state, seat, area, NOBODY, estimate)
    try_stock(state, seat, estimate)
    if state.players[seat].faction == Faction.FUKURA:
        plain = estimate.best
        try_robin(state, seat, NOBODY, estimate)
        if estimate.best > plain:
            estimate.first = INSTEAD.of(Faction.FUKURA)


@rules
def try_area(state: State, seat: int, area: int, held: int, estimate: Estimate) -> None:
    """The Action of an area."""
    if area == Area.AGENCY:
        note(worth(state, estimate) + draw_prospect(state, seat, estimate), DRAW, NOBODY, estimate)
    elif area == Area.GUGU:
        try_rerolls(state, seat, True, estimate)
    elif area == Area.WASTE or area == Area.CONGRESS:
        for place in range(CITY_SPACES):
            if place == held or (held == NOBODY and may_begin(state, seat, area, place)):
                try_moves(state, place, area == Area.CONGRESS and held == NOBODY, estimate)
    elif area == Area.BANK or area == Area.NETHAL:
        for other in range(state.n_players):
            for slot in range(state.players[other].n_dice):
                place = on_board(other, slot)
                if place == held or (held == NOBODY and may_begin(state, seat, area, place)):
                    try_swaps(state, seat, area, place, estimate)
    elif area == Area.MARKET:
        try_values(state, seat, held, estimate)
    elif area == Area.DOME:
        note(worth(state, estimate) + dome_prospect(state, seat, estimate), fight_choice(state, seat), NOBODY, estimate)
    else:
        try_favours(state, seat, estimate)


@rules
def try_rerolls(state: State, seat: int, by_action: bool, estimate: Estimate) -> None:
    """Gugu Airforce or Intervention: a die, by what it shows on average."""
    for place in range(BOARD + SLOTS * state.n_players):
        legal = place < CITY_SPACES or place >= BOARD
        if legal and (may_reroll(state, seat, place) if by_action else rerollable(state, place)):
            die, stars = estimate.thing[place], 0.0
            for face in range(1, FACES + 1):
                stars += laid(state, place, with_value(die, face), estimate)
            note(stars / FACES, PLACE.of(place), NOBODY, estimate)


@rules
def try_moves(state: State, first: int, later: bool, estimate: Estimate) -> None:
    """Waste Management and Twilight Congress: with a die of another Neighbourhood; of two dice, the later one."""
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
                note(swapped(state, first, place, estimate), PLACE.of(first), PLACE.of(place), estimate)


@rules
def try_crossings(state: State, first: int, estimate: Estimate) -> None:
    """An Agent with any die of another Neighbourhood: who may dominate them is reckoned once for each pair of them."""
    piece, own = estimate.thing[first], neighbourhood_of(first)
    count(first, piece, -1, estimate)
    weigh_up(own, estimate)
    appraise(own, estimate)
    for area in range(N_CITY):
        if area != own:
            count(first_space(area), piece, 1, estimate)
            weigh_up(area, estimate)
            appraise(area, estimate)
            try_dice_of(area, first, missions_worth(state, estimate), estimate)
            count(first_space(area), piece, -1, estimate)
            weigh_up(area, estimate)
            appraise(area, estimate)
    count(first, piece, 1, estimate)
    weigh_up(own, estimate)
    appraise(own, estimate)


@rules
def try_dice_of(area: int, first: int, missions: float, estimate: Estimate) -> None:
    """What lies on the `first` space with each other die of a Neighbourhood. Where no Mission asks what lies beside
    what, nothing changes but the dice that are at stake.
    """
    thing = estimate.thing[first]
    given = value(thing) if is_die(thing) else 0
    for place in range(first_space(area), first_space(area) + CITY_SIZE):
        die = estimate.thing[place]
        if is_die(die) and die != thing:
            stars = with_more_at_stake(neighbourhood_of(first), area, value(die) - given, missions, estimate)
            note(stars, PLACE.of(first), PLACE.of(place), estimate)


@rules
def with_more_at_stake(area: int, other: int, stars: int, missions: float, estimate: Estimate) -> float:
    """What it would be worth if so many stars were at stake in one Neighbourhood and no longer in the other."""
    appeal, appeal_of_other = estimate.appeal[area], estimate.appeal[other]
    estimate.stake[area] += stars
    estimate.stake[other] -= stars
    appraise(area, estimate)
    appraise(other, estimate)
    total = worth_with(missions, estimate)
    estimate.stake[area] -= stars
    estimate.stake[other] += stars
    estimate.appeal[area], estimate.appeal[other] = appeal, appeal_of_other
    return total


@rules
def try_swaps(state: State, seat: int, area: int, first: int, estimate: Estimate) -> None:
    """Observatory Bank and Nethal Syndicate: a die of a board with one of the City, or of another player."""
    die = estimate.thing[first]
    if area == Area.BANK:
        for space in range(CITY_SPACES):
            if goes_with(state, area, die, estimate.thing[space]):
                note(swapped(state, first, space, estimate), PLACE.of(first), PLACE.of(space), estimate)
        return
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            free = other != seat and swappable(state.players[other], slot)
            if free and goes_with(state, area, die, estimate.thing[place]):
                note(swapped(state, first, place, estimate), PLACE.of(first), PLACE.of(place), estimate)


@rules
def try_values(state: State, seat: int, held: int, estimate: Estimate) -> None:
    """Molotov Market and Home Turf: one of your dice, of any value."""
    for slot in range(state.players[seat].n_dice):
        place = on_board(seat, slot)
        if changeable(state.players[seat], slot) and held in (NOBODY, place):
            for face in range(1, FACES + 1):
                die = with_value(estimate.thing[place], face)
                note(laid(state, place, die, estimate), PLACE.of(place), VALUE.of(face), estimate)


@rules
def try_favours(state: State, seat: int, estimate: Estimate) -> None:
    """Ravin Sanctuary: the marker, or a Protection Token."""
    stars, player = worth(state, estimate), state.players[seat]
    for other in range(state.n_players):
        note(stars + marker_prospect(state, seat, other, estimate), SEAT.of(other), NOBODY, estimate)
    if state.tokens > 0:
        for slot in range(player.n_dice):
            if player.protected >> slot & 1 == 0:
                place = on_board(seat, slot)
                note(stars + token_prospect(state, seat, slot, estimate), PLACE.of(place), NOBODY, estimate)


@rules
def try_stock(state: State, seat: int, estimate: Estimate) -> None:
    """The Stock Exchange: a cube, or two for the Haterz."""
    base, first, second = worth(state, estimate), NOTHING_YET, NOTHING_YET
    chosen, moved = NOBODY, NOBODY
    for each in range(N_COLOURS):
        for up in range(2):
            step = state.stock[each] + 2 * up - 1
            if state.cubes >> each & 1 == 0 and 0 <= step < TRACK:
                was = estimate.price[each]
                set_price(each, price(state, step, estimate), estimate)
                gain = worth(state, estimate) - base
                set_price(each, was, estimate)
                if gain > first:
                    if moved != each:
                        second = first
                    first, chosen, moved = gain, STOCK.of(each, up), each
                elif gain > second and moved != each:
                    second = gain
    if state.players[seat].faction == Faction.HATERZ and state.cubes == 0:
        first += max(0.0, second)
    if chosen != NOBODY:
        note(base + first, chosen, NOBODY, estimate)


@rules
def try_robin(state: State, seat: int, held: int, estimate: Estimate) -> None:
    """Robin Hood: a rival's die one down, one of your own one up."""
    for other in range(state.n_players):
        for slot in range(state.players[other].n_dice):
            place = on_board(other, slot)
            if place == held or (held == NOBODY and may_lower(state, seat, other, slot)):
                die = estimate.thing[place]
                lay(place, die - 1, estimate)
                for own in range(state.players[seat].n_dice):
                    if may_raise(state, seat, own):
                        at = on_board(seat, own)
                        note(laid(state, at, estimate.thing[at] + 1, estimate), PLACE.of(place), PLACE.of(at), estimate)
                lay(place, die, estimate)


@rules
def try_alpha(state: State, held: int, estimate: Estimate) -> None:
    """Alpha: two Agents of different players."""
    for first in range(SPACES):
        if first == held or (held == NOBODY and may_command(state, first)):
            for second in range(0 if first == held else first + 1, SPACES):
                if may_command(state, second) and estimate.thing[second] != estimate.thing[first]:
                    note(swapped(state, first, second, estimate), PLACE.of(first), PLACE.of(second), estimate)


# --- abilities of one's own turn


@rules
def try_ability(state: State, seat: int, faction: int, held: int, estimate: Estimate) -> None:
    """The best use of an ability."""
    if faction == Faction.SHAKRA:
        for space in range(CITY_SPACES):
            if may_touch(state, seat, Phase.EXTERMINATE, space):
                note(laid(state, space, DEAD, estimate), PLACE.of(space), NOBODY, estimate)
    elif faction == Faction.TUULU:
        try_rerolls(state, seat, False, estimate)
    elif faction == Faction.CONSPIRACY:
        try_slips(state, seat, held, estimate)
    elif faction == Faction.NAVIGATORS:
        try_values(state, seat, held, estimate)
    elif faction == Faction.SKELLETAS:
        try_sacrifices(state, seat, held, estimate)


@rules
def try_slips(state: State, seat: int, held: int, estimate: Estimate) -> None:
    """Slip Away: one of your Agents with a die anywhere."""
    for agent in range(SPACES):
        if agent == held or (held == NOBODY and may_touch(state, seat, Phase.SLIP, agent)):
            for space in range(SPACES):
                if may_slip(state, agent, space):
                    note(swapped(state, agent, space, estimate), PLACE.of(agent), PLACE.of(space), estimate)


@rules
def try_sacrifices(state: State, seat: int, held: int, estimate: Estimate) -> None:
    """Sacrifice: one of your Agents for a joker of any value."""
    place = on_board(seat, state.players[seat].n_dice)
    for agent in range(SPACES):
        if agent == held or (held == NOBODY and may_touch(state, seat, Phase.SACRIFICE, agent)):
            lay(agent, EMPTY, estimate)
            for face in range(1, FACES + 1):
                note(
                    laid(state, place, die_of(Colour.MAGMACORIUM, face), estimate),
                    PLACE.of(agent),
                    VALUE.of(face),
                    estimate,
                )
            lay(agent, AGENT + seat, estimate)
