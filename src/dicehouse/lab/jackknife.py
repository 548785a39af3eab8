"""Intervals of what is found with a fitted model: the games are cut into groups, and everything is found anew without
each of them, the model included (the delete-a-group jackknife: Quenouille, Biometrika 1956; Tukey 1958).

An interval that took the model for known would be too narrow: other games would have given another model as well.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from dicehouse.bots.contests import Z
from dicehouse.bots.strength.elo import student

from .statistics import Interval, wilson

Floats = npt.NDArray[np.float64]
GROUPS = 20
WIDTH = student(GROUPS - 1)  # standard errors to either side: they come from few groups


def groups(games: int) -> npt.NDArray[np.int64]:
    """The group of each game: such as follow each other are together, so that bots sit everywhere in each group."""
    return np.arange(games) * GROUPS // games


def error(left_out: Floats) -> Floats:
    """The standard errors of figures that were found without each group in turn, a row for each."""
    away = left_out - left_out.mean(0)
    found: Floats = np.sqrt((GROUPS - 1) / GROUPS * (away * away).sum(0))
    return found


def mean(values: Floats, left_out: Floats) -> Interval:
    """The mean of a value of each game; never surer than if the model were known."""
    value, sd = float(values.mean()), float(values.std(ddof=1))
    half = WIDTH * max(float(error(left_out)), sd / sqrt(len(values)))
    return Interval(value, max(0.0, value - half), min(1.0, value + half), sd, len(values))


def share(flags: npt.NDArray[np.bool_], left_out: Floats) -> Interval:
    """The share of games that have it: Wilson's, for as many games without a model as would vary like these."""
    n, p = len(flags), float(flags.mean())
    return Interval(p, *near(p, n, float(error(left_out))), sqrt(p * (1 - p)), n)


def near(p: float, n: int, deviation: float) -> tuple[float, float]:
    """The interval of a share of n games with this standard error; never surer than n games without a model."""
    spread = p * (1 - p)
    worth = spread / (deviation * WIDTH / Z) ** 2 if deviation > 0 else inf
    worth = min(worth, float(n)) if spread > 0 else float(n)
    return wilson(p * worth, worth)


def median(parts: Floats, below: Floats, left_out: Floats) -> tuple[float, float]:
    """The interval of the median, from the share of games that have at most each of these parts, and its errors.

    It holds whatever is not too low for half of the games, nor too high (Woodruff, JASA 1952).
    """
    off = WIDTH * error(left_out)
    before = np.concatenate([[0.0], (below - off)[:-1]])  # surely less than the part itself
    return float(parts[below + off >= 0.5].min()), float(parts[before <= 0.5].max())
