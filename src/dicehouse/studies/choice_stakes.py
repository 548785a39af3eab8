"""Estimate whether choices matter: what the bot's choice wins over another option, by playing on from both.

The study draws some decisions of a game, each with the same chance if it has more than one option. From each the game
is played on twice with the bot's choice and twice with another option, over the same dice. The mean of the differences
is what thinking gains; the mean of the products of the two differences of a decision, which chance can't make larger,
is the square of what usually hangs on it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from dicehouse.bots.named_opponents import policy_code
from dicehouse.core import Seeded, dtype
from dicehouse.engine import DiceBox
from dicehouse.engine.entry_points import ACTIONS_DTYPE, MAX_SEATS, match_program
from dicehouse.engine.playouts import check_seed, pack_options
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.records.record import Bytes

from .play_kernel import SHARE
from .standard_measures import IntArray
from .study_plan import PlannedCell

SAMPLED_DECISIONS = 4  # of a game
ROLLOUTS = 2  # of an option
UNITS = 1_000  # parts of a sixtieth, and of its square: means of a game are rounded to these
NO_LIMIT = 2**31 - 1


@dataclass
class _SampledDecision:
    position: Bytes
    seat: int
    options: list[int]
    chosen: int


def estimate_stakes(cell: PlannedCell, seed: int, cap: int, numbers: IntArray, kinds: IntArray) -> IntArray:
    """Return the moments (n, sum, sum of squares) over games of their mean difference and their mean product, as two
    rows.
    """
    rows = [
        _StakeGame(cell, seed, cap, number, seated).means()
        for number, seated in zip(numbers.tolist(), kinds.tolist(), strict=True)
    ]
    found = np.array([row for row in rows if row is not None], np.int64).reshape(-1, 2)
    return np.array([(len(found), x.sum(), (x * x).sum()) for x in found.T], np.int64)


class _StakeGame:
    """Play one game and estimate what hangs on its decisions."""

    def __init__(self, cell: PlannedCell, seed: int, cap: int, number: int, seated: list[int]) -> None:
        key = f"{seed}|{number}"
        self._cell, self._cap, self._luck = cell, cap, random.Random(f"{key}|weigh")
        self._game, self._program = cell.game, match_program(cell.game)
        self._size = dtype(cell.game.rules.State).itemsize
        self._stream, self._number = check_seed(seed), number
        minds = [policy_code(cell.bots[kind], cell.game, f"{key}|{seat}") for seat, kind in enumerate(seated)]
        self._kinds = np.array([minds] * ROLLOUTS, np.int64)
        self._memo = make_policy_memo(cell.game, cell.players, cell.settings)
        self._table, self._mind = DiceBox(written=False), DiceBox(written=False)
        Seeded(f"{key}|table").prepare(self._table.dice, 0)
        Seeded(f"{key}|mind").prepare(self._mind.dice, 0)

    def means(self) -> tuple[int, int] | None:
        """Return the mean difference and the mean product of this game; None if no seat had a choice."""
        tried = [self._compare_with_other(place, decision) for place, decision in enumerate(self._sample_decisions())]
        if not tried:
            return None
        total = sum(a + b for a, b in tried)
        products = sum(a * b for a, b in tried)
        return round(UNITS * total / (2 * len(tried))), round(UNITS * products / len(tried))

    def _sample_decisions(self) -> list[_SampledDecision]:
        """Play the game and return some of its decisions (reservoir sampling)."""
        game, made = self._game, self._program
        position, notes = np.zeros(self._size, np.uint8), self._memo.copy()
        actions, scores = np.zeros(ACTIONS_DTYPE.itemsize, np.uint8), np.zeros(MAX_SEATS)
        options = pack_options(game, self._cell.players, self._cell.settings)
        made.deal(game, position, options, self._cell.players, self._table.memory)
        kept: list[_SampledDecision] = []
        met = 0
        for _ in range(self._cap):
            if made.over(game, position):
                break
            mask = int(made.acting(game, position))
            seat = (mask & -mask).bit_length() - 1
            count = int(made.legal(game, position, seat, actions))
            work = np.concatenate([position, position])
            mind = int(self._kinds[0, seat])
            chosen = int(made.choose_action(game, work, seat, mind, notes, scores, self._mind.memory))
            if count > 1:
                met += 1
                place = len(kept) if len(kept) < SAMPLED_DECISIONS else self._luck.randrange(met)
                if place < SAMPLED_DECISIONS:
                    listed = actions.view(ACTIONS_DTYPE)["item"][0, :count].tolist()
                    kept[place : place + 1] = [_SampledDecision(position.copy(), seat, listed, chosen)]
            made.apply(game, position, seat, chosen, self._table.memory)
        return kept

    def _compare_with_other(self, place: int, decision: _SampledDecision) -> tuple[int, int]:
        """Return what the choice wins over another option, in sixtieths of a win, in two pairs of futures."""
        others = [action for action in decision.options if action != decision.chosen]
        rival = self._luck.choice(others)
        number = (self._number * SAMPLED_DECISIONS + place) * ROLLOUTS
        chosen, other = (self._play_rollouts(decision, action, number) for action in (decision.chosen, rival))
        one, two = (chosen - other).tolist()
        return one, two

    def _play_rollouts(self, decision: _SampledDecision, action: int, number: int) -> IntArray:
        work = np.zeros(4 * self._size, np.uint8)
        work[: self._size] = decision.position
        returns = np.zeros((ROLLOUTS, MAX_SEATS))
        self._program.play_futures(
            self._game,
            work,
            np.zeros(ROLLOUTS * self._size, np.uint8),
            -1,
            np.array([decision.seat, action], np.int64),
            self._kinds,
            NO_LIMIT,
            0,
            self._memo.copy(),
            self._stream,
            number,
            returns,
        )
        found: IntArray = np.rint(SHARE * returns[:, decision.seat]).astype(np.int64)
        return found
