"""Build the win curve of a match: every seat's chance before and after each decision and each chance event.

The values of segments and the costs of decisions are combined so that each row begins where the one before it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicehouse.records.record import Floats

from .reviewed_match import ReviewedMatch, ReviewedMove
from .segments import Segment
from .valuation import DecisionCost, Valuation


@dataclass
class WinChange:
    """Hold a decision or a chance event; `move` is None for the deal."""

    move: ReviewedMove | None
    chance: bool
    before: Floats
    after: Floats
    error: float
    best: int | None = None
    lost: float = 0.0  # how much more the best option would have gained for the seat that chose,
    cost_error: float = 0.0  # and the standard error of that
    text: str = ""  # text of the best option, if it is described freely, not listed


def build_win_curve(reviewed: ReviewedMatch, segments: Sequence[Segment], found: Valuation) -> list[WinChange]:
    """Return all decisions and chance events in their order, from the start to the outcome."""
    outcome = np.array(reviewed.outcome)
    entries: list[WinChange] = []
    after, after_error = outcome, np.zeros(reviewed.players)
    for place in reversed(range(len(segments))):
        segment, last = segments[place], segments[place].moves[-1]
        value = found.ends.get(place) if segment.chance else None
        costs = [_decision_cost(reviewed, found, move) for move in segment.moves]
        if value is None:  # no chance here: it has the value of the next position
            chosen, error = after, after_error
        else:
            chosen, error = value.returns, value.error
            if segment.at_once:
                chosen = chosen - sum(cost.taken for cost in costs)
            chosen = clip_chances(chosen)
            entries.append(WinChange(last, True, chosen, after, float(np.hypot(error, after_error).max())))
        for move, cost in zip(reversed(segment.moves), reversed(costs), strict=True):
            before = clip_chances(chosen + cost.taken) if cost.taken.any() else chosen
            if not move.forced:
                decision = cost.best, cost.lost, cost.cost_error, cost.text
                entries.append(WinChange(move, False, before, chosen, cost.error, *decision))
            chosen = before
        after, after_error = chosen, error
    start = starting_chances(reviewed, after)
    if (after != start).any():
        entries.append(WinChange(None, True, start, after, float(after_error.max())))
    return entries[::-1]


def starting_chances(reviewed: ReviewedMatch, dealt: Floats) -> Floats:
    """Return each seat's chance before the deal: equal, as long as the seats play against each other."""
    if not np.isclose(sum(reviewed.outcome), 1.0) or reviewed.players < 2:
        return dealt
    return np.full(reviewed.players, 1.0 / reviewed.players)


def clip_chances(chances: Floats) -> Floats:
    """Return shares of the win clipped to their bounds, which they may have left by an error."""
    found: Floats = np.clip(chances, 0.0, 1.0)
    total = found.sum()
    return found / total if abs(chances.sum() - 1.0) < 1e-6 and total > 0.0 else found


def _decision_cost(reviewed: ReviewedMatch, found: Valuation, move: ReviewedMove) -> DecisionCost:
    return found.costs.get(move.number) or DecisionCost(np.zeros(reviewed.players))
