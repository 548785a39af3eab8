"""Find values in games with measured throws: each throw is simulated again, and the game evaluates the outcomes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from dicehouse.core.policy import BotTraits
from dicehouse.engine import Position, engine_of
from dicehouse.engine.position_rollouts import standard_errors
from dicehouse.errors import DicehouseError
from dicehouse.records.record import Floats
from dicehouse.records.sentinels import NO_ACTION

from .decision_cost import BETTER_ERRORS
from .review_budget import VALUES_SHARE, ReviewBudget
from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .segments import Segment
from .valuation import DecisionCost, SegmentValue, Valuation

TRIALS_PER_ROUND = 4  # trials of each throw in a round
MAX_TRIALS = 48  # trials of each throw in total
OTHER_AIM = BotTraits(looks=1, fancy=20, tempted=8)  # traits of the policy whose aim is tried as the alternative
UNTRIED_ERROR = 0.1  # the error of a value that is estimated without trials


class ThrowTrials:
    """Hold all simulated throws: shares of the win by move, for what was played and for the aim of the policy."""

    def __init__(self, reviewed: ReviewedMatch, seed: int | str) -> None:
        self._reviewed, self._seed = reviewed, seed
        self.played = 0
        self.own: dict[int, Floats] = {}
        self.other: dict[int, Floats] = {}
        self.aims: dict[int, str] = {}

    def simulate_throw(self, move: ReviewedMove) -> None:
        """Simulate a throw a few more times, and another aim as often."""
        here = copy_position(self._reviewed.game, move.position)
        if move.number not in self.aims:
            luck = random.Random(f"{self._seed}|{move.number}|aim")
            self.aims[move.number] = self._reviewed.game.hooks.choose(here.state, move.seat, OTHER_AIM, luck)
        for rows, text in ((self.own, move.option), (self.other, self.aims[move.number])):
            old = rows.get(move.number, np.zeros((0, self._reviewed.players)))
            luck = random.Random(f"{self._seed}|{move.number}|{len(old)}|{text}")
            rows[move.number] = np.concatenate([old, self._try_throw(here, move.seat, text, luck)])

    def _try_throw(self, here: Position, seat: int, text: str, luck: random.Random) -> Floats:
        self.played += TRIALS_PER_ROUND
        try:
            found = _physics_engine(self._reviewed).prospects(here, seat, text, TRIALS_PER_ROUND, luck)
        except DicehouseError:  # it can't be repeated
            found = []
        return np.array(found, float).reshape(-1, self._reviewed.players)


def find_physics_values(
    reviewed: ReviewedMatch, segments: Sequence[Segment], trials: ThrowTrials, budget: ReviewBudget
) -> Valuation:
    """Simulate all throws again, equally often, until the budget is spent."""
    thrown = [segment.moves[-1] for segment in segments if segment.chance]
    for _ in range(MAX_TRIALS // TRIALS_PER_ROUND):
        for move in thrown:
            if not budget.is_spent(VALUES_SHARE):
                trials.simulate_throw(move)
    found = Valuation()
    for place, segment in enumerate(segments):
        move = segment.moves[-1]
        rows = trials.own.get(move.number, np.zeros(0))
        if segment.chance and len(rows) > 1:
            found.ends[place] = SegmentValue(rows.mean(0), standard_errors(rows))
            found.costs[move.number] = _decision_cost(
                rows, trials.other[move.number], move.seat, trials.aims[move.number]
            )
        elif segment.chance:
            found.ends[place] = SegmentValue(
                current_chances(reviewed, move.number), np.full(reviewed.players, UNTRIED_ERROR)
            )
    return found


def _decision_cost(own: Floats, other: Floats, seat: int, aim: str) -> DecisionCost:
    """Return what another aim would have gained; it is reported as better if the difference is clear."""
    if len(other) < len(own):
        return DecisionCost(np.zeros(own.shape[1]))
    taken = other.mean(0) - own.mean(0)
    error = float(np.hypot(standard_errors(own)[seat], standard_errors(other)[seat]))
    if taken[seat] > BETTER_ERRORS * error:
        return DecisionCost(taken, error, NO_ACTION, float(taken[seat]), error, aim)
    return DecisionCost(taken, error)


def current_chances(reviewed: ReviewedMatch, number: int) -> Floats:
    """Return all seats' chances after `number` actions, as the game evaluates the position."""
    here = copy_position(reviewed.game, reviewed.positions[number])
    return np.array(_physics_engine(reviewed).prospects(here, 0, "", 1, random.Random(0))[0])


def _physics_engine(reviewed: ReviewedMatch) -> Any:
    """Return the game's own engine, which can simulate a throw again and evaluate the chances after it."""
    return engine_of(reviewed.game)
