"""A sequential test between two bots: play no longer than it takes to decide.

The test is the generalised SPRT that Fishtest uses for chess engines: with bounds of Wald (1945), on the results of
whole deals ("pentanomial" with two players: 0, ½, 1, 1½ or 2 wins of two games), so that the games of a deal need not
be independent. Of all distributions with the mean that a hypothesis tells, it takes the most likely one (Van den Bergh,
"A practical introduction to the GSPRT").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from dicehouse.errors import BadSetting

from .elo import share_of

HOPE = 1e-3  # weight of a result that never came: without it the first deals would prove too much
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
PASSED, FAILED, OPEN = "passed", "failed", "open"


@dataclass(frozen=True)
class Sequential:
    """Whether the first bot is `elo1` stronger than the second rather than `elo0`.

    If it is `elo0` or less it passes in at most about a share `alpha` of tests; if `elo1` or more it fails in at most
    about `beta`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise BadSetting("A sequential test needs two bounds in Elo, the lower one first, both within 1,000 of 0.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadSetting("The risks alpha and beta of a sequential test lie between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides: at or below the first it failed, at or above the second it passed."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, results: Mapping[float, float], players: int = 2) -> float:
        """The log-likelihood ratio of what the first bot won: how many deals brought it which share."""
        counted = dict.fromkeys(GRID, HOPE) | dict(results)
        levels, weights = list(counted), list(counted.values())
        theta0, theta1 = (_tilt(levels, weights, share_of(elo, players)) for elo in (self.elo0, self.elo1))
        mean0, mean1 = share_of(self.elo0, players), share_of(self.elo1, players)
        return sum(
            weight * log((1 + theta0 * (level - mean0)) / (1 + theta1 * (level - mean1)))
            for level, weight in zip(levels, weights, strict=True)
        )

    def verdict(self, ratio: float) -> str:
        """What a ratio decides."""
        low, high = self.bounds
        return PASSED if ratio >= high else FAILED if ratio <= low else OPEN


def _tilt(levels: Sequence[float], weights: Sequence[float], mean: float) -> float:
    """The number by which the likeliest distribution with this mean is found: weights / (1 + tilt * (level - mean))."""
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
