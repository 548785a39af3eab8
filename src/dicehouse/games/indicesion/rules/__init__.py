"""inDICEsion: the rules as the house asks for them; `engine.Foam` runs them.

They are plain Python: what takes time is the physics, and that is compiled already. Numbers in brackets name sections,
rulings and amendments of this folder's README: (5.5), (R14), (A1).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from .choices import carry_out as apply
from .choices import legal
from .observing import ACTIONS, PLANES, observe
from .rounds import deal
from .state import MAX_PLAYERS, NOBODY, Options, Phase, State

__all__ = [
    "ACTIONS",
    "MAX_PLAYERS",
    "PLANES",
    "Options",
    "State",
    "acting",
    "apply",
    "deal",
    "legal",
    "observe",
    "over",
    "scores",
    "shares",
]


def acting(state: State) -> int:
    """The seat that decides, as a mask."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << (state.asked if state.phase == Phase.BLUE else state.player)


def over(state: State) -> bool:
    """Whether somebody has won, or nobody can any more."""
    return state.phase == Phase.OVER


def scores(state: State, out: MutableSequence[float]) -> None:
    """Rounds won."""
    for seat in range(state.n_players):
        out[seat] = state.wins[seat]


def shares(state: State, out: MutableSequence[float]) -> None:
    """The win; in a draw those who have won most have equal shares."""
    most = max(state.wins[seat] for seat in range(state.n_players))
    drawn = state.phase == Phase.OVER and state.winner == NOBODY
    best = [drawn and state.wins[seat] == most for seat in range(state.n_players)]
    for seat in range(state.n_players):
        out[seat] = best[seat] / sum(best) if drawn else float(state.phase == Phase.OVER and seat == state.winner)
