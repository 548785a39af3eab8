"""Find what the dice of a Capture zone can score, for players: every combo, and the best way to split the dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dicehouse.records.record import dtype, strict

from ..rules import combos
from ..rules.state import KINDS, Options, State
from .notation import dice_of

MOST_COMBOS = 3_500
STEPS = 2_000


Dice = tuple[int, ...]


@dataclass(frozen=True)
class Split:
    """Hold disjoint combos and their points together."""

    points: int
    combos: tuple[Dice, ...]


def combo_points(scale: int, size: int) -> int:
    """Return the points of a combo of `size` dice on one of the scales of `combos.VALUES`."""
    return combos.VALUES[scale][size]


def zone_of(state: State, side: int) -> Dice:
    """Return the dice of a Capture zone, the first captured first."""
    here = state.sides[side]
    return tuple(here.zone[i] for i in range(here.n_zone))


def all_combos(zone: Dice, scale: int) -> tuple[Dice, ...]:
    """Return every combo among these dice, the best ones first."""
    return _all_combos(tuple(sorted(zone)), scale)


def best_split(zone: Dice, scale: int) -> Split:
    """Return the most points that disjoint combos of these dice score together, by branch and bound; with very many
    dice, the best that a search of bounded length finds.
    """
    return _best_split(tuple(sorted(zone)), scale)


@lru_cache(maxsize=4_000)
def _all_combos(zone: Dice, scale: int) -> tuple[Dice, ...]:
    count, found = [0] * KINDS, [0] * MOST_COMBOS
    for die in zone:
        count[die] += 1
    options = strict(Options, np.zeros(dtype(Options).itemsize, np.uint8))
    options.combos = scale
    n = combos.list_combos(options, count, found, 0, MOST_COMBOS)
    dice = [tuple(dice_of(combo)) for combo in found[:n]]
    return tuple(sorted(dice, key=lambda them: (-combo_points(scale, len(them)), them)))


@lru_cache(maxsize=20_000)
def _best_split(zone: Dice, scale: int) -> Split:
    search = _Search(scale, len(zone))
    search.go(Counter(zone), [(Counter(combo), combo) for combo in all_combos(zone, scale)], len(zone), 0, ())
    return search.best


class _Search:
    def __init__(self, scale: int, dice: int) -> None:
        self.best = Split(0, ())
        self._scale = scale
        self._left = STEPS
        self._bound = [0] * (dice + 1)  # the most that this number of dice could score
        for n in range(1, dice + 1):
            sizes = range(1, min(n, combos.MOST) + 1)
            self._bound[n] = max(combo_points(scale, size) + self._bound[n - size] for size in sizes)

    def go(
        self, dice: Counter[int], found: list[tuple[Counter[int], Dice]], n: int, points: int, chosen: tuple[Dice, ...]
    ) -> None:
        """Add any of the combos that still fit, in their order."""
        if points > self.best.points:
            self.best = Split(points, chosen)
        for i, (need, combo) in enumerate(found):
            self._left -= 1
            if self._left < 0 or points + self._bound[n] <= self.best.points:
                return
            left = dice - need
            fitting = [one for one in found[i:] if one[0] <= left]
            worth = points + combo_points(self._scale, len(combo))
            self.go(left, fitting, n - len(combo), worth, (*chosen, combo))
