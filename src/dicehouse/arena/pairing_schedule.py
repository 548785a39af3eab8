"""Schedule which bots meet, and where they sit: a deal is played from every seat.

A deal is one set of dice. In each deal, every pairing plays the same tables: one of the first bot among others of the
second, and the reverse, each once with every rotation of the seats. So neither bot of a pairing is luckier in a deal,
and intervals are computed over deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

Pair = tuple[int, int]  # indices into the list of bots


@dataclass(frozen=True)
class PairingSchedule:
    """Hold the tables of a deal. `kinds` says, row by row, which bot sits where; `pairs` says which two bots meet in
    each block of `games_per_pairing` rows. In the first `players` rows of a block, the pairing's first bot sits alone
    among copies of the second. With two players these are all rows; with more, the rows in which the second bot sits
    alone follow.
    """

    players: int
    pairs: tuple[Pair, ...]
    kinds: npt.NDArray[np.int64]

    @property
    def games_per_pairing(self) -> int:
        """Return how many games a pairing plays in a deal."""
        return len(self.kinds) // len(self.pairs)

    def rows(self, pair: int) -> slice:
        """Return the rows of a pairing, by its index."""
        return slice(pair * self.games_per_pairing, (pair + 1) * self.games_per_pairing)


def rotate_seats(seats: Sequence[int]) -> list[list[int]]:
    """Return every rotation of `seats`."""
    return [[*seats[-turn:], *seats[:-turn]] if turn else [*seats] for turn in range(len(seats))]


def list_pairings(bots: int, ladder: bool = False, against: int | None = None) -> tuple[Pair, ...]:
    """Return all pairs of bots; on a `ladder` only neighbours in the list; or every other bot `against` one of them."""
    if ladder:
        return tuple(pairwise(range(bots)))
    if against is not None:
        return tuple((bot, against) for bot in range(bots) if bot != against)
    return tuple(combinations(range(bots), 2))


def schedule_deal(players: int, pairs: tuple[Pair, ...]) -> PairingSchedule:
    """Return all tables of a deal."""
    rows: list[list[int]] = []
    for one, other in pairs:
        rows += rotate_seats([one] + [other] * (players - 1))
        if players > 2:
            rows += rotate_seats([other] + [one] * (players - 1))
    return PairingSchedule(players, pairs, np.array(rows, np.int64))


def rotate_bots(players: int, bots: int, games: int, first: int = 0) -> npt.NDArray[np.int64]:
    """Return which bot sits where in `games` games, from number `first` on: each game moves every bot one seat further,
    so that each bot has every seat equally often.
    """
    seats, numbers = np.arange(players), np.arange(first, first + games)
    return (seats[None, :] - numbers[:, None]) % bots
