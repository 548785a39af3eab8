"""The city: areas and their spaces, dice as numbers, and what may be touched (sections 1.1, 2.3, 2.4 and 8)."""

from __future__ import annotations

from dicehouse.kit.compiling import rules

from .state import (
    AGENT,
    BOARD,
    CITY_SIZE,
    CITY_SPACES,
    FACES,
    LAST_DIE,
    LOCATION_SIZE,
    MAGMACORIUM,
    N_CITY,
    OWNER,
    SLOTS,
    THUG,
    Area,
    Player,
    State,
)


@rules
def area_of(space: int) -> int:
    """The area that a space belongs to."""
    if space < CITY_SPACES:
        return neighbourhood_of(space)
    return N_CITY + (space - CITY_SPACES) // LOCATION_SIZE


@rules
def neighbourhood_of(space: int) -> int:
    """The Neighbourhood that a space of the City belongs to."""
    return space // CITY_SIZE


@rules
def first_space(area: int) -> int:
    """The first space of an area."""
    return CITY_SIZE * area if area < N_CITY else CITY_SPACES + LOCATION_SIZE * (area - N_CITY)


@rules
def n_spaces(area: int) -> int:
    """Five in a Neighbourhood, six in a Location (R-02)."""
    return CITY_SIZE if area < N_CITY else LOCATION_SIZE


@rules
def is_die(thing: int) -> bool:
    """Whether it is a die, and no piece."""
    return 1 <= thing <= LAST_DIE


@rules
def is_agent(thing: int) -> bool:
    """Whether it is an Agent; Thugs are none (3.3)."""
    return AGENT <= thing < THUG


@rules
def owner(piece: int) -> int:
    """Whose piece it is."""
    return piece & OWNER


@rules
def kind_of(piece: int) -> int:
    """AGENT, THUG or TENTACLE."""
    return piece & ~OWNER


@rules
def colour(die: int) -> int:
    """Teal, purple, white, or that of a Magmacorium die."""
    return (die - 1) // FACES


@rules
def value(die: int) -> int:
    """1 to 6."""
    return (die - 1) % FACES + 1


@rules
def die_of(each: int, face: int) -> int:
    """The die of a colour that shows a value."""
    return each * FACES + face


@rules
def with_value(die: int, new: int) -> int:
    """The same die, turned to another value."""
    return die - value(die) + new


@rules
def match(a: int, b: int) -> bool:
    """Equal in colour or value; a Magmacorium die has every colour (M-09)."""
    return a >= MAGMACORIUM or b >= MAGMACORIUM or colour(a) == colour(b) or value(a) == value(b)


@rules
def seat_of(place: int) -> int:
    """Whose Faction Board a place is on."""
    return (place - BOARD) // SLOTS


@rules
def slot_of(place: int) -> int:
    """Which slot of its Faction Board a place is."""
    return (place - BOARD) % SLOTS


@rules
def on_board(seat: int, slot: int) -> int:
    """The place of a slot of a Faction Board."""
    return BOARD + SLOTS * seat + slot


@rules
def at(state: State, place: int) -> int:
    """What lies on a space, or the die in a slot of a board."""
    if place < BOARD:
        return state.spaces[place]
    return state.players[seat_of(place)].dice[slot_of(place)]


@rules
def put(state: State, place: int, thing: int) -> None:
    """Lay it there."""
    if place < BOARD:
        state.spaces[place] = thing
    else:
        state.players[seat_of(place)].dice[slot_of(place)] = thing


@rules
def exchange(state: State, a: int, b: int) -> None:
    """Two things change places and keep their values (2.3)."""
    thing = at(state, a)
    put(state, a, at(state, b))
    put(state, b, thing)


@rules
def dice_in(state: State, area: int) -> int:
    """How many dice lie there."""
    number, start = 0, first_space(area)
    for space in range(start, start + n_spaces(area)):
        number += is_die(state.spaces[space])
    return number


@rules
def city_die_outside(state: State, area: int) -> bool:
    """Whether any other Neighbourhood holds a die."""
    for space in range(CITY_SPACES):
        if neighbourhood_of(space) != area and is_die(state.spaces[space]):
            return True
    return False


# --- what may be chosen on a Faction Board


@rules
def changeable(player: Player, slot: int) -> bool:
    """Its value may be changed: Protection does not stop that (R-15)."""
    return slot < player.n_dice and player.dice[slot] < MAGMACORIUM


@rules
def swappable(player: Player, slot: int) -> bool:
    """It may be swapped or rerolled: no Magmacorium die, no Protection Token (R-14)."""
    return changeable(player, slot) and player.protected >> slot & 1 == 0


@rules
def guarded(player: Player, slot: int) -> bool:
    """Only its token keeps it from being swapped."""
    return changeable(player, slot) and player.protected >> slot & 1 == 1


@rules
def any_changeable(player: Player) -> bool:
    """Whether any die of that board may change its value."""
    for slot in range(player.n_dice):
        if changeable(player, slot):
            return True
    return False


@rules
def any_swappable(player: Player) -> bool:
    """Whether any die of that board may be swapped."""
    for slot in range(player.n_dice):
        if swappable(player, slot):
            return True
    return False


@rules
def accepts(state: State, space: int) -> bool:
    """A die that a piece may be sent to: at the Springs only a Magmacorium die (M-02)."""
    die = state.spaces[space]
    return is_die(die) and (die >= MAGMACORIUM or area_of(space) != Area.SPRINGS)
