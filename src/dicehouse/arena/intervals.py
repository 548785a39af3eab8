"""Compute 95% intervals: of a share (Wilson), and how wide they are for a mean of few samples (Student)."""

from __future__ import annotations

from math import inf, sqrt
from statistics import NormalDist

Z = 1.959964  # of a 95% interval
ERROR_RATE = 0.05


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """Return the 95% interval of a share (Wilson 1927), which also holds for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def student_t(degrees: int) -> float:
    """Return how many standard errors a 95% interval extends to each side (Student's t; Abramowitz &
    Stegun 26.7.5).
    """
    if degrees < 3:
        return (inf, 12.706205, 4.302653)[degrees]
    z, n = NormalDist().inv_cdf(1 - ERROR_RATE / 2), float(degrees)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))
