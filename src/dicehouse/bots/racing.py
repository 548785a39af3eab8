"""Options raced against each other, in futures that begin with each of them and have the same dice.

What dice give is then the same for all, so a few hundred futures tell two options apart (common random numbers:
Glasserman and Yao, 1992). In each part of the race all that are left are tried equally often, and the better half goes
on (sequential halving: Karnin, Koren and Somekh, 2013). What the guide would play runs along to the end, and is left
only for what is better by more than chance would make it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .futures import Floats

FEW = 16  # futures of an option between two looks at the budget
DOUBT = 1.0  # standard errors by which an option must be better than the guide's,
MARGIN = 0.003  # and by so much of the chance to win: where a future ends is an estimate


class Race:
    """Between what the guide plays and the rest. `futures` tells what comes of some: number, how many, the option."""

    def __init__(self, options: Sequence[int], guided: int, futures: Callable[[int, int, int], Floats]) -> None:
        self.guided, self.rest = guided, [option for option in options if option != guided]
        self.played = 0  # futures, of all together
        self._futures = futures
        self._came: dict[int, Floats] = {option: np.zeros(0) for option in (guided, *self.rest)}

    def best(self, spent: Callable[[int], float]) -> int:
        """What to play. `spent` tells, after so many futures, which part of the budget is used up: 1 is all of it."""
        parts = max(len(self.rest).bit_length(), 1)  # until one is left beside the guide's
        for part in range(1, parts + 1):
            while spent(self.played) < part / parts:
                for option in (self.guided, *self.rest):
                    if spent(self.played) < part / parts:
                        self._try(option, FEW if spent(self.played + FEW) <= 1 else 1)
            self.rest = sorted(self.rest, key=lambda option: -self._gain(option))[: max(1, len(self.rest) // 2)]
        return next(filter(self._is_better, self.rest), self.guided)

    def _try(self, option: int, n: int) -> None:
        came = self._came[option]
        self._came[option] = np.concatenate([came, self._futures(len(came), n, option)])
        self.played += n

    def _gains(self, option: int) -> Floats:
        """What an option brought more than the guide's, future by future."""
        came = self._came[option]
        return came - self._came[self.guided][: len(came)]

    def _gain(self, option: int) -> float:
        gains = self._gains(option)
        return float(gains.mean()) if len(gains) else -1.0  # not tried: the budget was small

    def _is_better(self, option: int) -> bool:
        gains = self._gains(option)
        if len(gains) < 2:
            return False
        doubt = float(gains.std(ddof=1) / np.sqrt(len(gains)))
        return float(gains.mean()) > MARGIN + DOUBT * doubt
