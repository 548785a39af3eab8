"""Describe the city: areas and their spaces, dice as numbers, and what may be touched (sections 1.1, 2.3, 2.4 and
8).
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules

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
    """Return the area that a space belongs to."""
    if space < CITY_SPACES:
        return neighbourhood_of(space)
    return N_CITY + (space - CITY_SPACES) // LOCATION_SIZE


@rules
def neighbourhood_of(space: int) -> int:
    """Return the Neighbourhood that a space of the City belongs to."""
    return space // CITY_SIZE


@rules
def first_space(area: int) -> int:
    """Return the first space of an area."""
    return CITY_SIZE * area if area < N_CITY else CITY_SPACES + LOCATION_SIZE * (area - N_CITY)


@rules
def n_spaces(area: int) -> int:
    """Return the number of spaces: five in a Neighbourhood, six in a Location (R-02)."""
    return CITY_SIZE if area < N_CITY else LOCATION_SIZE


@rules
def is_die(thing: int) -> bool:
    """Return True if it is a die, and no piece."""
    return 1 <= thing <= LAST_DIE


@rules
def is_agent(thing: int) -> bool:
    """Return True if it is an Agent; Thugs are none (3.3)."""
    return AGENT <= thing < THUG


@rules
def owner(piece: int) -> int:
    """Return the seat that owns a piece."""
    return piece & OWNER


@rules
def kind_of(piece: int) -> int:
    """Return AGENT, THUG or TENTACLE."""
    return piece & ~OWNER


@rules
def colour(die: int) -> int:
    """Return teal, purple, white, or Magmacorium as a number."""
    return (die - 1) // FACES


@rules
def value(die: int) -> int:
    """Return the value of a die, 1 to 6."""
    return (die - 1) % FACES + 1


@rules
def die_of(each: int, face: int) -> int:
    """Return the die of a colour that shows a value."""
    return each * FACES + face


@rules
def with_value(die: int, new: int) -> int:
    """Return the die turned to another value."""
    return die - value(die) + new


@rules
def dice_match(a: int, b: int) -> bool:
    """Return True if two dice are equal in colour or value; a Magmacorium die has every colour (M-09)."""
    return a >= MAGMACORIUM or b >= MAGMACORIUM or colour(a) == colour(b) or value(a) == value(b)


@rules
def seat_of(place: int) -> int:
    """Return the seat whose Faction Board a place is on."""
    return (place - BOARD) // SLOTS


@rules
def slot_of(place: int) -> int:
    """Return the slot of a place on its Faction Board."""
    return (place - BOARD) % SLOTS


@rules
def on_board(seat: int, slot: int) -> int:
    """Return the place of a slot of a Faction Board."""
    return BOARD + SLOTS * seat + slot


@rules
def thing_at(state: State, place: int) -> int:
    """Return the contents of a space, or the die in a slot of a board."""
    if place < BOARD:
        return state.spaces[place]
    return state.players[seat_of(place)].dice[slot_of(place)]


@rules
def put(state: State, place: int, thing: int) -> None:
    """Put a thing on a place."""
    if place < BOARD:
        state.spaces[place] = thing
    else:
        state.players[seat_of(place)].dice[slot_of(place)] = thing


@rules
def exchange(state: State, a: int, b: int) -> None:
    """Swap two things, which keep their values (2.3)."""
    thing = thing_at(state, a)
    put(state, a, thing_at(state, b))
    put(state, b, thing)


@rules
def dice_in(state: State, area: int) -> int:
    """Return how many dice an area has."""
    number, start = 0, first_space(area)
    for space in range(start, start + n_spaces(area)):
        number += is_die(state.spaces[space])
    return number


@rules
def city_die_outside(state: State, area: int) -> bool:
    """Return True if any other Neighbourhood holds a die."""
    for space in range(CITY_SPACES):
        if neighbourhood_of(space) != area and is_die(state.spaces[space]):
            return True
    return False


# --- targets on a Faction Board


@rules
def changeable(player: Player, slot: int) -> bool:
    """Return True if a die's value may be changed: Protection does not stop that (R-15)."""
    return slot < player.n_dice and player.dice[slot] < MAGMACORIUM


@rules
def swappable(player: Player, slot: int) -> bool:
    """Return True if a die may be swapped or rerolled: no Magmacorium die, no Protection Token (R-14)."""
    return changeable(player, slot) and player.protected >> slot & 1 == 0


@rules
def guarded(player: Player, slot: int) -> bool:
    """Return True if only a die's token keeps it from being swapped."""
    return changeable(player, slot) and player.protected >> slot & 1 == 1


@rules
def any_changeable(player: Player) -> bool:
    """Return True if any die of that board may change its value."""
    for slot in range(player.n_dice):
        if changeable(player, slot):
            return True
    return False


@rules
def any_swappable(player: Player) -> bool:
    """Return True if any die of that board may be swapped."""
    for slot in range(player.n_dice):
        if swappable(player, slot):
            return True
    return False


@rules
def accepts(state: State, space: int) -> bool:
    """Return True for a die that a piece may be sent to: at the Springs only a Magmacorium die (M-02)."""
    die = state.spaces[space]
    return is_die(die) and (die >= MAGMACORIUM or area_of(space) != Area.SPRINGS)
