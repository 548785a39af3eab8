"""Whether choices matter: what the bot's choice wins over another option, tried by playing on from both.

Of a game some decisions are drawn, each as likely as any other that has options. From each the game is played on twice
with the bot's choice and twice with another option, over the same dice. The mean of the differences is what thinking
gains; the mean of the products of the two differences of a decision, which chance can't make larger, is the square of
what usually hangs on it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from dicehouse.bots.memo import memo_of
from dicehouse.bots.minds import kind_of
from dicehouse.kit import DiceBox, Seeded, dtype
from dicehouse.kit.entries import ACTIONS, MOST_SEATS
from dicehouse.kit.playout import check_seed, packed
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes

from .columns import Wholes
from .plan import Cell
from .watching import SHARE

DECISIONS = 4  # of a game
FUTURES = 2  # of an option
FINE = 1_000  # parts of a sixtieth, and of its square: means of a game are kept in whole ones
FOREVER = 2**31 - 1


@dataclass
class _Decision:
    position: Bytes
    seat: int
    options: list[int]
    chosen: int


def weigh(cell: Cell, seed: int, cap: int, numbers: Wholes, kinds: Wholes) -> Wholes:
    """Of each game the mean difference and the mean product: moments (n, sum, squares), in two rows."""
    rows = [
        _Weighing(cell, seed, cap, number, seated).means()
        for number, seated in zip(numbers.tolist(), kinds.tolist(), strict=True)
    ]
    found = np.array([row for row in rows if row is not None], np.int64).reshape(-1, 2)
    return np.array([(len(found), x.sum(), (x * x).sum()) for x in found.T], np.int64)


class _Weighing:
    """One game, and what hangs on its decisions."""

    def __init__(self, cell: Cell, seed: int, cap: int, number: int, seated: list[int]) -> None:
        key = f"{seed}|{number}"
        self._cell, self._cap, self._luck = cell, cap, random.Random(f"{key}|weigh")
        self._game, self._program = cell.game, program(cell.game)
        self._size = dtype(cell.game.rules.State).itemsize
        self._stream, self._number = check_seed(seed), number
        minds = [kind_of(cell.bots[kind], cell.game, f"{key}|{seat}") for seat, kind in enumerate(seated)]
        self._kinds = np.array([minds] * FUTURES, np.int64)
        self._memo = memo_of(cell.game, cell.players, cell.settings)
        self._table, self._mind = DiceBox(written=False), DiceBox(written=False)
        Seeded(f"{key}|table").prepare(self._table.dice, 0)
        Seeded(f"{key}|mind").prepare(self._mind.dice, 0)

    def means(self) -> tuple[int, int] | None:
        """The mean difference and the mean product of this game; None if it had nothing to choose."""
        tried = [self._tried(place, decision) for place, decision in enumerate(self._drawn())]
        if not tried:
            return None
        total = sum(a + b for a, b in tried)
        products = sum(a * b for a, b in tried)
        return round(FINE * total / (2 * len(tried))), round(FINE * products / len(tried))

    def _drawn(self) -> list[_Decision]:
        """Play the game, and keep some decisions of it (a reservoir)."""
        game, made = self._game, self._program
        position, notes = np.zeros(self._size, np.uint8), self._memo.copy()
        actions, scores = np.zeros(ACTIONS.itemsize, np.uint8), np.zeros(MOST_SEATS)
        options = packed(game, self._cell.players, self._cell.settings)
        made.deal(game, position, options, self._cell.players, self._table.memory)
        kept: list[_Decision] = []
        met = 0
        for _ in range(self._cap):
            if made.over(game, position):
                break
            mask = int(made.acting(game, position))
            seat = (mask & -mask).bit_length() - 1
            count = int(made.legal(game, position, seat, actions))
            work = np.concatenate([position, position])
            mind = int(self._kinds[0, seat])
            chosen = int(made.think(game, work, seat, mind, notes, scores, self._mind.memory))
            if count > 1:
                met += 1
                place = len(kept) if len(kept) < DECISIONS else self._luck.randrange(met)
                if place < DECISIONS:
                    listed = actions.view(ACTIONS)["item"][0, :count].tolist()
                    kept[place : place + 1] = [_Decision(position.copy(), seat, listed, chosen)]
            made.apply(game, position, seat, chosen, self._table.memory)
        return kept

    def _tried(self, place: int, decision: _Decision) -> tuple[int, int]:
        """What the choice wins over another option, in sixtieths, in two pairs of futures."""
        others = [action for action in decision.options if action != decision.chosen]
        rival = self._luck.choice(others)
        number = (self._number * DECISIONS + place) * FUTURES
        chosen, other = (self._futures(decision, action, number) for action in (decision.chosen, rival))
        one, two = (chosen - other).tolist()
        return one, two

    def _futures(self, decision: _Decision, action: int, number: int) -> Wholes:
        work = np.zeros(4 * self._size, np.uint8)
        work[: self._size] = decision.position
        shares = np.zeros((FUTURES, MOST_SEATS))
        self._program.ahead(
            self._game,
            work,
            np.zeros(FUTURES * self._size, np.uint8),
            -1,
            np.array([decision.seat, action], np.int64),
            self._kinds,
            FOREVER,
            0,
            self._memo.copy(),
            self._stream,
            number,
            shares,
        )
        found: Wholes = np.rint(SHARE * shares[:, decision.seat]).astype(np.int64)
        return found
