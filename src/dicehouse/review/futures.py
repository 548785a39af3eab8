"""What may come of a position: it is played on again and again by the game's own player, and the ends are counted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.bots.playing import memo_of
from dicehouse.kit import Game, dtype
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.thinking import SENSIBLE
from dicehouse.match import Match

Floats = npt.NDArray[np.float64]
ROOMS = 4  # positions that a future is played in
NEVER = 1 << 60  # a turn that does not come
OPEN = -1  # all cards lie open


@dataclass
class Sample:
    """Shares of the win by seat, in so many futures; those of the same number had the same dice."""

    rows: Floats
    parts: list[Floats] = field(default_factory=list)

    @property
    def n(self) -> int:
        """How many futures there are."""
        return len(self.rows)

    def add(self, rows: Floats) -> None:
        """Count more of them."""
        self.rows = np.concatenate([self.rows, rows])

    def mean(self) -> Floats:
        """Each seat's share on average."""
        found: Floats = self.rows.mean(0)
        return found

    def error(self) -> Floats:
        """The standard errors of these means."""
        return error_of(self.rows)


def error_of(rows: Floats) -> Floats:
    """Standard errors of the means of columns. Where all are alike chance may still have hidden others: as if one more
    had been different by half.
    """
    n = len(rows)
    if n < 2:
        return np.full(rows.shape[1], 0.5)
    spread = rows.var(0, ddof=1)
    found: Floats = np.sqrt((spread + 0.25 / n) / n)
    return found


class Futures:
    """Plays on from any position of one match."""

    def __init__(self, match: Match, seed: int | str) -> None:
        self.game: Game = match.game
        self.players = match.players
        self.played = 0
        digest = hashlib.sha256(f"review|{seed}".encode()).digest()
        self._seed = int.from_bytes(digest[:7], "big")
        self.memo = memo_of(self.game, match.players, match.settings)
        self._size = dtype(self.game.rules.State).itemsize
        self._work: Bytes = np.zeros(ROOMS * self._size, np.uint8)

    def play(self, position: bytes, number: int, n: int, first: list[tuple[int, int]], knower: int = OPEN) -> Floats:
        """The shares of the win in futures `number` to `number + n - 1` in which these actions come first."""
        self._work[: self._size] = np.frombuffer(position, np.uint8)
        memory: Bytes = np.zeros(n * self._size, np.uint8)
        shares = np.zeros((n, MOST_SEATS))
        tried = np.array(first, np.int64).reshape(-1, 2)
        kinds = np.full((n, MOST_SEATS), SENSIBLE, np.int64)
        call: Any = program(self.game).ahead
        call(self.game, self._work, memory, knower, tried, kinds, NEVER, self.memo, self._seed, number, shares)
        self.played += n
        return shares[:, : self.players]
