"""Define the versions of the physics: how foam bounces, and how far hands stray.

A match keeps the version with which it began. A version never changes: what is corrected becomes a new one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hand:
    """Hold how far an average hand strays from its aim: normal spreads along each axis."""

    place: float  # metres
    turn: float  # degrees
    direction: float  # degrees
    pace: float  # share of the speed
    speed: float  # metres a second
    spin: float  # radians a second
    spin_pace: float = 0.0  # share of the spin
    spin_axis: float = 0.0  # degrees by which the axis of the spin leans


@dataclass(frozen=True, slots=True)
class Physics:
    """Hold what differs between versions. `contact` is MuJoCo's solref of all contacts: how long a touch takes, and how
    much of its energy is lost.
    """

    contact: tuple[float, float]
    hand: Hand


# Version 2: docs/decisions/0039-foam-bounces.md has the sources and the measurements.
VERSIONS = {
    1: Physics((0.005, 0.6), Hand(0.004, 6.0, 1.5, 0.03, 0.02, 1.5)),
    2: Physics((0.01, 0.28), Hand(0.00635, 6.0, 1.5, 0.03, 0.02, 3.0, 0.1, 5.0)),
}
FIRST, NEWEST = min(VERSIONS), max(VERSIONS)
