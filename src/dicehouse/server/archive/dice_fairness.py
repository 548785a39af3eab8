"""Measure whether counted dice look fair: how uneven they are by chance alone, and what repeated looks can prove.

>>> round(uneven([5, 8, 9, 8, 10, 20]).chance, 4)
0.0199
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...i18n import Text, _

ALARM = 2.0  # 100 to 1, as a power of ten: see `evidence`
FEWEST = 5.0  # how often each face must be expected; with fewer, chi-square is unreliable
Z = 1.959964  # for an interval of 95%
PRIOR = 50.0  # the unfair dice that `evidence` looks for: faces as unequal as in about 50 throws of each


@dataclass(frozen=True, slots=True)
class Uneven:
    """Hold how uneven the counts of faces are.

    `chance` is the share of servers with fair dice, after as many throws, whose counts are at least as uneven.
    """

    square: float  # chi-square: squared differences from the expected counts, each over its expected count, added up
    degrees: int
    chance: float


def uneven(*kinds: Sequence[int]) -> Uneven:
    """Return the chi-square test (Pearson 1900) of counts by face, for one kind of die or for several kinds together.

    Leave out kinds with too few throws. If none is left, nothing can be said: the result has 0 degrees and chance 1.
    """
    square, degrees = 0.0, 0
    for counts in kinds:
        expected = sum(counts) / len(counts)
        if expected >= FEWEST:
            square += sum((count - expected) ** 2 for count in counts) / expected
            degrees += len(counts) - 1
    return Uneven(square, degrees, beyond(square, degrees))


def beyond(square: float, degrees: int) -> float:
    """Return the chance that chi-square is at least `square`, exactly: a finite sum for whole degrees of freedom.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.
    """
    if degrees <= 0 or square <= 0:
        return 1.0
    half, odd = square / 2, degrees % 2
    first = math.erfc(math.sqrt(half)) if odd else 0.0
    powers = (i + odd / 2 for i in range(degrees // 2))
    return min(1.0, first + math.fsum(math.exp(-half + at * math.log(half) - math.lgamma(at + 1)) for at in powers))


def half_band(number: int, sides: int) -> float:
    """Return how far the count of one face of a fair die is from its expected value at most, 95 times in 100.

    `number` is the number of throws. The result uses the normal distribution and is right to 1%.
    """
    return Z * math.sqrt(number * (sides - 1)) / sides


def evidence(counts: Sequence[int], prior: float = PRIOR) -> float:
    """Return how much likelier these counts are with loaded dice than with fair ones, as a logarithm to base 10.

    The loads are drawn from a Dirichlet distribution, in which every face has the parameter `prior`. With fair dice the
    ratio is a martingale that begins at 1: however often people look, it ever reaches 100 on at most one server in 100
    (Ville 1939; Howard and others, Annals of Statistics 49, 2021). Only this figure may raise an alarm.
    """
    sides, number = len(counts), sum(counts)
    loaded = math.lgamma(sides * prior) - math.lgamma(sides * prior + number)
    loaded += math.fsum(math.lgamma(prior + count) - math.lgamma(prior) for count in counts)
    return (loaded + number * math.log(sides)) / math.log(10)


def at_least(number: int, expected: float) -> float:
    """Return the chance (Poisson) that something rare, expected `expected` times, happens at least `number` times."""
    if number <= 0:
        return 1.0
    if expected <= 0:
        return 0.0
    less = math.fsum(math.exp(-expected + i * math.log(expected) - math.lgamma(i + 1)) for i in range(number))
    return max(0.0, 1.0 - less)


# in words -------------------------------------------------------------------------------------------------------


def of_100(chance: float) -> Text:
    """Return a chance as a number of servers with fair dice: "76 in 100 fair servers"."""
    if chance < 0.01:
        one = 1 / chance if chance > 0 else math.inf
        if one >= 1e6:
            return _("fewer than 1 in a million fair servers")
        return _("1 in {number} fair servers", number=round(one))
    if chance >= 0.995:
        return _("nearly every fair server")
    return _("{number} in 100 fair servers", number=math.floor(chance * 100 + 0.5))


def in_odds(power: float) -> Text:
    """Return the evidence `power`, a power of ten, as odds against fair dice: "1 to 2,300"; "1,500 to 1"."""
    if abs(power) >= 9:
        return _("more than a billion to 1") if power > 0 else _("1 to more than a billion")
    if power >= 0:
        return _("{number} to 1", number=_round(10**power))
    return _("1 to {number}", number=_round(10**-power))


def _round(number: float) -> float:
    """Return `number` with two significant digits: a decimal below 10, none above."""
    if number < 10:
        return round(float(number), 1)
    return int(round(number, 1 - math.floor(math.log10(number))))
