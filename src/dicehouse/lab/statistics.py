"""What figures are worth: intervals, tests and sequences that stay valid however often one looks, by NumPy alone.

Sources: Wilson (JASA 1927); order statistics by the binomial (David & Nagaraja, Order Statistics, 7.1); Holm (Scand. J.
Statist. 1979); Benjamini & Hochberg (JRSS B 1995); the mixture of Robbins (Ann. Math. Statist. 1970) as Howard, Ramdas,
McAuliffe & Sekhon give it ("Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Statist. 2021), and
for means the asymptotic sequence of Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas ("Time-uniform central limit theory
and asymptotic confidence sequences", Ann. Statist. 2024).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import erfc, inf, lgamma, log, sqrt

import numpy as np

from dicehouse.bots.contests import Z
from dicehouse.bots.strength.elo import student

RISK = 0.05
PRIOR = 50.0  # of the mixture of shares: wins and losses that it begins with
TUNED = 1_000  # games at which the sequence of means is tightest
FEW = 200  # below that means have Student's interval


@dataclass(frozen=True)
class Interval:
    """A figure with its interval; `sd` is that of single games, `n` how many there are."""

    value: float
    low: float
    high: float
    sd: float
    n: int

    @property
    def half(self) -> float:
        """How far the interval reaches to either side, on average."""
        return (self.high - self.low) / 2


UNKNOWN = Interval(0.0, -inf, inf, 0.0, 0)


def mean(n: int, total: float, squares: float, scale: float = 1.0, sequence: bool = False) -> Interval:
    """The mean of n values of which the sum and the sum of the squares are known, in units of 1 / scale."""
    if n == 0:
        return UNKNOWN
    value = total / n
    variance = max(squares - total * value, 0.0) / max(n - 1, 1)
    half = (sequence_width(n) if sequence else normal_width(n)) * sqrt(variance) if n > 1 else inf
    return Interval(value / scale, (value - half) / scale, (value + half) / scale, sqrt(variance) / scale, n)


def normal_width(n: int) -> float:
    """How many standard deviations the interval of a mean of n values reaches to either side (n from 2 on)."""
    return (student(n - 1) if n < FEW else Z) / sqrt(n)


def sequence_width(n: int, risk: float = RISK) -> float:
    """The same for an interval that holds at all n at once, as far as the mean is nearly normal."""
    ratio = (-2 * log(risk) + log(-2 * log(risk)) + 1) / TUNED  # rho^2, nearly the best at n = TUNED
    scaled = n * ratio + 1
    return sqrt(2 * scaled / (n * n * ratio) * log(sqrt(scaled) / risk))


def share(n: int, total: float, squares: float, scale: float = 1.0, sequence: bool = False) -> Interval:
    """A share of n games: of whole ones and nothings by Wilson, of ties with as many games as would vary like these."""
    if n == 0:
        return UNKNOWN
    value, variance = total / n, max(squares - total * total / n, 0.0) / n
    p = min(max(value / scale, 0.0), 1.0)
    full = p * (1 - p) * scale * scale
    worth = n * full / variance if variance > 0 < full else float(n)
    wins = worth * p
    low, high = mixture(wins, worth) if sequence else wilson(wins, worth)
    return Interval(p, low, high, sqrt(variance) / scale, n)


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): sound for few games and for shares near 0 and 1."""
    from dicehouse.bots.contests import wilson as known

    return known(wins, games)


def mixture(wins: float, games: float, risk: float = RISK) -> tuple[float, float]:
    """The confidence sequence of a share: it holds the true one at all numbers of games at once, 95 % of the time."""
    if games == 0:
        return 0.0, 1.0
    a = PRIOR
    marginal = _log_beta(a + wins, a + games - wins) - _log_beta(a, a)

    def inside(p: float) -> bool:
        likelihood = (wins * log(p) if wins else 0.0) + ((games - wins) * log(1 - p) if games > wins else 0.0)
        return marginal - likelihood < log(1 / risk)

    middle = wins / games
    return _edge(inside, middle, 0.0), _edge(inside, middle, 1.0)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _edge(inside: object, middle: float, end: float) -> float:
    """Where a sequence ends between what was found and 0 or 1."""
    assert callable(inside)
    near, far = min(max(middle, 1e-12), 1 - 1e-12), end
    if not inside(near):
        return middle
    for _ in range(60):
        half = (near + far) / 2
        if 0 < half < 1 and inside(half):
            near = half
        else:
            far = half
    return near


