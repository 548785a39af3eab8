"""Rate players by Glicko-2, after M. Glickman, "Example of the Glicko-2 system" (2022).

A rating is a value with a deviation: with a probability of 95%, the true strength is within two deviations of the
value. The volatility says how much a player's strength changes. Ratings are updated once per period, by all results of
the period together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5  # how fast a volatility may change; Glickman recommends 0.3 to 1.2
ENOUGH = 1e-6  # the precision of a volatility
UNKNOWN = 350.0  # the deviation of a player without matches


@dataclass(frozen=True, slots=True)
class Rating:
    """Hold the estimated strength of a player, and how certain it is."""

    value: float = 1500.0
    deviation: float = UNKNOWN
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Result:
    """Hold a result against the opponent `other`, as they were rated before the period.

    `score` is 1 for a win, 0 for a loss, and between them for a shared win. `weight` is less than 1 if a match had
    several opponents.
    """

    other: Rating
    score: float
    weight: float = 1.0


def idle(own: Rating, periods: int = 1) -> Rating:
    """Return the rating `own` after `periods` without a match: the same value with a larger deviation."""
    phi = math.hypot(own.deviation / SCALE, own.volatility * math.sqrt(periods))
    return Rating(own.value, min(UNKNOWN, phi * SCALE), own.volatility)


def rated(own: Rating, results: Sequence[Result]) -> Rating:
    """Return the rating `own` after a period with these `results` (steps 2 to 8 of the paper)."""
    if not results:
        return idle(own)
    mu, phi = (own.value - 1500) / SCALE, own.deviation / SCALE
    precision = gain = 0.0
    for result in results:
        g = 1 / math.sqrt(1 + 3 * (result.other.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (result.other.value - 1500) / SCALE)))
        precision += result.weight * g * g * expected * (1 - expected)
        gain += result.weight * g * (result.score - expected)
    volatility = _volatility(own.volatility, phi, 1 / precision, gain / precision)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + precision)
    return Rating(1500 + SCALE * (mu + after**2 * gain), min(UNKNOWN, SCALE * after), volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5 of the paper): the root of the paper's f, found by the Illinois algorithm.

    `sigma` is the old volatility; `phi`, `variance` and `delta` are the paper's phi, v and Delta.
    """
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, start - TAU
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
