"""Limit how long a review may take, in seconds of a core or in rollouts, and report its progress."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Protocol

MAX_SLOWDOWN = 8.0
MODEL_SHARE = 0.2  # of the budget, at most, for training a model
ROLLOUTS_SHARE = 0.75  # of the budget; then mistakes according to a model are played to the end
VALUES_SHARE = 0.9  # of the budget; then the rarity of great luck is measured

Progress = Callable[[int, int], None]


class RolloutCounter(Protocol):
    """Count how many rollouts or trials were made."""

    played: int


class ReviewBudget:
    """Limit a review to a number of rollouts, or to seconds of processor time.

    On a busy machine a review takes longer, up to `MAX_SLOWDOWN` times, and is as good.
    """

    def __init__(self, seconds: float, simulations: int, counter: RolloutCounter, progress: Progress | None) -> None:
        self._began, self._worked, self._seconds, self._simulations = (
            perf_counter(),
            thread_time(),
            seconds,
            simulations,
        )
        self._counter, self._progress, self._last_percent = counter, progress, -1

    @property
    def spent(self) -> float:
        """Return the fraction of the budget that is spent."""
        if self._simulations:
            return self._counter.played / self._simulations
        return max(thread_time() - self._worked, (perf_counter() - self._began) / MAX_SLOWDOWN) / self._seconds

    def is_spent(self, share: float = 1.0) -> bool:
        """Return True if `share` of the budget is spent; also report the progress."""
        spent = self.spent
        percent = min(99, int(100 * spent))
        if self._progress and percent > self._last_percent:
            self._last_percent, asked = percent, perf_counter()
            self._progress(percent, 100)
            self._began += perf_counter() - asked  # time spent in the callback does not count
        return spent >= share