@dataclass(frozen=True)
class Difference:
    """How much more one variant has than another, over the same games: paired, and as if they were different games.

    `r` is the correlation of the two: what the same dice are good for.
    """

    value: float
    low: float
    high: float
    unpaired_low: float
    unpaired_high: float
    r: float
    n: int
    base: float
    sd: float


def difference(sums: Sequence[int], scale: float = 1.0, sequence: bool = False) -> Difference:
    """b - a, of n pairs of which sums are given: of a, b, aa, bb, ab. Pairs that hinder each other are unpaired."""
    n, a, b, aa, bb, ab = (float(x) for x in sums)
    if n < 2:
        return Difference(0.0, -inf, inf, -inf, inf, 0.0, int(n), 0.0, 0.0)
    width = sequence_width(int(n)) if sequence else normal_width(int(n))
    var_a, var_b = max(aa - a * a / n, 0.0) / (n - 1), max(bb - b * b / n, 0.0) / (n - 1)
    both = (ab - a * b / n) / (n - 1)
    r = both / sqrt(var_a * var_b) if var_a > 0 < var_b else 1.0 if var_a == var_b else 0.0
    value, apart = (b - a) / n, width * sqrt(var_a + var_b)
    spread = sqrt(max(var_a + var_b - 2 * both, 0.0))
    half = min(width * spread, apart)
    low, high, far_low, far_high = (end / scale for end in (value - half, value + half, value - apart, value + apart))
    r = max(-1.0, min(1.0, r))
    return Difference(value / scale, low, high, far_low, far_high, r, int(n), a / n / scale, spread / scale)


def ratio(sums: Sequence[int], scale: float = 1.0) -> Interval:
    """The mean of w over all m that befell in n games: sums of m, w, mm, ww, mw. Games are drawn, not seats."""
    n, m, w, mm, ww, mw = (float(x) for x in sums)
    if m == 0:
        return UNKNOWN
    value = w / m
    variance = max(ww - 2 * value * mw + value * value * mm, 0.0) * (n / (n - 1) if n > 1 else 1.0)
    half = Z * sqrt(variance) / m
    low, high = wilson(w / scale, m)
    if n < FEW or half == 0:  # few games: what is surely wide enough
        half_low, half_high = value / scale - low, high - value / scale
        return Interval(value / scale, value / scale - half_low, value / scale + half_high, 0.0, int(m))
    half /= scale
    return Interval(value / scale, max(0.0, value / scale - half), min(1.0, value / scale + half), 0.0, int(m))


def quantile(counts: Mapping[int, int], part: float) -> Interval:
    """A quantile by order statistics: the value below which a part of the games lies, with the ranks it may have."""
    values = np.array(sorted(counts))
    if len(values) == 0:
        return UNKNOWN
    upto = np.cumsum([counts[value] for value in values.tolist()])
    n = int(upto[-1])
    spread = Z * sqrt(n * part * (1 - part))
    ranks = np.array([n * part, n * part - spread, n * part + spread])
    places = np.searchsorted(upto, np.clip(np.ceil(ranks), 1, n))
    value, low, high = (float(x) for x in values[places])
    return Interval(value, low if ranks[1] >= 1 else -inf, high if ranks[2] <= n else inf, 0.0, n)


# --- many at once


def p_value(value: float, error: float) -> float:
    """How often chance alone would lead so far from nothing."""
    return erfc(abs(value) / error / sqrt(2)) if error > 0 else 1.0 if value == 0 else 0.0


def holm(p: Sequence[float], risk: float = RISK) -> list[bool]:
    """Which of many hypotheses fall, with at most this risk that any of them falls wrongly."""
    order, fallen = sorted(range(len(p)), key=lambda i: p[i]), [False] * len(p)
    for place, i in enumerate(order):
        if p[i] > risk / (len(p) - place):
            break
        fallen[i] = True
    return fallen


def benjamini_hochberg(p: Sequence[float], risk: float = RISK) -> list[bool]:
    """Which of many are worth a look: at most this part of them is expected to be there by chance."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    last = max((place for place, i in enumerate(order) if p[i] <= risk * (place + 1) / len(p)), default=-1)
    chosen = set(order[: last + 1])
    return [i in chosen for i in range(len(p))]


@cache
def simultaneous(number: int, risk: float = RISK) -> float:
    """How many standard errors intervals reach that hold all together (Bonferroni)."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - risk / (2 * max(number, 1)))


def games_for(half: float, sd: float) -> int:
    """How many games a half-width takes, fixed beforehand."""
    return int((Z * sd / half) ** 2) + 1
