"""Compute intervals, tests and sequences that stay valid however often one looks, by NumPy alone.

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
from statistics import NormalDist

import numpy as np

from dicehouse.arena.intervals import Z, student_t

ERROR_RATE = 0.05
MIXTURE_PRIOR = 50.0  # wins and losses that the mixture of shares begins with
TIGHTEST_AT = 1_000  # games at which the sequence of means is tightest
MIXTURE_RHO = (-2 * log(ERROR_RATE) + log(-2 * log(ERROR_RATE)) + 1) / TIGHTEST_AT  # rho^2, nearly the best there
STUDENT_BELOW = 200  # with fewer games, means have Student's interval


@dataclass(frozen=True)
class Interval:
    """Hold a figure with its interval; `sd` is that of single games, `n` how many there are."""

    value: float
    low: float
    high: float
    sd: float
    n: int

    @property
    def half(self) -> float:
        """Return how far the interval reaches to either side, on average."""
        return (self.high - self.low) / 2


UNKNOWN_INTERVAL = Interval(0.0, -inf, inf, 0.0, 0)


def mean_interval(n: int, total: float, squares: float, scale: float = 1.0, sequence: bool = False) -> Interval:
    """Return the interval of the mean of `n` values from their sum and the sum of their squares, in units of 1 /
    `scale`.
    """
    if n == 0:
        return UNKNOWN_INTERVAL
    value = total / n
    variance = max(squares - total * value, 0.0) / max(n - 1, 1)
    half = (sequence_half_width(n) if sequence else normal_half_width(n)) * sqrt(variance) if n > 1 else inf
    return Interval(value / scale, (value - half) / scale, (value + half) / scale, sqrt(variance) / scale, n)


def normal_half_width(n: int) -> float:
    """Return how many standard deviations the interval of a mean of `n` values reaches to either side (n from 2 on)."""
    return (student_t(n - 1) if n < STUDENT_BELOW else Z) / sqrt(n)


def sequence_half_width(n: int, risk: float = ERROR_RATE) -> float:
    """Return `normal_half_width` for an interval that holds at all n at once, as far as the mean is nearly normal."""
    scaled = n * MIXTURE_RHO + 1
    return sqrt(2 * scaled / (n * n * MIXTURE_RHO) * log(sqrt(scaled) / risk))


def share_interval(n: int, total: float, squares: float, scale: float = 1.0, sequence: bool = False) -> Interval:
    """Return the interval of a share of `n` games.

    For games that are won or not it is Wilson's; with ties it is that of as many games as would vary like these.
    """
    if n == 0:
        return UNKNOWN_INTERVAL
    value, variance = total / n, max(squares - total * total / n, 0.0) / n
    p = min(max(value / scale, 0.0), 1.0)
    full = p * (1 - p) * scale * scale
    worth = n * full / variance if variance > 0 < full else float(n)
    wins = worth * p
    low, high = share_sequence(wins, worth) if sequence else wilson(wins, worth)
    return Interval(p, low, high, sqrt(variance) / scale, n)


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return the 95% interval of a share (Wilson 1927): sound for few games and for shares near 0 and 1."""
    from dicehouse.arena.intervals import wilson_interval as known

    return known(wins, games)


