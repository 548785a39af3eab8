"""What the dice of a Capture zone can bring, for people: every combo, and the best way to split them up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace

from dicehouse.kit.interpret import Interpreter

from . import combos
from .options import combo_dice
from .state import KINDS

MOST_COMBOS = 3_500
SEARCHED = 60  # of more combos than these, the best are taken one after another

_list_combos = Interpreter().plain(combos.list_combos)

Dice = tuple[int, ...]


@dataclass(frozen=True)
class Split:
    """Disjoint combos and their points together."""

    points: int
    combos: tuple[Dice, ...]


def combo_points(scale: int, size: int) -> int:
    """Points of a combo of so many dice on one of the scales of `combos.VALUES`."""
    return combos.VALUES[scale][size]


@lru_cache(maxsize=4_000)
def all_combos(zone: Dice, scale: int) -> tuple[Dice, ...]:
    """Every combo among these dice (sorted), the best ones first."""
    count, found = [0] * KINDS, [0] * MOST_COMBOS
    for die in zone:
        count[die] += 1
    n = _list_combos(SimpleNamespace(combos=scale), count, found, 0, MOST_COMBOS)
    dice = [tuple(combo_dice(combo)) for combo in found[:n]]
    return tuple(sorted(dice, key=lambda them: (-combo_points(scale, len(them)), them)))


@lru_cache(maxsize=20_000)
def best_split(zone: Dice, scale: int) -> Split:
    """The most that disjoint combos of these dice (sorted) bring together; of a great many combos, nearly the most."""
    found = all_combos(zone, scale)
    if len(found) > SEARCHED:
        found = found[:1]
    best = Split(0, ())
    for combo in found:
        rest = best_split(_without(zone, combo), scale)
        points = combo_points(scale, len(combo)) + rest.points
        if points > best.points:
            best = Split(points, (combo, *rest.combos))
    return best


def _without(zone: Dice, combo: Dice) -> Dice:
    left = list(zone)
    for die in combo:
        left.remove(die)
    return tuple(left)
