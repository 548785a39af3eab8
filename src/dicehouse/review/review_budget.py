"""Limit how long a review may take, in seconds of a core or in rollouts, and report its progress."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Protocol

MAX_SLOWDOWN = 8.0
ROLLOUTS_SHARE = 0.8  # of the budget; then better options are looked for, for decisions that cost something
VALUES_SHARE = 0.9  # of the budget; then the rarity of great luck is measured
SECONDS = 10.0  # a review takes about as long,
MAX_SECONDS = 180.0  # or up to this if luck and skill are not known well enough by then
AIM = 0.1  # how well luck and skill should be known: half the width of a 95% interval, as a share of the win

Progress = Callable[[int, int], None]


class RolloutCounter(Protocol):
    """Count how many rollouts or trials were made."""

    played: int


class ReviewBudget:
    """Limit a review to about as many rollouts as `simulations`, or to `seconds` of processor time.

    With neither, a review takes `SECONDS`, and up to `MAX_SECONDS` if it needs them. On a busy machine it takes longer,
    up to `MAX_SLOWDOWN` times, and is as good.
    """

    def __init__(
        self, seconds: float | None, simulations: int, counter: RolloutCounter, progress: Progress | None
    ) -> None:
        self._began, self._worked, self._seconds = perf_counter(), thread_time(), seconds or SECONDS
        self._may_extend = seconds is None and not simulations
        self.simulations = simulations
        self._counter, self._progress, self._last_percent, self._already = counter, progress, -1, 0

    @property
    def spent(self) -> float:
        """Return the fraction of the budget that is spent."""
        if self.simulations:
            return (self._counter.played - self._already) / self.simulations
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

    def extend_for(self, half_width: float) -> float:
        """Allow more time if luck and skill are known no better than `half_width`. Return by which factor the budget
        was smaller before: 1.0 if there is no more time.
        """
        before = self._seconds
        if self._may_extend and half_width > AIM:
            needed = self.spent * before * (half_width / AIM) ** 2 / ROLLOUTS_SHARE
            self._seconds = min(MAX_SECONDS, before * min(2.0, max(1.2, needed / before)))
        return before / self._seconds

    def finish_values(self) -> None:
        """Begin the part after `VALUES_SHARE`; how many rollouts were made before depends on the match."""
        if self.simulations:
            self._already = self._counter.played - round(VALUES_SHARE * self.simulations)
