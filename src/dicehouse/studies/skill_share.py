"""Estimate luck against skill: which part of the variance of winning comes from who plays how well.

Var W = Var(E[W | who plays]) + E[Var(W | who plays)]: the first is skill, the second luck. Each bot plays alone among
copies of each other bot. The variance of the means of these pairs also contains chance, and that part is subtracted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import study_statistics as st
from .chunks import Tallies
from .play_kernel import SHARE
from .result_types import BotMatchup, SkillShare
from .study_plan import StudyPlan

N_RESAMPLES = 2_000


def estimate_skill(plan: StudyPlan, part: Tallies, family: Sequence[int], sequence: bool = False) -> SkillShare | None:
    """Return the skill of a family's base, None if its levels were not played."""
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
    share = _skill_share(means, within, n)
    luck = np.random.default_rng(plan.seed)
    spread = np.sqrt(within / n)
    tried = [_skill_share(means + spread * luck.standard_normal(n.shape), within, n, 2.0) for _ in range(N_RESAMPLES)]
    low, high = (float(end) for end in np.quantile(tried, (st.ERROR_RATE / 2, 1 - st.ERROR_RATE / 2)))
    duels = [
        _bot_matchup(bots[a], bots[b], [int(each) for each in pairs[a, b]], sequence)
        for a in range(len(bots))
        for b in range(len(bots))
    ]
    return SkillShare(list(bots), share, max(0.0, low), min(1.0, high), duels, part.tallies[place].unfinished)


def _skill_share(means: np.ndarray, within: np.ndarray, n: np.ndarray, noise: float = 1.0) -> float:
    """Return the share of the variance between pairs; `noise` is how often the variance of chance is in the means."""
    between = max(float(means.var()) - noise * float((within / n).mean()), 0.0)
    whole = between + float(within.mean())
    return between / whole if whole > 0 else 0.0


def _bot_matchup(bot: str, others: str, sums: Sequence[int], sequence: bool) -> BotMatchup:
    found = st.share_interval(sums[0], sums[1], sums[2], SHARE, sequence)
    return BotMatchup(bot, others, found.value, found.low, found.high, sums[0])
