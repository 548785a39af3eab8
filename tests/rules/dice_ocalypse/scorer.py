"""A second, slow count of what dice are worth: every way to split a set of dice into groups is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

Faces = tuple[int, ...]


@dataclass(frozen=True)
class Scoring:
    """One scoring table. `kinds` holds (flat, factor) for four, five and six of a kind; one of the two is 0."""

    three_ones: int = 1000
    kinds: tuple[tuple[int, int], ...] = ((0, 2), (0, 4), (0, 8))
    straight: int = 1500
    three_pairs: int = 1500
    four_plus_pair: bool = True
    two_triplets: int = 0
    no_score_bonus: int = 0


PLURALITY = Scoring()
PRINTED = Scoring(three_ones=300, kinds=((1000, 0), (2000, 0), (3000, 0)), two_triplets=2500)
CLASSIC = Scoring(kinds=((0, 2), (0, 3), (0, 4)), three_pairs=750, four_plus_pair=False)
PRESETS = {"plurality": PLURALITY, "printed": PRINTED, "classic": CLASSIC}


def splits(dice: Faces) -> Iterator[list[Faces]]:
    """Every way to cut a set of dice into groups (each way may come more than once)."""
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for size in range(len(rest) + 1):
        for partners in combinations(range(len(rest)), size):
            group = (first, *(rest[i] for i in partners))
            left = tuple(face for i, face in enumerate(rest) if i not in partners)
            for others in splits(left):
                yield [group, *others]


def group_value(group: Faces, scoring: Scoring) -> int:
    """What one group is worth; 0 when it is no combination."""
    counts = sorted(group.count(face) for face in set(group))
    worth = [0]
    if group == (1,):
        worth.append(100)
    if group == (5,):
        worth.append(50)
    if len(counts) == 1 and len(group) >= 3:
        triple = scoring.three_ones if group[0] == 1 else 100 * group[0]
        flat, factor = ((0, 1), *scoring.kinds)[len(group) - 3]
        worth.append(flat + factor * triple)
    if len(group) == 6:
        if counts == [1] * 6:
            worth.append(scoring.straight)
        if counts == [2, 2, 2] or (counts == [2, 4] and scoring.four_plus_pair):
            worth.append(scoring.three_pairs)
        if counts == [3, 3]:
            worth.append(scoring.two_triplets)
    return max(worth)


@cache
def value(dice: Faces, scoring: Scoring) -> int:
    """The most that all these dice are worth together; 0 when some die would have no part in it."""
    best = 0
    for split in splits(dice):
        values = [group_value(group, scoring) for group in split]
        if all(values):
            best = max(best, sum(values))
    return best


@cache
def keeps(throw: Faces, scoring: Scoring) -> dict[Faces, int]:
    """Every set of dice of a throw that may be kept, and what it is worth."""
    dice = tuple(sorted(throw))
    found = {}
    for size in range(1, len(dice) + 1):
        for chosen in set(combinations(dice, size)):
            if points := value(chosen, scoring):
                found[chosen] = points
    if not found and len(dice) == 6 and scoring.no_score_bonus:
        found[dice] = scoring.no_score_bonus
    return found


def best(throw: Iterable[int], scoring: Scoring) -> int:
    return max(keeps(tuple(sorted(throw)), scoring).values(), default=0)


@cache
def bust_chance(dice: int, scoring: Scoring) -> float:
    """The share of all 6^dice throws in which nothing scores."""
    busts = sum(not keeps(tuple(sorted(throw)), scoring) for throw in product(range(1, 7), repeat=dice))
    return busts / 6**dice
