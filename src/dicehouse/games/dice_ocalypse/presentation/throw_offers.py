"""Work out what throws of one to six dice offer under a scoring table: chances, and points that may be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from math import factorial, fsum
from operator import itemgetter, mul

from .throw_points import points_of

UNIT = 50  # points of one level; all points are multiples of it

# What throws of each number of dice offer: chances, each with the levels that may be kept, by the number of dice left.
# Of sets that leave equally many dice, only the one with most points counts.
Throws = Mapping[int, Sequence[tuple[float, Mapping[int, int]]]]


@lru_cache(maxsize=16)
def offers_of(key: bytes, all_scoring: bool, must_roll: bool) -> Throws:
    """Return what throws of 1 to 6 dice offer under a scoring table (`scoring_key`), with the settings for keeping dice
    and for hot dice. Throws that offer the same are one; an offer without sets is a bust.
    """
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
    return {
        dice: [
            (chance, {left: level for left, level in enumerate(offer) if level >= 0}) for offer, chance in of.items()
        ]
        for dice, of in enumerate(merged, 1)
    }


class TurnWalk:
    """Work out a turn level by level from the top, as a keep only ever adds points: `worth` holds what each number of
    dice left is worth, level after level, the last one at the end.
    """

    def __init__(self, throws: Throws) -> None:
        self.dice = max(throws)
        self.worth: list[float] = []
        self._offers = [[*self._by_number_of_sets(throws[dice])] for dice in range(1, self.dice + 1)]

    def _by_number_of_sets(self, offers: Iterable[tuple[float, Mapping[int, int]]]) -> Iterator[_Offers]:
        """Yield the chances of the offers that have equally many sets, and functions that find the worths of their
        first sets, of their second ones, and so on.
        """
        alike: dict[int, list[tuple[float, list[int]]]] = {}
        for chance, sets in offers:
            if sets:
                places = [left - self.dice * level for left, level in sets.items()]  # from the end of `worth`
                alike.setdefault(len(sets), []).append((chance, places))
        for those in alike.values():
            those.append((0.0, those[0][1]))  # with a single place, itemgetter would return no tuple
            chances, rows = zip(*those, strict=True)
            yield chances, [itemgetter(*places) for places in zip(*rows, strict=True)]

    def throw(self) -> list[float]:
        """Return what throws of each number of dice bring at the next lower level, if the best is kept; a bust brings
        nothing.
        """
        found = []
        for groups in self._offers:
            parts = []
            for chances, finders in groups:
                sets = [find(self.worth) for find in finders]
                parts.append(map(mul, chances, map(max, *sets) if len(sets) > 1 else sets[0]))
            found.append(fsum(chain(*parts)))
        return found


_Offers = tuple[Sequence[float], Sequence[Callable[[Sequence[float]], tuple[float, ...]]]]


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
