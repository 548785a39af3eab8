"""Work out points and odds for people from a table's scoring, apart from the rules; a test compares the two."""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from ..rules.state import N_DICE, State

_PACK_WHOLE = struct.Struct("5h").pack


def scoring_key(state: State) -> bytes:
    """Return the scoring table as a value that can be looked up quickly."""
    whole = (state.straight, state.three_pairs, state.four_plus_pair, state.two_triplets, state.no_score_bonus)
    return bytes(state.worth.tobytes() + _PACK_WHOLE(*whole))


@lru_cache(maxsize=64)
def _table(key: bytes) -> tuple[int, ...]:
    """Return the points of 0, 1, 2, ... dice of each face, then those of throws that score as a whole."""
    return struct.unpack("54h", key)[7:]


def best_points(state: State, faces: list[int]) -> int:
    """Return the points of a set of dice from one throw; 0 if a die of it can't score."""
    return points_of(scoring_key(state), tuple(sorted(faces)))


def points_available(state: State) -> int:
    """Return the most points that the throw on the table offers."""
    return most_points_of(scoring_key(state), tuple(sorted(list(state.dice)[: state.n_dice])))


@lru_cache(maxsize=20_000)
def points_of(key: bytes, faces: tuple[int, ...]) -> int:
    """Return the points of `faces`, in rising order, by a scoring table; 0 if one of them can't score."""
    counts = [faces.count(face) for face in range(1, 7)]
    table = _table(key)
    worths = [table[7 * face + count] for face, count in enumerate(counts) if count]
    total = sum(worths) if all(worths) else 0
    whole = _whole(key, counts) if len(faces) == N_DICE else 0
    if len(faces) == N_DICE and not total and not whole and _most_parts(key, faces) == 0:
        whole = table[-1]
    return max(total, whole)


def _whole(key: bytes, counts: list[int]) -> int:
    straight, three_pairs, four_plus_pair, two_triplets = _table(key)[42:46]
    shape = sorted(c for c in counts if c)
    shapes = {(1,) * 6: straight, (2, 2, 2): three_pairs, (2, 4): four_plus_pair, (3, 3): two_triplets}
    return shapes.get(tuple(shape), 0)


def _most_parts(key: bytes, faces: tuple[int, ...]) -> int:
    table = _table(key)
    return sum(max(table[7 * (face - 1) + n] for n in range(faces.count(face) + 1)) for face in set(faces))


@lru_cache(maxsize=20_000)
def most_points_of(key: bytes, faces: tuple[int, ...]) -> int:
    """Return the most points that a throw offers; its `faces` are in rising order."""
    return max(_most_parts(key, faces), points_of(key, faces) if len(faces) == N_DICE else 0)


@lru_cache(maxsize=64)
def bust_chances(key: bytes) -> tuple[float, ...]:
    """Return the exact chance that a throw of 1, 2, ... 6 dice scores nothing."""
    return tuple(_bust_chance(key, dice) for dice in range(1, 7))


def _bust_chance(key: bytes, dice: int) -> float:
    ways = 0
    for faces in combinations_with_replacement(range(1, 7), dice):
        if most_points_of(key, faces) == 0:
            orders = factorial(dice)
            for face in set(faces):
                orders //= factorial(faces.count(face))
            ways += orders
    return ways / float(6**dice)
