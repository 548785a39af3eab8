"""Handle what a side owns: points, offerings, Capture zone, Spirit World, the Baron Samedi token."""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, log_event

from .board import die_of, side_of
from .state import BARON, N_FACES, NO_SEAT, Colour, EndReason, EventKind, State

UNLIMITED = 1  # the setting for offerings


@rules
def event_seat(state: State, seat: int) -> int:
    """Return a seat as events name it: the Baron of solo has none."""
    return NO_SEAT if state.solo and seat == BARON else seat


@rules
def trigger_end(state: State, seat: int, why: int, dice: Dice) -> None:
    """Start the end for the first side to reach the threshold or to be blocked; later ones change nothing (A5)."""
    if state.trigger == NO_SEAT:
        state.trigger = seat
        state.why = why
        log_event(dice, EventKind.TRIGGER, event_seat(state, seat), item=why)


@rules
def score(state: State, seat: int, points: int, dice: Dice) -> None:
    """Add victory points to the total of a seat's side."""
    here = state.sides[side_of(state, seat)]
    here.vp += points
    if here.vp >= state.threshold:
        trigger_end(state, seat, EndReason.SCORE, dice)


# --- offerings


@rules
def may_take_offering(state: State) -> bool:
    """Return True if the reserve has an offering left (S21)."""
    return state.reserve > 0 or state.options.offerings == UNLIMITED


@rules
def take_offering(state: State, seat: int, why: int, dice: Dice) -> None:
    """Take one offering from the reserve; `why` is the step that brought it."""
    here = state.sides[side_of(state, seat)]
    here.offerings += 1
    if state.options.offerings != UNLIMITED:
        state.reserve -= 1
    log_event(dice, EventKind.OFFERING, event_seat(state, seat), item=why, total=here.offerings)


@rules
def pay(state: State, seat: int, price: int) -> None:
    """Return offerings to the reserve."""
    state.sides[side_of(state, seat)].offerings -= price
    if state.options.offerings != UNLIMITED:
        state.reserve += price


# --- Protection (section 6, S9)


@rules
def side_guarded(state: State, side: int) -> bool:
    """Return True if the zones of a side are under Protection: in a team, either partner's."""
    for seat in range(state.n_players):
        if side_of(state, seat) == side and state.players[seat].guarded:
            return True
    return False


# --- dice


@rules
def count_zone(state: State, side: int, count: Any) -> None:
    """Count the dice of each kind in a Capture zone."""
    here = state.sides[side]
    for i in range(here.n_zone):
        count[here.zone[i]] += 1


@rules
def take_from_zone(state: State, side: int, die: int) -> None:
    """Take the first captured die of this kind out of a Capture zone."""
    here = state.sides[side]
    at = 0
    while here.zone[at] != die:
        at += 1
    here.n_zone -= 1
    for i in range(at, here.n_zone):
        here.zone[i] = here.zone[i + 1]
    here.zone[here.n_zone] = 0


@rules
def put_into_zone(state: State, side: int, die: int) -> None:
    """Add a die to a Capture zone, as the last one."""
    here = state.sides[side]
    here.zone[here.n_zone] = die
    here.n_zone += 1


@rules
def turn_zone_die(state: State, side: int, was: int, die: int) -> int:
    """Turn the first die of one kind to another face and return its place, which stays."""
    here = state.sides[side]
    at = 0
    while here.zone[at] != was:
        at += 1
    here.zone[at] = die
    return at


@rules
def colour_count(state: State, side: int, colour: int) -> int:
    """Return the number of dice of a colour in a Spirit World."""
    here = state.sides[side]
    number = 0
    for face in range(N_FACES):
        number += here.spirit[die_of(colour, face)]
    return number


# --- the Baron Samedi token


@rules
def settle_samedi(state: State, dice: Dice) -> None:
    """Give the token to the side with strictly most white dice in the Spirit World; the holder keeps it on a tie,
    unless others have more or it has no white dice (7.4, S18, A4). Teams have none, and in solo it stays with the
    Baron.
    """
    if state.teams or state.solo:
        return
    most, of_holder, taker = 0, 0, NO_SEAT
    for side in range(state.n_sides):
        number = colour_count(state, side, Colour.WHITE)
        if number > most:
            most, taker = number, side
        elif number == most:
            taker = NO_SEAT
        if side == state.samedi:
            of_holder = number
    if taker == NO_SEAT and of_holder == most and most > 0:
        taker = state.samedi
    if taker != state.samedi:
        state.samedi = taker
        log_event(dice, EventKind.SAMEDI, taker)
