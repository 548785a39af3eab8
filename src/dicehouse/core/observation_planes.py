"""Lay out a seat's observation as numbers, plane by plane.

    _seen = PlaneLayout()
    DICE = _seen.plane("dice", N_DICE, 6, says="for each die which face it shows")
    TOTAL = _seen.plane("total", high=200, says="points of the seat itself")
    PLANES = _seen.planes

Each name is the first position of a plane, as `Codes` gives out the numbers of actions. The rule
`observe(state, seat, out)` gets a row of zeros and writes whole numbers: `out[DICE + 6 * i + face - 1] = 1`. Learners
get them divided by the plane's `scale`; by default that brings them between -1 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Literal

PlanePart = Literal["seen", "recall", "secret"]
PLANE_PARTS: tuple[PlanePart, ...] = ("seen", "recall", "secret")  # their order in a row
MAX_EXACT_FLOAT = 1 << 24  # the largest number up to which 32-bit floats hold every integer


@dataclass(frozen=True)
class Plane:
    """Describe a block of numbers of one kind.

    `part` is "seen" for what the seat sees now, "recall" for what it has seen before and may remember, "secret" for
    what it can't know.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    says: str
    part: PlanePart = "seen"
    scale: int = 1  # the divisor of its numbers for learners

    @property
    def size(self) -> int:
        """Return how many numbers the plane has."""
        return prod(self.shape)


class PlaneLayout:
    """Give planes their positions in an observation, one behind the other."""

    def __init__(self, part: PlanePart = "seen") -> None:
        self.part = part
        self.planes: tuple[Plane, ...] = ()

    @property
    def width(self) -> int:
        """Return how many numbers the planes have so far."""
        return sum(plane.size for plane in self.planes)

    def plane(self, name: str, *shape: int, low: int = 0, high: int = 1, scale: int = 0, says: str) -> int:
        """Return the first position of a new plane, of a single number if it has no shape; raise ValueError if it can't
        be laid out.
        """
        if any(plane.name == name for plane in self.planes):
            raise ValueError(f"There are two planes called {name}.")
        if min(shape, default=1) < 1 or not -MAX_EXACT_FLOAT <= low < high <= MAX_EXACT_FLOAT or scale < 0:
            raise ValueError(f"Plane {name}: every axis has a place, and it goes from `low` up to `high` (2^24).")
        first, scale = self.width, scale or max(-low, high)
        self.planes += (Plane(name, shape or (1,), low, high, says, self.part, scale),)
        return first


def planes_width(planes: tuple[Plane, ...], *parts: PlanePart) -> int:
    """Return how many numbers these parts of an observation have."""
    return sum(plane.size for plane in planes if plane.part in parts)
