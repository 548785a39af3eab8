"""Work out what throws of one to six dice offer under a scoring table: chances, and points that may be kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial

import numpy as np
import numpy.typing as npt

from .throw_points import points_of

UNIT = 50  # points of one level; all points are multiples of it
Table = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ThrowOffers:
    """Hold what throws of 1 to 6 dice offer: `chance` [dice][offer]; the other arrays [dice][offer][dice left].

    Throws that offer the same are one offer. Of sets that leave equally many dice, only the one with most points
    counts.
    """

    chance: Table
    level: npt.NDArray[np.int64]
    there: npt.NDArray[np.bool_]  # True if the offer can leave this number of dice
    stop: npt.NDArray[np.bool_]  # whether one may bank then
    counts: list[int]

    @property
    def bust(self) -> Table:
        """Return the chance that a throw of 1 to 6 dice offers nothing, by number of dice."""
        chances: Table = (self.chance * ~self.there.any(2)).sum(1)
        return chances


@lru_cache(maxsize=16)
def offers_of(key: bytes, all_scoring: bool, must_roll: bool) -> ThrowOffers:
    """Return the offers under a scoring table (`scoring_key`), with the settings for keeping dice and for hot dice."""
    worth = {
        faces: points_of(key, faces) // UNIT
        for dice in range(1, 7)
        for faces in combinations_with_replacement(range(1, 7), dice)
    }
    merged: list[dict[tuple[int, ...], float]] = [{} for _ in range(6)]
    for faces in worth:
        offer = _best_by_dice_left(faces, worth, all_scoring)
        there = merged[len(faces) - 1]
        there[offer] = there.get(offer, 0.0) + _ways(faces) / 6 ** len(faces)
    counts = [len(of) for of in merged]
    chance, level = np.zeros((6, max(counts))), np.full((6, max(counts), 6), -1)
    for dice, of in enumerate(merged):
        chance[dice, : len(of)] = list(of.values())
        level[dice, : len(of)] = list(of)
    stop = np.ones(6, np.bool_)
    stop[0] = not must_roll
    return ThrowOffers(chance, np.maximum(level, 0), level >= 0, np.broadcast_to(stop, level.shape), counts)


def _best_by_dice_left(faces: tuple[int, ...], worth: dict[tuple[int, ...], int], all_scoring: bool) -> tuple[int, ...]:
    best = [-1] * 6
    for kept in _parts(faces):
        if worth[kept] > 0:
            left = len(faces) - len(kept)
            best[left] = max(best[left], worth[kept])
    if all_scoring:
        least = next((left for left in range(6) if best[left] > 0), 0)
        best = [points if left == least else -1 for left, points in enumerate(best)]
    return tuple(best)


def _parts(faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    counts = [faces.count(face) for face in range(1, 7)]
    for numbers in product(*(range(count + 1) for count in counts)):
        if any(numbers):
            yield tuple(face for face, number in enumerate(numbers, 1) for _ in range(number))


def _ways(faces: tuple[int, ...]) -> int:
    orders = factorial(len(faces))
    for face in set(faces):
        orders //= factorial(faces.count(face))
    return orders
