"""Hold what was counted of throws in each version of the physics: `python -m bench.foam_aims` and
`python -m bench.swings` count it, with average hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.state import State


@dataclass(frozen=True)
class ThrowCounts:
    """Hold average results of throws, in points, or as shares of all such throws."""

    steady: float  # points of a die dropped on a free place
    slips: float  # points of a die that slid off another
    stays: tuple[float, ...]  # how often a die stays on a tower of 1, 2, ... levels
    skid: float  # points of a low throw across a free part of a board; 0: not worth trying
    clears: float  # share of the bodies in a sweep's way that it clears
    shared: float  # the same on a board shared by all
    gain: float  # gain in lead of a throw
    spread: float  # and its spread


COUNTS = {
    # the higher the tower, the shorter the fall
    1: ThrowCounts(4.9, 3.3, (0.2, 0.55, 0.7, 0.9), 0.0, 0.6, 0.35, 5.5, 4.0),
    2: ThrowCounts(3.5, 2.3, (0.03, 0.05, 0.3, 0.7), 3.4, 0.65, 0.6, 3.4, 2.1),
}
BURNS = 0.9  # how often a red die lands on the die it is meant to burn


def counts_of(state: State) -> ThrowCounts:
    """Return what was counted in the physics of this match."""
    return COUNTS[state.options.physics]
