"""Race options against each other in futures that begin with each of them and have the same dice.

With the same dice for all, a few hundred futures tell two options apart (common random numbers: Glasserman and Yao,
1992). In each part of the race all remaining options are tried equally often, and the better half stays (sequential
halving: Karnin, Koren and Somekh, 2013). The choice of the rollout policy runs until the end, and is replaced only by
an option that is better by more than chance would explain.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from ..records.record import Floats

ROLLOUTS_PER_CHECK = 16  # futures of an option between two checks of the budget
STANDARD_ERRORS = 1.0  # an option must be better than the rollout policy's by this many standard errors,
MIN_GAIN = 0.003  # and by this much of the chance to win, because the value of a future is an estimate


class SequentialHalving:
    """Race the choice of the rollout policy against the other options.

    `futures` takes a number, a count and an option, and returns the values of that option in these futures. It does so
    in parts, between which it yields.
    """

    def __init__(
        self, options: Sequence[int], guided: int, futures: Callable[[int, int, int], Generator[Any, Any, Floats]]
    ) -> None:
        self.guided, self.rest = guided, [option for option in options if option != guided]
        self.chosen = guided
        self.played = 0  # futures of all options together
        self._play_rollouts = futures
        self._returns: dict[int, Floats] = {option: np.zeros(0) for option in (guided, *self.rest)}

    def best(self, spent: Callable[[int], float]) -> int:
        """Return the option to play.

        `spent` takes the number of futures and returns the used fraction of the budget: 1 is all of it.
        """
        work, answer = self.parts(spent), None
        while True:
            try:
                call = work.send(answer)
            except StopIteration:
                return self.chosen
            answer = call() if callable(call) else None

    def parts(self, spent: Callable[[int], float]) -> Generator[Any, Any, None]:
        """Run the race as `best` does, and yield where `futures` does; then the option to play is in `chosen`."""
        parts = max(len(self.rest).bit_length(), 1)  # halvings until one option is left besides the rollout policy's
        for part in range(1, parts + 1):
            while spent(self.played) < part / parts:
                for option in (self.guided, *self.rest):
                    if spent(self.played) < part / parts:
                        yield from self._play_option(
                            option, ROLLOUTS_PER_CHECK if spent(self.played + ROLLOUTS_PER_CHECK) <= 1 else 1
                        )
            self.rest = sorted(self.rest, key=lambda option: -self._gain(option))[: max(1, len(self.rest) // 2)]
        self.chosen = next(filter(self._is_better, self.rest), self.guided)

    def _play_option(self, option: int, n: int) -> Generator[Any, Any, None]:
        came = self._returns[option]
        more = yield from self._play_rollouts(len(came), n, option)
        self._returns[option] = np.concatenate([came, more])
        self.played += n

    def _gains(self, option: int) -> Floats:
        """Return by how much an option was better than the rollout policy's choice, future by future."""
        came = self._returns[option]
        return came - self._returns[self.guided][: len(came)]

    def _gain(self, option: int) -> float:
        gains = self._gains(option)
        return float(gains.mean()) if len(gains) else -1.0  # not tried, because the budget was small

    def _is_better(self, option: int) -> bool:
        gains = self._gains(option)
        if len(gains) < 2:
            return False
        standard_error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
        return float(gains.mean()) > MIN_GAIN + STANDARD_ERRORS * standard_error
