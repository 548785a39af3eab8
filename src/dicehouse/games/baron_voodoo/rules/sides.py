"""What a side owns: points, offerings, Capture zone, Spirit World, the Baron Samedi token."""

from __future__ import annotations

from typing import Any

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import die_of, side_of
from .state import BARON, N_FACES, NOBODY, Colour, Happened, State, Why

UNLIMITED = 1  # the setting of offerings


@rules
def named(state: State, seat: int) -> int:
    """A seat as events name it: the Baron of solo has none."""
    return NOBODY if state.solo and seat == BARON else seat


@rules
def trigger_end(state: State, seat: int, why: int, dice: Dice) -> None:
    """The first to reach the threshold or to be blocked starts the end; later ones change nothing (A5)."""
    if state.trigger == NOBODY:
        state.trigger = seat
        state.why = why
        tell(dice, Happened.TRIGGER, named(state, seat), item=why)


@rules
def score(state: State, seat: int, points: int, dice: Dice) -> None:
    """Victory points join the total of a seat's side at once."""
    here = state.sides[side_of(state, seat)]
    here.vp += points
    if here.vp >= state.threshold:
        trigger_end(state, seat, Why.SCORE, dice)


# --- offerings


@rules
def may_take_offering(state: State) -> bool:
    """Whether the reserve has an offering left (S21)."""
    return state.reserve > 0 or state.options.offerings == UNLIMITED


@rules
def take_offering(state: State, seat: int, why: int, dice: Dice) -> None:
    """One offering from the reserve; `why` is the step that brought it."""
    here = state.sides[side_of(state, seat)]
    here.offerings += 1
    if state.options.offerings != UNLIMITED:
        state.reserve -= 1
    tell(dice, Happened.OFFERING, named(state, seat), item=why, total=here.offerings)


@rules
def pay(state: State, seat: int, price: int) -> None:
    """Offerings go back to the reserve."""
    state.sides[side_of(state, seat)].offerings -= price
    if state.options.offerings != UNLIMITED:
        state.reserve += price


# --- Protection (section 6, S9)


@rules
def side_guarded(state: State, side: int) -> bool:
    """Whether a Protection lies over the zones of a side: in a team either partner's does."""
    for seat in range(state.n_players):
        if side_of(state, seat) == side and state.players[seat].guarded:
            return True
    return False


# --- dice


@rules
def count_zone(state: State, side: int, count: Any) -> None:
    """How many dice of each kind lie in a Capture zone."""
    here = state.sides[side]
    for i in range(here.n_zone):
        count[here.zone[i]] += 1


@rules
def take_out(state: State, side: int, die: int) -> None:
    """Take the die of this kind that was captured first out of a Capture zone."""
    here = state.sides[side]
    at = 0
    while here.zone[at] != die:
        at += 1
    here.n_zone -= 1
    for i in range(at, here.n_zone):
        here.zone[i] = here.zone[i + 1]
    here.zone[here.n_zone] = 0


@rules
def put_in(state: State, side: int, die: int) -> None:
    """Lay a die into a Capture zone, as the last one."""
    here = state.sides[side]
    here.zone[here.n_zone] = die
    here.n_zone += 1


@rules
def change(state: State, side: int, was: int, die: int) -> int:
    """Turn the first die of one kind to another face; it stays where it lies. Returns its place."""
    here = state.sides[side]
    at = 0
    while here.zone[at] != was:
        at += 1
    here.zone[at] = die
    return at


@rules
def colour_count(state: State, side: int, colour: int) -> int:
    """Dice of a colour in a Spirit World."""
    here = state.sides[side]
    number = 0
    for face in range(N_FACES):
        number += here.spirit[die_of(colour, face)]
    return number


# --- the Baron Samedi token


@rules
def settle_samedi(state: State, dice: Dice) -> None:
    """Who has strictly most white dice in the Spirit World takes the token; the holder keeps it in a tie, unless left
    behind by others or without white dice (7.4, S18, A4). Teams have none, and in solo it stays with the Baron.
    """
    if state.teams or state.solo:
        return
    most, of_holder, taker = 0, 0, NOBODY
    for side in range(state.n_sides):
        number = colour_count(state, side, Colour.WHITE)
        if number > most:
            most, taker = number, side
        elif number == most:
            taker = NOBODY
        if side == state.samedi:
            of_holder = number
    if taker == NOBODY and of_holder == most and most > 0:
        taker = state.samedi
    if taker != state.samedi:
        state.samedi = taker
        tell(dice, Happened.SAMEDI, taker)
