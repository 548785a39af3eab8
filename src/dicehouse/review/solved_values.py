"""Find the values of a solved game: they are exact, and nothing is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .segments import Segment
from .valuation import DecisionCost, SegmentValue, Valuation

TWO_PLAYERS = 2  # one seat's chance determines the other's only with two players


def solved_chances(reviewed: ReviewedMatch) -> list[float] | None:
    """Return the first seat's chance to win in every position of the match; None if one of them is not known."""
    if reviewed.players != TWO_PLAYERS or reviewed.game.engine is not None:
        return None
    found = []
    for data in reviewed.positions:
        chance = reviewed.game.hooks.exact_chance(copy_position(reviewed.game, data).state, 0)
        if chance is None:
            return None
        found.append(chance)
    return found


def find_solved_values(reviewed: ReviewedMatch, segments: Sequence[Segment], chances: Sequence[float]) -> Valuation:
    """Return the exact values of every segment and the costs of every decision."""
    found = Valuation()
    for place, segment in enumerate(segments):
        for move in segment.moves:
            found.costs[move.number] = _decision_cost(reviewed, move)
        last = segment.moves[-1]
        before = chances[last.number - 1]
        returns = np.array([before, 1.0 - before]) - found.costs[last.number].taken
        found.ends[place] = SegmentValue(returns, np.zeros(TWO_PLAYERS))
    return found


def _decision_cost(reviewed: ReviewedMatch, move: ReviewedMove) -> DecisionCost:
    """Return how much more the best choice wins than the one that was made."""
    if move.forced:
        return DecisionCost(np.zeros(TWO_PLAYERS))
    here = copy_position(reviewed.game, move.position)
    describe = reviewed.game.hooks.describe_action
    facts = {action: describe(here.state, move.seat, action).facts for action in move.options}
    wins = {action: float(fact["wins"]) for action, fact in facts.items() if fact.get("wins") is not None}
    if len(wins) < len(facts):
        return DecisionCost(np.zeros(TWO_PLAYERS))
    best = max(wins, key=lambda action: wins[action])
    lost = wins[best] - wins[move.action]
    taken = np.full(TWO_PLAYERS, -lost)
    taken[move.seat] = lost
    return DecisionCost(taken, 0.0, best if lost > 0.0 else None, lost)
