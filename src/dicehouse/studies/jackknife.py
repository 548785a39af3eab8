"""Estimate intervals of figures that come from a fitted model (the delete-a-group jackknife).

The games are cut into groups, and everything is estimated again without each of them, the model included (Quenouille,
Biometrika 1956; Tukey 1958). An interval that treated the model as known would be too narrow, because other games would
have given another model.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from dicehouse.arena.intervals import Z, student_t

from .study_statistics import Interval, wilson

FloatArray = npt.NDArray[np.float64]
GROUPS = 20
WIDTH = student_t(GROUPS - 1)  # standard errors to either side, wider than normal because there are few groups


def group_games(games: int) -> npt.NDArray[np.int64]:
    """Return the group of each game.

    Games that follow each other are in the same group, so that every group has bots at every seat.
    """
    return np.arange(games) * GROUPS // games


def standard_error(left_out: FloatArray) -> FloatArray:
    """Return the standard errors of figures that were estimated without each group in turn, a row for each."""
    away = left_out - left_out.mean(0)
    found: FloatArray = np.sqrt((GROUPS - 1) / GROUPS * (away * away).sum(0))
    return found


def mean_interval(values: FloatArray, left_out: FloatArray) -> Interval:
    """Return the interval of the mean of a value of each game, never narrower than if the model were known."""
    value, sd = float(values.mean()), float(values.std(ddof=1))
    half = WIDTH * max(float(standard_error(left_out)), sd / sqrt(len(values)))
    return Interval(value, max(0.0, value - half), min(1.0, value + half), sd, len(values))


def share_interval(flags: npt.NDArray[np.bool_], left_out: FloatArray) -> Interval:
    """Return the interval of the share of games with the flag: Wilson's, for as many games without a model as would
    vary like these.
    """
    n, p = len(flags), float(flags.mean())
    return Interval(p, *share_interval_from_error(p, n, float(standard_error(left_out))), sqrt(p * (1 - p)), n)


def share_interval_from_error(p: float, n: int, deviation: float) -> tuple[float, float]:
    """Return the interval of a share of `n` games with this standard error, never narrower than of n games without a
    model.
    """
    spread = p * (1 - p)
    worth = spread / (deviation * WIDTH / Z) ** 2 if deviation > 0 else inf
    worth = min(worth, float(n)) if spread > 0 else float(n)
    return wilson(p * worth, worth)


def median_interval(parts: FloatArray, below: FloatArray, left_out: FloatArray) -> tuple[float, float]:
    """Return the interval of the median, from the share of games that have at most each of `parts`, and its errors.

    It holds all values that are not too low for half of the games, nor too high (Woodruff, JASA 1952).
    """
    off = WIDTH * standard_error(left_out)
    before = np.concatenate([[0.0], (below - off)[:-1]])  # the lower bound for games below the part before
    return float(parts[below + off >= 0.5].min()), float(parts[before <= 0.5].max())