def share_sequence(wins: float, games: float, risk: float = ERROR_RATE) -> tuple[float, float]:
    """Return the confidence sequence of a share: it holds the true one at all numbers of games at once, 95% of the
    time.
    """
    if games == 0:
        return 0.0, 1.0
    a = MIXTURE_PRIOR
    marginal = _log_beta(a + wins, a + games - wins) - _log_beta(a, a)

    def inside(p: float) -> bool:
        likelihood = (wins * log(p) if wins else 0.0) + ((games - wins) * log(1 - p) if games > wins else 0.0)
        return marginal - likelihood < log(1 / risk)

    middle = wins / games
    return _sequence_end(inside, middle, 0.0), _sequence_end(inside, middle, 1.0)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _sequence_end(inside: object, middle: float, end: float) -> float:
    """Return the end of a sequence between what was found and 0 or 1."""
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
class PairedDifference:
    """Hold how much more one variant has than another over the same games: paired, and as if the games were different.

    `r` is the correlation of the two, which the same dice bring about. `p` is how often chance alone would lead this
    far from zero; it is below 5% where the interval does not hold zero. `half` is what the interval reaches to either
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
        """Return the ends of an interval that reaches `factor` times as far."""
        return self.value - factor * self.half, self.value + factor * self.half


def paired_difference(
    sums: Sequence[int], scale: float = 1.0, sequence: bool = False, most: float = 0.0
) -> PairedDifference:
    """Return b - a for n pairs, given the sums of a, b, aa, bb and ab. `most` is the largest possible difference
    between two games that are won or not; 0 if that is not known. A rare result may not have been seen yet, so shares
    are estimated with two additional pairs that differ as much as possible, one each way (after Bonett & Price, J.
    Educ. Behav. Stat. 2012). If all differences of any other measure are equal, two additional pairs of unrelated games
    are assumed.
    """
    n, a, b, aa, bb, ab = (int(x) for x in sums)  # whole numbers, so that equal games have no spread at all
    if n < 2:
        return PairedDifference(0.0, -inf, inf, -inf, inf, 0.0, n, 0.0, 0.0, inf, 1.0)
    width = sequence_half_width(n) if sequence else normal_half_width(n)
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

    return PairedDifference(
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


def ratio_interval(sums: Sequence[int], scale: float = 1.0) -> Interval:
    """Return the interval of the mean of w over all m seats of events in n games, from the sums of m, w, mm, ww and mw.

    Games are drawn, not seats.
    """
    n, m, w, mm, ww, mw = (float(x) for x in sums)
    if m == 0:
        return UNKNOWN_INTERVAL
    value = w / m
    variance = max(ww - 2 * value * mw + value * value * mm, 0.0) * (n / (n - 1) if n > 1 else 1.0)
    half = Z * sqrt(variance) / m
    low, high = wilson(w / scale, m)
    if n < STUDENT_BELOW or half == 0:  # few games: use an interval that is surely wide enough
        half_low, half_high = value / scale - low, high - value / scale
        return Interval(value / scale, value / scale - half_low, value / scale + half_high, 0.0, int(m))
    half /= scale
    return Interval(value / scale, max(0.0, value / scale - half), min(1.0, value / scale + half), 0.0, int(m))


def quantile_interval(counts: Mapping[int, int], part: float) -> Interval:
    """Return a quantile by order statistics: the value below which `part` of the games lies, with the ranks it may
    have.
    """
    values = np.array(sorted(counts))
    if len(values) == 0:
        return UNKNOWN_INTERVAL
    upto = np.cumsum([counts[value] for value in values.tolist()])
    n = int(upto[-1])
    spread = Z * sqrt(n * part * (1 - part))
    ranks = np.array([n * part, n * part - spread, n * part + spread])
    places = np.searchsorted(upto, np.clip(np.ceil(ranks), 1, n))
    value, low, high = (float(x) for x in values[places])
    return Interval(value, low if ranks[1] >= 1 else -inf, high if ranks[2] <= n else inf, 0.0, n)


# --- many at once


def p_value(value: float, error: float, n: int, sequence: bool = False) -> float:
    """Return how often chance alone would lead this far from zero.

    That is the risk at which the interval of these n games, with this standard error, just reaches zero.
    """
    if error == 0:  # all games have the same difference
        return 1.0 if value == 0 else 2.0 ** (1 - n)
    far = abs(value) / error
    if not sequence:
        return student_p(far, n - 1) if n < STUDENT_BELOW else erfc(far / sqrt(2))
    scaled = n * MIXTURE_RHO + 1
    return min(1.0, sqrt(scaled) * exp(-far * far * n * MIXTURE_RHO / (2 * scaled)))


def student_p(far: float, degrees: int) -> float:
    """Return how often Student's t lies so far from 0, on both sides (Abramowitz & Stegun 26.7.3 and 26.7.4)."""
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


def holm_rejections(p: Sequence[float], risk: float = ERROR_RATE) -> list[bool]:
    """Return which hypotheses are rejected, with at most `risk` that any of them is rejected wrongly."""
    order, fallen = sorted(range(len(p)), key=lambda i: p[i]), [False] * len(p)
    for place, i in enumerate(order):
        if p[i] > risk / (len(p) - place):
            break
        fallen[i] = True
    return fallen


def benjamini_hochberg_rejections(p: Sequence[float], risk: float = ERROR_RATE) -> list[bool]:
    """Return which hypotheses are worth a look: at most the share `risk` of them is expected to be there by chance."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    last = max((place for place, i in enumerate(order) if p[i] <= risk * (place + 1) / len(p)), default=-1)
    chosen = set(order[: last + 1])
    return [i in chosen for i in range(len(p))]


@cache
def bonferroni_factor(number: int, risk: float = ERROR_RATE) -> float:
    """Return how many standard errors intervals reach that hold all at once (Bonferroni)."""
    return NormalDist().inv_cdf(1 - risk / (2 * max(number, 1)))


def bonferroni_widening(confidence: float, many: float) -> float:
    """Return by what factor an interval must be wider so that all of `many` hold at once (Bonferroni)."""
    beyond = (1 - confidence) / 2
    normal = NormalDist()
    return normal.inv_cdf(1 - beyond / max(1, many)) / normal.inv_cdf(1 - beyond)


def simultaneous_widening(confidence: float, many: float, n: int, sequence: bool = False) -> float:
    """Return by what factor the interval of a difference over `n` pairs must be wider so that all of `many` hold at
    once: for few pairs by Student's distribution, for a `sequence` by its own width at the smaller risk.
    """
    risk = 1 - confidence
    if many <= 1 or n < 2:
        return 1.0
    if sequence:
        return sequence_half_width(n, risk / many) / sequence_half_width(n, risk)
    if n >= STUDENT_BELOW:
        return bonferroni_widening(confidence, many)
    return student_quantile(risk / many, n - 1) / student_quantile(risk, n - 1)


@cache
def student_quantile(risk: float, degrees: int) -> float:
    """Return how far from 0 Student's t lies with probability `risk`, on both sides."""
    low, high = 0.0, 1.0
    while student_p(high, degrees) > risk:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, degrees) > risk else (low, middle)
    return high


def widen_interval(value: float, low: float, high: float, factor: float) -> tuple[float, float]:
    """Return the ends of an interval stretched by `factor` on both sides of its value."""
    return value - (value - low) * factor, value + (high - value) * factor


def independent_difference(
    base: tuple[float, float, float], other: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return the difference of two independent figures, each (value, low, high), with its interval (Newcombe 1998)."""
    (b, b_low, b_high), (o, o_low, o_high) = base, other
    low = o - b - sqrt((o - o_low) ** 2 + (b_high - b) ** 2)
    return o - b, low, o - b + sqrt((o_high - o) ** 2 + (b - b_low) ** 2)
