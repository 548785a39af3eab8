"""Hold the features of a position for `sensible`: counts and chances that can be changed and read quickly.
`position_value` fills them in and computes the value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from dicehouse.compiler.rule_compiler import compiled_variant, local_record, rules
from dicehouse.records.record import Array, array, dtype, f64, i8, i16, record

from ..rules.state import BY_VALUE, MAX_PLAYERS, N_AREAS, N_COLOURS, PLACES

N_TOP = 16
MOST_IN_HAND = 8


@record
class PositionFeatures:
    """Hold a position as one seat sees it, in the numbers that count for it."""

    me: i8  # the seat that decides
    seats: i8
    heat: f64  # how much domination may still change
    tie_cost: f64  # the part of an area's stars that a tie costs
    thug_strength: f64
    left: i16  # pieces still to be placed
    price: Array[f64] = array(N_COLOURS)  # value of a die of a colour at the Stock Exchange
    rivalry: Array[f64] = array(MAX_PLAYERS)  # weight of each seat's stars
    pagans: Array[i8] = array(MAX_PLAYERS)
    final: Array[i16] = array(MAX_PLAYERS)  # dice at the end, by seat
    # contents of each place, and its counts
    thing: Array[i16] = array(PLACES)
    colours: Array[i16] = array(MAX_PLAYERS, N_COLOURS + 1)  # dice on boards, by seat and colour
    values: Array[i16] = array(MAX_PLAYERS, BY_VALUE)  # and by seat and value
    total: Array[i16] = array(MAX_PLAYERS)
    dice: Array[i16] = array(MAX_PLAYERS)
    board: Array[f64] = array(MAX_PLAYERS)  # value of a board,
    board_known: Array[i8] = array(MAX_PLAYERS)  # if nothing there has changed since
    strength: Array[f64] = array(N_AREAS, MAX_PLAYERS)
    agents: Array[i16] = array(N_AREAS)  # the seat's own
    stake: Array[i16] = array(N_AREAS)  # core and dice of an area
    city_colour: Array[i16] = array(N_COLOURS)
    city_value: Array[i16] = array(BY_VALUE)
    # chances
    chances: Array[f64] = array(N_AREAS, MAX_PLAYERS)  # by seat: to dominate an area with others or alone,
    chances_alone: Array[f64] = array(N_AREAS, MAX_PLAYERS)  # and alone
    share: Array[f64] = array(N_AREAS)  # the seat's own
    alone: Array[f64] = array(N_AREAS)
    appeal: Array[f64] = array(N_AREAS)  # the value of that
    # Missions
    n_hand: i16
    hand: Array[i16] = array(MOST_IN_HAND)
    left_out: i16  # index in the hand of a Mission that will not count
    # the best choice found, and its value
    best: f64
    first: i16
    second: i16
    # the most promising placings
    top: Array[f64] = array(N_TOP)  # their values
    top_piece: Array[i16] = array(N_TOP)
    top_space: Array[i16] = array(N_TOP)


FEATURES = dtype(PositionFeatures)


def blank_features(kind: np.dtype[Any]) -> Any:
    """Return blank features. In interpreted code they are plain numbers and lists, which Python reads faster than a
    checked record.
    """
    return SimpleNamespace(**{name: make() for name, make in _makers(kind)})


@cache
def _makers(kind: np.dtype[Any]) -> list[tuple[str, Callable[[], Any]]]:
    """Return a maker of each field of blank features: a zero, a row of zeros, or a table of zeros."""
    makers: list[tuple[str, Callable[[], Any]]] = []
    for name in kind.names or ():
        number, shape = type(np.zeros((), kind[name].base).item()), kind[name].shape
        if len(shape) == 2:
            makers.append((name, partial(defaultdict, number)))
        else:
            makers.append((name, ([number()] * shape[0]).copy if shape else number))
    return makers


@compiled_variant(blank_features, inline="always")  # the record is on the stack of the calling rule
def _compiled_blank_features(kind):  # type: ignore[no-untyped-def]  # its signature must equal that of the lambda
    return lambda kind: local_record(kind)


@rules
def lead_chance(lead: float, heat: float) -> float:
    """Return the chance that a lead will last: certain if nothing follows."""
    if heat <= 0.0:
        if lead == 0.0:
            return 0.5
        return 1.0 if lead > 0.0 else 0.0
    return 0.5 + 0.5 * lead / (heat + abs(lead))


@rules
def dice_to_come(seat: int, estimate: PositionFeatures) -> float:
    """Return the dice that a seat will still get."""
    return float(estimate.final[seat] - estimate.dice[seat])


@rules
def with_joker(seat: int, each: int, estimate: PositionFeatures) -> int:
    """Return a seat's dice of a colour, including its Magmacorium dice."""
    return estimate.colours[seat, each] + estimate.colours[seat, N_COLOURS]
