"""Run a sequential test between two bots, which plays no longer than it takes to decide.

The test is the generalised SPRT that Fishtest uses for chess engines: with bounds of Wald (1945), on the results of
whole deals ("pentanomial" with two players: 0, ½, 1, 1½ or 2 wins of two games), so that the games of a deal need not
be independent. Of all distributions with the mean of a hypothesis, it takes the most likely one (Van den Bergh, "A
practical introduction to the GSPRT").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from dicehouse.errors import BadSetting

from .elo import share_from_elo

UNSEEN_WEIGHT = 1e-3  # weight of a result that never occurred: without it the first deals would prove too much
RESULT_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
PASSED, FAILED, OPEN = "passed", "failed", "open"


@dataclass(frozen=True)
class Sprt:
    """Test if the first bot is stronger than the second by `elo1` rather than by `elo0`.

    If the true difference is `elo0` or less, at most about a share `alpha` of tests pass; if it is `elo1` or more, at
    most about `beta` fail.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadSetting("A sequential test needs two bounds in Elo from -1,000 to 1,000, the lower one first.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadSetting("The risks alpha and beta of a sequential test must be between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios that decide: the test fails at or below the first and passes at or above the
        second.
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, results: Mapping[float, float], players: int = 2) -> float:
        """Return the log-likelihood ratio of the first bot's results, given how many deals had which share."""
        counted = dict.fromkeys(RESULT_LEVELS, UNSEEN_WEIGHT) | dict(results)
        levels, weights = list(counted), list(counted.values())
        theta0, theta1 = (_solve_tilt(levels, weights, share_from_elo(elo, players)) for elo in (self.elo0, self.elo1))
        mean0, mean1 = share_from_elo(self.elo0, players), share_from_elo(self.elo1, players)
        return sum(
            weight * log((1 + theta0 * (level - mean0)) / (1 + theta1 * (level - mean1)))
            for level, weight in zip(levels, weights, strict=True)
        )

    def verdict(self, ratio: float) -> str:
        """Return the verdict for a log-likelihood ratio."""
        low, high = self.bounds
        return PASSED if ratio >= high else FAILED if ratio <= low else OPEN


def _solve_tilt(levels: Sequence[float], weights: Sequence[float], mean: float) -> float:
    """Return the tilt of the likeliest distribution with this mean: weights / (1 + tilt * (level - mean))."""
    low, high = -1 / (max(levels) - mean), 1 / (mean - min(levels))
    gaps = [level - mean for level in levels]
    tilt = 0.0
    for _ in range(100):  # Newton, kept within what is left of the bracket; the sum falls as the tilt grows
        value = slope = 0.0
        for gap, weight in zip(gaps, weights, strict=True):
            part = gap / (1 + tilt * gap)
            value += weight * part
            slope -= weight * part * part
        low, high = (tilt, high) if value > 0 else (low, tilt)
        step = tilt - value / slope
        new = step if low < step < high else (low + high) / 2
        if abs(new - tilt) < 1e-12 * (1 + abs(tilt)):
            return new
        tilt = new
    return tilt
