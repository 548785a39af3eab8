"""What a seat sees as numbers: how a game lays them out, plane by plane.

    _seen = Layout()
    DICE = _seen.plane("dice", N_DICE, 6, says="for each die which face it shows")
    TOTAL = _seen.plane("total", high=200, says="points of the seat itself")
    PLANES = _seen.planes

Each is the first place of a plane, as `Codes` hands out the numbers of actions. The rule `observe(state, seat, out)`
gets a row of zeros and writes whole numbers: `out[DICE + 6 * i + face - 1] = 1`. Learners get them divided by the
plane's `scale`: so that they lie between -1 and 1, if nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Literal

Part = Literal["seen", "recall", "secret"]
PARTS: tuple[Part, ...] = ("seen", "recall", "secret")  # in this order they lie in a row
EXACT = 1 << 24  # up to here 32-bit floats hold every whole number


@dataclass(frozen=True)
class Plane:
    """A block of numbers of one kind. `part` is "seen" for what the seat sees now, "recall" for what it has seen before
    and may remember, "secret" for what it can't know.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    says: str
    part: Part = "seen"
    scale: int = 1  # by what its numbers are divided for learners

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout:
    """Hands out the places of planes, one behind the other."""

    def __init__(self, part: Part = "seen") -> None:
        self.part = part
        self.planes: tuple[Plane, ...] = ()

    @property
    def width(self) -> int:
        """How many numbers there are so far."""
        return sum(plane.size for plane in self.planes)

    def plane(self, name: str, *shape: int, low: int = 0, high: int = 1, scale: int = 0, says: str) -> int:
        """The first place of a new plane, of a single number if it has no shape. ValueError if it can't be laid out."""
        if any(plane.name == name for plane in self.planes):
            raise ValueError(f"There are two planes called {name}.")
        if min(shape, default=1) < 1 or not -EXACT <= low < high <= EXACT or scale < 0:
            raise ValueError(f"Plane {name}: every axis has a place, and it goes from `low` up to `high` (2^24).")
        first, scale = self.width, scale or max(-low, high)
        self.planes += (Plane(name, shape or (1,), low, high, says, self.part, scale),)
        return first


def width_of(planes: tuple[Plane, ...], *parts: Part) -> int:
    """How many numbers these parts of an observation have."""
    return sum(plane.size for plane in planes if plane.part in parts)
