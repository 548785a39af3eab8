"""What `sensible` notes of a position: counted things and chances, so that things can be moved about in it and looked
at quickly. `worth` fills it in and says what it is worth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba.extending import overload

from dicehouse.kit.compiling import local_record, rules
from dicehouse.kit.record import Array, array, dtype, f64, i8, i16, record

from ..rules.state import BY_VALUE, MAX_PLAYERS, N_AREAS, N_COLOURS, PLACES

N_TOP = 16
MOST_IN_HAND = 8


@record
class Estimate:
    """A position as one seat sees it, in the numbers that count for it."""

    me: i8  # the seat that thinks
    seats: i8
    heat: f64  # how much may still change who dominates
    tie_cost: f64  # the part of an area's stars that a tie costs
    thug_strength: f64
    left: i16  # pieces still to be placed
    price: Array[f64] = array(N_COLOURS)  # what a die of a colour will bring at the Stock Exchange
    rivalry: Array[f64] = array(MAX_PLAYERS)  # how much what others get counts, by seat
    pagans: Array[i8] = array(MAX_PLAYERS)
    final: Array[i16] = array(MAX_PLAYERS)  # dice at the end, by seat
    # what lies where, and what is counted of it
    thing: Array[i16] = array(PLACES)
    colours: Array[i16] = array(MAX_PLAYERS, N_COLOURS + 1)  # dice on boards, by seat and colour
    values: Array[i16] = array(MAX_PLAYERS, BY_VALUE)  # and by seat and value
    total: Array[i16] = array(MAX_PLAYERS)
    dice: Array[i16] = array(MAX_PLAYERS)
    board: Array[f64] = array(MAX_PLAYERS)  # what a board is worth,
    board_known: Array[i8] = array(MAX_PLAYERS)  # if nothing there has changed since
    strength: Array[f64] = array(N_AREAS, MAX_PLAYERS)
    agents: Array[i16] = array(N_AREAS)  # one's own
    stake: Array[i16] = array(N_AREAS)  # core and dice of an area
    city_colour: Array[i16] = array(N_COLOURS)
    city_value: Array[i16] = array(BY_VALUE)
    # what may come of it
    chances: Array[f64] = array(N_AREAS, MAX_PLAYERS)  # by seat: to dominate an area with others or alone,
    chances_alone: Array[f64] = array(N_AREAS, MAX_PLAYERS)  # and alone
    share: Array[f64] = array(N_AREAS)  # one's own
    alone: Array[f64] = array(N_AREAS)
    appeal: Array[f64] = array(N_AREAS)  # what that is worth
    # Missions
    n_hand: i16
    hand: Array[i16] = array(MOST_IN_HAND)
    left_out: i16  # the place in the hand of a Mission that will not count
    # the best choice that was found, and what it is worth
    best: f64
    first: i16
    second: i16
    # the most promising placings
    top: Array[f64] = array(N_TOP)  # what each is worth
    top_piece: Array[i16] = array(N_TOP)
    top_space: Array[i16] = array(N_TOP)


ESTIMATE = dtype(Estimate)


def blank(kind: np.dtype[Any]) -> Any:
    """An estimate in which nothing stands yet. Interpreted, it holds plain numbers and lists, which Python reads faster
    than a checked record.
    """
    return SimpleNamespace(**{name: make() for name, make in _makers(kind)})


@cache
def _makers(kind: np.dtype[Any]) -> list[tuple[str, Callable[[], Any]]]:
    """What makes each field of a blank estimate: a zero, a row of them, or a table in which all is zero."""
    makers: list[tuple[str, Callable[[], Any]]] = []
    for name in kind.names or ():
        number, shape = type(np.zeros((), kind[name].base).item()), kind[name].shape
        if len(shape) == 2:
            makers.append((name, partial(defaultdict, number)))
        else:
            makers.append((name, ([number()] * shape[0]).copy if shape else number))
    return makers


@overload(blank, inline="always")  # the record lives on the stack of the rule that calls
def _compiled_blank(kind):  # type: ignore[no-untyped-def]  # its signature must equal that of the lambda
    return lambda kind: local_record(kind)


@rules
def chance(lead: float, heat: float) -> float:
    """How likely a lead will last: for sure if nothing is to come."""
    if heat <= 0.0:
        if lead == 0.0:
            return 0.5
        return 1.0 if lead > 0.0 else 0.0
    return 0.5 + 0.5 * lead / (heat + abs(lead))


@rules
def coming(seat: int, estimate: Estimate) -> float:
    """Dice that a seat will still get."""
    return float(estimate.final[seat] - estimate.dice[seat])


@rules
def with_joker(seat: int, each: int, estimate: Estimate) -> int:
    """A seat's dice of a colour, with its Magmacorium dice."""
    return estimate.colours[seat, each] + estimate.colours[seat, N_COLOURS]
