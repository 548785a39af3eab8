"""Find the values of a match by rollouts: what each segment was worth and what each decision cost, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dicehouse.core import Seeded
from dicehouse.core.policy import SENSIBLE_KIND
from dicehouse.engine import DiceBox
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.position_rollouts import Rollouts, standard_errors
from dicehouse.records.record import Bytes, Floats

from .decision_cost import DecisionTrial
from .review_budget import MODEL_SHARE, ROLLOUTS_SHARE, VALUES_SHARE, ReviewBudget
from .reviewed_match import ReviewedMatch, ReviewedMove
from .segments import Segment
from .valuation import DecisionCost, SegmentValue, Valuation
from .value_model import train_value_model

FIRST_ROUND = 8  # rollouts of each option and segment in the first round, doubled in each round
MAX_ROUND = 64  # the most rollouts in one round
MIXED_SAMPLES = 40  # how often a policy is sampled where seats choose simultaneously

POLICY_SAMPLES = 2  # how often it is sampled elsewhere
MAX_MODEL_ERROR = 0.05  # the largest error with which a model may value segments; a worse one only compares options
DECISION_WEIGHT = 2  # rollouts of a decision per rollout of a segment: luck and skill depend on it
MAX_CHECKED = 8
UNSHARED_ERROR = 0.3  # the part of a model's error that close positions do not share


def find_rollout_values(
    reviewed: ReviewedMatch, segments: Sequence[Segment], futures: Rollouts, budget: ReviewBudget
) -> Valuation:
    """Spend the budget: each round samples every segment, then tries every decision that is still open."""
    anchors = [_anchor_move(segment) for segment in segments if segment.chance]
    wrong = train_value_model(reviewed, anchors, futures, lambda: budget.is_spent(MODEL_SHARE))
    samples: dict[int, Floats] = {}
    trials = [
        trial
        for segment in segments
        for move in segment.moves
        if (trial := _make_trial(reviewed, segment, move, futures))
    ]
    for trial in trials:
        trial.uses_model = wrong is not None
    trials.sort(key=lambda trial: trial.usual)  # decisions that differ from the policy matter most
    n, share = FIRST_ROUND, VALUES_SHARE if wrong is None else ROLLOUTS_SHARE
    while True:
        before = futures.played
        for trial in trials:
            if not trial.usual and not budget.is_spent(share):
                trial.play_rollouts(futures, DECISION_WEIGHT * n)
        for place, segment in enumerate(segments):
            if segment.chance and not budget.is_spent(share):
                _sample_segment(samples, place, segment, futures, n, wrong is None or wrong > MAX_MODEL_ERROR)
        for trial in trials:
            if trial.usual and not trial.is_settled and not budget.is_spent(share):
                trial.play_rollouts(futures, n)
        if budget.is_spent(share) or futures.played == before:  # or everything is settled
            break
        n = min(2 * n, MAX_ROUND)
    if wrong is not None:
        _check_mistakes(trials, futures, budget, reviewed.players)
    found = Valuation(wrong=wrong or 0.0)
    alike = UNSHARED_ERROR * found.wrong
    for place, rows in samples.items():
        found.ends[place] = SegmentValue(
            rows.mean(0), np.hypot(standard_errors(rows), alike if found.wrong <= MAX_MODEL_ERROR else 0.0)
        )
    for trial in trials:
        taken, error = trial.policy_regret(reviewed.players)
        lost, its_error, best = trial.find_mistake(reviewed.players)
        found.costs[trial.move.number] = DecisionCost(taken, error, best, float(lost[trial.move.seat]), its_error)
    return found


def _check_mistakes(trials: Sequence[DecisionTrial], futures: Rollouts, budget: ReviewBudget, players: int) -> None:
    """Play the costliest mistakes according to the model to the end of the game, as long as there is time."""
    costly = []
    for trial in trials:
        taken, _, best = trial.find_mistake(players, provisional=True)
        if best is not None:
            costly.append((float(taken[trial.move.seat]), trial, best))
    costly = sorted(costly, key=lambda each: -each[0])[:MAX_CHECKED]
    while costly and not budget.is_spent(VALUES_SHARE):
        for _, trial, best in costly:
            if not budget.is_spent(VALUES_SHARE):
                trial.check_best(futures, best, FIRST_ROUND)


def _anchor_move(segment: Segment) -> ReviewedMove:
    """Return the move whose position determines the value of a segment."""
    return segment.moves[0] if segment.at_once else segment.moves[-1]


def _sample_segment(
    samples: dict[int, Floats], place: int, segment: Segment, futures: Rollouts, n: int, ends: bool
) -> None:
    """Add rollouts to the samples of a segment."""
    old = samples.get(place)
    move = _anchor_move(segment)
    first = [] if segment.at_once else [(move.seat, move.action)]
    if old is not None and len(old) >= 64 and not (old - old[0]).any():
        return  # the result is certain
    more = futures.play_rollouts(move.position, 0 if old is None else len(old), n, first, to_the_end=ends)
    samples[place] = more if old is None else np.concatenate([old, more])


def _make_trial(
    reviewed: ReviewedMatch, segment: Segment, move: ReviewedMove, futures: Rollouts
) -> DecisionTrial | None:
    """Return the trial of a decision; None if there was no choice, or the choice belongs to a mixed strategy."""
    if move.forced:
        return None
    position = reviewed.positions[move.known] if segment.at_once else move.position
    hidden = segment.at_once or not reviewed.game.hooks.SAME_FOR_ALL
    usual = sample_policy(reviewed, position, move.seat, futures, MIXED_SAMPLES if segment.at_once else POLICY_SAMPLES)
    if segment.at_once and move.action in usual:
        return None
    same = futures.dice_decide and usual == {move.action}
    return DecisionTrial(move, position, hidden, sorted(usual), usual=same)


def sample_policy(
    reviewed: ReviewedMatch, position: bytes, seat: int, futures: Rollouts, times: int, begin: int = 0
) -> set[int]:
    """Return `times` choices of the game's own policy in this position; the random streams are counted from `begin`."""
    size, chosen = len(position), set()
    work: Bytes = np.zeros(2 * size, np.uint8)
    box: Any = DiceBox(written=False)
    scores = np.zeros(MAX_SEATS)
    for number in range(begin, begin + times):
        work[:size] = np.frombuffer(position, np.uint8)
        Seeded(f"review|{seat}").prepare(box.dice, number)
        call = match_program(reviewed.game).choose_action
        chosen.add(int(call(reviewed.game, work, seat, SENSIBLE_KIND, futures.memo, scores, box.memory)))
    return chosen
