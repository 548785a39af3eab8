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
from math import atan, erfc, exp, inf, lgamma, log, pi, sqrt

import numpy as np

from dicehouse.bots.contests import Z
from dicehouse.bots.strength.elo import student

RISK = 0.05
PRIOR = 50.0  # of the mixture of shares: wins and losses that it begins with
TUNED = 1_000  # games at which the sequence of means is tightest
TUNING = (-2 * log(RISK) + log(-2 * log(RISK)) + 1) / TUNED  # rho^2, nearly the best there
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
    scaled = n * TUNING + 1
    return sqrt(2 * scaled / (n * n * TUNING) * log(sqrt(scaled) / risk))


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

    `r` is the correlation of the two: what the same dice are good for. `p` is how often chance alone would lead so far
    from nothing; it is below 5 % where the interval holds no nothing. `half` is what the interval reaches to either
    side, before it is cut where a share ends.
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
    half: float
    p: float

    def times(self, factor: float) -> tuple[float, float]:
        """The ends of an interval that reaches so many times as far."""
        return self.value - factor * self.half, self.value + factor * self.half


def difference(sums: Sequence[int], scale: float = 1.0, sequence: bool = False, most: float = 0.0) -> Difference:
    """b - a, of n pairs of which sums are given: of a, b, aa, bb, ab.

    `most` is how far two games can lie apart where they are won or not; 0 where nobody knows. Rare things may not have
    been seen yet, so shares are told as if there were two pairs more, that lie as far apart as can be, one each way
    (after Bonett & Price, J. Educ. Behav. Stat. 2012). Anything else has two pairs more where all differences are
    alike, of games that have nothing in common.
    """
    n, a, b, aa, bb, ab = (int(x) for x in sums)  # whole numbers, so that what is alike has no spread at all
    if n < 2:
        return Difference(0.0, -inf, inf, -inf, inf, 0.0, n, 0.0, 0.0, inf, 1.0)
    width = sequence_width(n) if sequence else normal_width(n)
    pairs = n * (n - 1)
    var_a, var_b, both = ((n * xy - x * y) / pairs for xy, x, y in ((aa, a, a), (bb, b, b), (ab, a, b)))
    variance = (n * (aa + bb - 2 * ab) - (b - a) ** 2) / pairs
    r = both / sqrt(var_a * var_b) if var_a > 0 < var_b else 1.0 if var_a == var_b else 0.0
    value, unseen = (b - a) / n, 2 * most * most / n
    seen = variance + (unseen if most or variance > 0 else 2 * (var_a + var_b) / n)
    half, apart = width * sqrt(seen), width * sqrt(var_a + var_b + unseen)
    bound = most or inf

    def at(end: float) -> float:
        return max(-bound, min(bound, end)) / scale

    return Difference(
        value / scale,
        at(value - half),
        at(value + half),
        at(value - apart),
        at(value + apart),
        max(-1.0, min(1.0, r)),
        n,
        a / n / scale,
        sqrt(variance) / scale,
        half / scale,
        p_value(value, sqrt(seen / n), n, sequence),
    )


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


def p_value(value: float, error: float, n: int, sequence: bool = False) -> float:
    """How often chance alone would lead so far from nothing: the risk at which the interval of these n games, with
    this standard error, just reaches it.
    """
    if error == 0:  # so many games that all went one way
        return 1.0 if value == 0 else 2.0 ** (1 - n)
    far = abs(value) / error
    if not sequence:
        return student_p(far, n - 1) if n < FEW else erfc(far / sqrt(2))
    scaled = n * TUNING + 1
    return min(1.0, sqrt(scaled) * exp(-far * far * n * TUNING / (2 * scaled)))


def student_p(far: float, degrees: int) -> float:
    """How often Student's t lies so far from 0, on both sides (Abramowitz & Stegun 26.7.3 and 26.7.4)."""
    part = degrees / (degrees + far * far)
    odd, term = degrees % 2, 1.0
    total = 1.0 if degrees > 1 else 0.0
    for step in range(1 + odd, degrees - 2 + odd, 2):
        term *= part * step / (step + 1)
        total += term
    inside = sqrt(1 - part) * total
    if odd:
        inside = (atan(far / sqrt(degrees)) + sqrt(part) * inside) * 2 / pi
    return max(0.0, 1.0 - inside)


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
