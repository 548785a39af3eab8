"""What may come of a position: it is played on again and again by the game's own player, and the ends are counted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.kit import DiceBox, Game, Position, Seeded, dtype, engine_of
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.thinking import SENSIBLE
from dicehouse.kit.weakness import Mind
from dicehouse.match import Match

from .memo import memo_of
from .minds import character_of

Floats = npt.NDArray[np.float64]
ROOMS = 4  # positions that a future is played in
NEVER = 1 << 60  # a turn that does not come
OPEN = -1  # all cards lie open
AHEAD = 2  # turns after which a future stops, where there is a model of what it is worth then
HABITS = Mind(looks=19, fancy=5)  # of those who play on where dice decide little


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
    """Plays on from any position of one match, to the end or, with a `leaf`, to where that says what it is worth.

    Where dice decide little, players do: then all play on with habits, each time others with other ones, so that not
    every future is the same.
    """

    def __init__(self, match: Match, seed: int | str, diced: bool = True, memo: Floats | None = None) -> None:
        self.game: Game = match.game
        self.players = match.players
        self.played = 0
        self.leaf: Callable[[Bytes, Floats], tuple[Floats, Floats]] | None = None
        digest = hashlib.sha256(f"review|{seed}".encode()).digest()
        self._seed = int.from_bytes(digest[:7], "big")
        self.memo = memo_of(self.game, match.players, match.settings) if memo is None else memo
        self._size = dtype(self.game.rules.State).itemsize
        self._work: Bytes = np.zeros(ROOMS * self._size, np.uint8)
        self.diced, self._settings = diced, match.settings

    def play(
        self, position: bytes, number: int, n: int, first: list[tuple[int, int]], knower: int = OPEN, ends: bool = False
    ) -> Floats:
        """The shares of the win in futures `number` to `number + n - 1` in which these actions come first; `ends` plays
        them to their ends whether there is a leaf or not.
        """
        return self.judged(position, number, n, first, knower, ends)[:, : self.players]

    def judged(
        self, position: bytes, number: int, n: int, first: list[tuple[int, int]], knower: int = OPEN, ends: bool = False
    ) -> Floats:
        """The same, and beside it the shares by points and turns alone: where the two differ the model may be wrong."""
        leaf = None if ends else self.leaf
        until = NEVER if leaf is None else self.turns(position) + AHEAD
        stops, shares = self.until(position, number, n, first, knower, until)
        going_on = ~shares.any(1)
        both = np.tile(shares[:, : self.players], 2)
        if leaf is not None and going_on.any():
            both[going_on] = np.hstack(leaf(stops[going_on], np.full(int(going_on.sum()), float(until))))
        return both

    def until(
        self,
        position: bytes,
        number: int,
        n: int,
        first: list[tuple[int, int]],
        knower: int,
        until: int,
        guess: bool = False,
    ) -> tuple[Bytes, Floats]:
        """Where these futures stop when so many turns have begun, and the shares of those that ended; with a `guess`
        also those that the game expects of the others, if it can.
        """
        self._work[: self._size] = np.frombuffer(position, np.uint8)
        memory: Bytes = np.zeros((n, self._size), np.uint8)
        shares = np.zeros((n, MOST_SEATS))
        tried = np.array(first, np.int64).reshape(-1)  # seats and actions in turn
        call: Any = program(self.game).ahead
        flat, kinds, luck = memory.reshape(-1), self._kinds(number, n), (self._seed, number)
        call(self.game, self._work, flat, knower, tried, kinds, until, int(guess), self.memo, *luck, shares)
        self.played += n
        return memory, shares

    def dealt(self, number: int) -> bytes:
        """A new game with the same settings, of this number."""
        position, box = Position(self.game), DiceBox(written=False)
        Seeded(f"review|{self._seed}").prepare(box.dice, number)
        engine_of(self.game).deal(position, self.players, self._settings, box)
        return position.tobytes()

    def turns(self, position: bytes) -> int:
        """How many turns have begun."""
        return int(self.game.hooks.turns(Position(self.game, np.frombuffer(position, np.uint8).copy()).state))

    def _kinds(self, number: int, n: int) -> npt.NDArray[np.int64]:
        """Which bots play on, by future and seat."""
        if self.diced:
            return np.full((n, MOST_SEATS), SENSIBLE, np.int64)
        kinds = [HABITS.code(character_of(f"{self._seed}|{each}")) for each in range(number * 2, (number + n) * 2)]
        return np.tile(np.array(kinds, np.int64).reshape(n, 2), MOST_SEATS // 2)
