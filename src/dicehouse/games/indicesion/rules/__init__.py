"""Collect the rules of inDICEsion as hooks; `foam_engine.FoamEngine` runs them.

They are plain Python: the physics takes the time, and that is compiled already. Numbers in brackets name sections,
rulings and amendments of this folder's README: (5.5), (R14), (A1).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from .observation import ACTIONS, PLANES, observe
from .phases import carry_out as apply
from .phases import legal
from .rounds import deal
from .state import MAX_PLAYERS, NO_SEAT, Options, Phase, State

__all__ = [
    "ACTIONS",
    "MAX_PLAYERS",
    "OLDER",
    "PLANES",
    "Options",
    "State",
    "acting",
    "apply",
    "deal",
    "legal",
    "observe",
    "over",
    "points",
    "returns",
]


def _first_physics(_old: Any, new: State) -> None:
    new.options.physics = 1


OLDER = {"88a5e10cf5eeb78b": _first_physics}


def acting(state: State) -> int:
    """Return the seat that decides, as a mask."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << (state.asked if state.phase == Phase.BLUE else state.player)


def over(state: State) -> bool:
    """Return True if somebody has won, or nobody can any more."""
    return state.phase == Phase.OVER


def points(state: State, out: MutableSequence[float]) -> None:
    """Write each seat's rounds won into `out`."""
    for seat in range(state.n_players):
        out[seat] = state.wins[seat]


def returns(state: State, out: MutableSequence[float]) -> None:
    """Write each seat's share of the win into `out`; in a draw those who have won most rounds share equally."""
    most = max(state.wins[seat] for seat in range(state.n_players))
    drawn = state.phase == Phase.OVER and state.winner == NO_SEAT
    best = [drawn and state.wins[seat] == most for seat in range(state.n_players)]
    for seat in range(state.n_players):
        out[seat] = best[seat] / sum(best) if drawn else float(state.phase == Phase.OVER and seat == state.winner)
