"""Find the values of positions by rollouts: for each of them the same number, whatever comes before or after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from dicehouse.core import Game, Seeded
from dicehouse.engine import DiceBox, engine_of
from dicehouse.engine.position_rollouts import NO_OBSERVER
from dicehouse.engine.thought import Parts, finish
from dicehouse.records.record import Floats

from .ordinary_players import sharpen, sharpening_slope
from .review_budget import ReviewBudget
from .review_rollouts import ReviewRollouts
from .reviewed_match import copy_position
from .valuation import PositionValue

MAX_FORCED = 100  # forced moves in a row that are skipped
CHUNK = 32  # rollouts between two looks at the clock


@dataclass(frozen=True)
class Question:
    """Name a value that is wanted: of a position in which the seat `first` begins with an action, if there is one.

    What `observer` can't know is resampled. Questions of the same `stream` get the same dice, so their difference is
    known better than each of them.
    """

    position: bytes
    first: tuple[int, int] | None = None
    observer: int = NO_OBSERVER
    stream: int = 0


class PositionValues:
    """Answer questions in rollouts; questions of one stream are meant to get the same number of them."""

    def __init__(self, game: Game, futures: ReviewRollouts) -> None:
        self._game, self._futures = game, futures
        self._rows: dict[Question, Floats] = {}
        self._known: dict[bytes, Floats] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def ask(self, position: bytes, first: tuple[int, int] | None, observer: int, stream: int) -> Question:
        """Return the question after the value of a position, for the next call of `play_rollouts`."""
        if first is None:
            position = skip_forced_moves(self._game, position)
        question = Question(position, first, observer, stream)
        here = copy_position(self._game, position)
        if first is None and engine_of(self._game).over(here):
            returns = engine_of(self._game).returns(here)[: self._futures.players]
            self._known[position] = np.array(returns)
        else:
            self._rows.setdefault(question, np.zeros((0, self._futures.players)))
        return question

    def play_rollouts(self, n: int, budget: ReviewBudget, questions: Iterable[Question] | None = None) -> None:
        """Play until each of the `questions` has `n` rollouts; by default all."""
        finish(self.rollouts(n, budget, questions))

    def rollouts(self, n: int, budget: ReviewBudget, questions: Iterable[Question] | None = None) -> Parts[None]:
        """Play as `play_rollouts` does, in parts."""
        for question in list(self._rows) if questions is None else [each for each in questions if each in self._rows]:
            old = self._rows[question]
            found = [old]
            for begin in range(len(old), n, CHUNK):
                budget.is_spent()  # reports the progress
                first = [] if question.first is None else [question.first]
                more = yield from self._futures.rollouts(
                    question.position, question.stream + begin, min(CHUNK, n - begin), first, question.observer
                )
                found.append(more)
            self._rows[question] = np.concatenate(found)

    def rows(self, question: Question) -> Floats:
        """Return the returns by rollout and seat, or those of the end in one row where the game is over."""
        known = self._known.get(question.position) if question.first is None else None
        return self._rows[question] if known is None else known[None, :]

    def change(self, usual: Question, chosen: Question) -> Floats:
        """Return the differences in the same rollouts of two questions, `chosen` minus `usual`."""
        before, after = self.rows(usual), self.rows(chosen)
        n = max(map(len, (before, after))) if 1 in (len(before), len(after)) else min(map(len, (before, after)))
        return after[:n] - before[:n]

    def value(self, question: Question) -> PositionValue:
        """Return the mean over the rollouts, and one more that is as open as can be; then sharpened for the players.

        After any number of wins in a row the next rollout may still be lost: only the end of a game is certain.
        """
        known = self._known.get(question.position) if question.first is None else None
        if known is not None:
            return PositionValue(known, np.zeros(len(known)))
        mean = self._mean(question)
        errors = mean_errors(self._rows[question]) * sharpening_slope(mean, self._futures.sharpness)
        return PositionValue(sharpen(mean, self._futures.sharpness), errors)

    def slope(self, question: Question) -> Floats:
        """Return by which factor small differences in rollouts from there change the chances of the seats."""
        known = question.first is None and question.position in self._known
        return sharpening_slope(self.rows(question)[0] if known else self._mean(question), self._futures.sharpness)

    def _mean(self, question: Question) -> Floats:
        rows = self._rows[question]
        one_win = bool(np.isclose(rows.sum(1), 1.0).all()) and rows.shape[1] > 1
        open_result = 1.0 / rows.shape[1] if one_win else 0.5
        mean: Floats = (rows.sum(0) + open_result) / (len(rows) + 1)
        return mean


def position_stream(position: bytes) -> int:
    """Return the first of the numbers of dice that belong to a position."""
    return int.from_bytes(blake2b(position, digest_size=5).digest(), "big")


def mean_errors(rows: Floats) -> Floats:
    """Return the standard errors of the means of columns.

    If all rows are equal, chance may still have hidden others, so the estimate counts one more that differs by half.
    """
    n = len(rows)
    if n < 2:
        return np.full(rows.shape[1], 0.5)
    spread = rows.var(0, ddof=1)
    found: Floats = np.sqrt(np.where(spread > 0.0, spread, 0.25 / n) / n)
    return found


@lru_cache(maxsize=4096)
def skip_forced_moves(game: Game, position: bytes) -> bytes:
    """Return the position after all forced moves without chance; it has the same value."""
    engine, box = engine_of(game), DiceBox()
    for _ in range(MAX_FORCED):
        here = copy_position(game, position)
        seats = () if engine.over(here) else engine.acting(here)
        if len(seats) != 1 or len(actions := engine.legal(here, seats[0])) != 1:
            break
        box.clear()
        Seeded("forced").prepare(box.dice, 0)
        engine.apply(here, seats[0], actions[0], box)
        if box.draws():
            break
        position = here.tobytes()
    return position
