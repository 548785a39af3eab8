"""Luck against skill: which part of the variance of winning comes from who plays how well.

Var W = Var(E[W | who plays]) + E[Var(W | who plays)]: the first is skill, the second luck. Bots are crossed, each alone
among others of each; the variance of the pairs' means is freed of what chance adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import statistics as st
from .chunks import Part
from .findings import Duel, Skill
from .plan import Plan
from .watching import SHARE

RESAMPLED = 2_000


def skill_of(plan: Plan, part: Part, family: Sequence[int], sequence: bool = False) -> Skill | None:
    """The skill of a family's base, if its levels were played."""
    place = next((place for place in family if plan.cells[place].levels), None)
    if place is None:
        return None
    bots, pairs = plan.cells[place].bots, part.tallies[place].pairs
    n = np.array([[pairs.get((a, b), (0, 0, 0))[0] for b in range(len(bots))] for a in range(len(bots))], np.float64)
    if (n < 2).any():
        return None
    x = np.array([[pairs[a, b][1] for b in range(len(bots))] for a in range(len(bots))]) / SHARE
    xx = np.array([[pairs[a, b][2] for b in range(len(bots))] for a in range(len(bots))]) / SHARE**2
    means = x / n
    within = (xx - n * means**2) / (n - 1)
    share = _share(means, within, n)
    luck = np.random.default_rng(plan.seed)
    spread = np.sqrt(within / n)
    tried = [_share(means + spread * luck.standard_normal(n.shape), within, n, 2.0) for _ in range(RESAMPLED)]
    low, high = (float(end) for end in np.quantile(tried, (st.RISK / 2, 1 - st.RISK / 2)))
    duels = [
        _duel(bots[a], bots[b], [int(each) for each in pairs[a, b]], sequence)
        for a in range(len(bots))
        for b in range(len(bots))
    ]
    return Skill(list(bots), share, max(0.0, low), min(1.0, high), duels, part.tallies[place].unfinished)


def _share(means: np.ndarray, within: np.ndarray, n: np.ndarray, noise: float = 1.0) -> float:
    """Of the whole variance, that between pairs; `noise` is how often chance has been added to the means."""
    between = max(float(means.var()) - noise * float((within / n).mean()), 0.0)
    whole = between + float(within.mean())
    return between / whole if whole > 0 else 0.0


def _duel(bot: str, others: str, sums: Sequence[int], sequence: bool) -> Duel:
    found = st.share(sums[0], sums[1], sums[2], SHARE, sequence)
    return Duel(bot, others, found.value, found.low, found.high, sums[0])
