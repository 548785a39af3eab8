"""Who plays whom, and where they sit: a deal is played from every seat.

A deal is one set of dice. In each deal, every pairing plays the same tables: one of the first bot among others of the
second, and the other way round, each once with every rotation of the seats. So nobody is luckier in a deal than their
rival, and intervals are computed over deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

Pair = tuple[int, int]  # places in the list of bots


@dataclass(frozen=True)
class Tables:
    """The tables of a deal: `kinds` tells by row which bot sits where, `pairs` who plays whom at `of_pair` rows each.

    A pairing's first bot sits alone among the others in the first `players` rows; with two players there are no more,
    else those follow in which the second bot sits alone.
    """

    players: int
    pairs: tuple[Pair, ...]
    kinds: npt.NDArray[np.int64]

    @property
    def of_pair(self) -> int:
        """How many games a pairing plays in a deal."""
        return len(self.kinds) // len(self.pairs)

    def rows(self, pair: int) -> slice:
        """The tables of a pairing, by its number."""
        return slice(pair * self.of_pair, (pair + 1) * self.of_pair)


def rotations(seats: Sequence[int]) -> list[list[int]]:
    """A table with everybody one seat further, again and again until they sit as at first."""
    return [[*seats[-turn:], *seats[:-turn]] if turn else [*seats] for turn in range(len(seats))]


def pairings(bots: int, ladder: bool = False, against: int | None = None) -> tuple[Pair, ...]:
    """Everybody against everybody; on a `ladder` only neighbours in the list; or all `against` one of them."""
    if ladder:
        return tuple(pairwise(range(bots)))
    if against is not None:
        return tuple((bot, against) for bot in range(bots) if bot != against)
    return tuple(combinations(range(bots), 2))


def tables(players: int, pairs: tuple[Pair, ...]) -> Tables:
    """All tables of a deal."""
    rows: list[list[int]] = []
    for one, other in pairs:
        rows += rotations([one] + [other] * (players - 1))
        if players > 2:
            rows += rotations([other] + [one] * (players - 1))
    return Tables(players, pairs, np.array(rows, np.int64))
