"""Find the values of a match by rollouts from its positions.

Each value comes from its position alone. It is the same whatever was played later, and the same as in a match that is
still running. A decision changes the value of the position before it, where the policy goes on, to that of the position
after it. What comes between two decisions that nobody could foresee is luck.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicehouse.core import Seeded
from dicehouse.core.policy import SENSIBLE_KIND
from dicehouse.engine import DiceBox, engine_of
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.position_rollouts import NO_OBSERVER, Rollouts
from dicehouse.engine.thought import Parts
from dicehouse.records.record import Bytes, Floats
from dicehouse.records.sentinels import NO_ACTION

from .position_values import PositionValues, Question, mean_errors, position_stream
from .review_budget import ROLLOUTS_SHARE, VALUES_SHARE, ReviewBudget
from .review_rollouts import ReviewRollouts
from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position, lead_to_the_same
from .typical_game import TypicalGame
from .valuation import DecisionValue, Valuation

FIRST_ROUND = 16  # rollouts of each position in the first round, doubled in each round
EQUAL_ROLLOUTS = 256  # of each position; then those of decisions get more where it helps most
MAX_ROLLOUTS = 16_384  # of each position
LARGEST_ROUND = 512  # rollouts of a position in one round
LEAST_KNOWN = 3  # in each round one chain of decisions in so many gets more rollouts
MIN_ROLLOUTS = 4
MIXED_SAMPLES = 40  # how often a policy is sampled where seats choose simultaneously,
POLICY_SAMPLES = 2  # and elsewhere
CLEAR_ERRORS = 2.5  # standard errors by which a decision must be worse than the usual one for a better one to be named
BETTER_ERRORS = 1.5  # standard errors by which that must be better than what was played, in other rollouts
MAX_COSTLY = 8  # decisions for which a better option is looked for among all options
MAX_CANDIDATES = 12  # options tried for each of them
BETTER_ROLLOUTS = 512  # rollouts of each, at most
ESTIMATE_ERROR = (
    0.003  # standard error of the change by a decision where the game's estimate stands for play to the end
)


@dataclass(frozen=True)
class DecisionQuestions:
    """Hold what is asked about one decision: its value with the usual choice, and with the choice that was made."""

    move: ReviewedMove
    position: bytes  # in which the seat got this decision, before others made hidden choices
    usual: Question
    chosen: Question
    usual_actions: tuple[int, ...]
    chain: int  # decisions with the same number get the same dice, so their errors are not independent


@dataclass(frozen=True)
class ReviewPlan:
    """Hold what a review asks about a match, in the order of its moves."""

    anchors: dict[int, Question]  # by the number of actions before the position
    luck_after: frozenset[int]
    decisions: list[DecisionQuestions]


def find_rollout_values(
    reviewed: ReviewedMatch, futures: ReviewRollouts, typical: TypicalGame, budget: ReviewBudget
) -> Parts[Valuation]:
    """Spend the budget, in equal parts on all positions."""
    values = PositionValues(reviewed.game, futures)
    plan = yield from plan_review(reviewed, values, futures, typical)
    if budget.simulations:
        usual_questions = typical.decisions + typical.chance_moves + 1
        n = max(MIN_ROLLOUTS, round(ROLLOUTS_SHARE * budget.simulations / usual_questions))
        yield from values.rollouts(n, budget)
    else:
        yield from _play_rounds(plan, values, futures, budget)
    better = yield from _find_better_options(reviewed, plan, values, futures, typical, budget)
    decisions = {}
    for each in plan.decisions:
        error = mean_errors(values.change(each.usual, each.chosen))
        decisions[each.move.number] = DecisionValue(
            values.value(each.usual).returns,
            values.value(each.chosen).returns,
            np.hypot(error, _estimate_error(futures)) * values.slope(each.usual),
            better.get(each.move.number),
        )
    anchors = {number: values.value(question) for number, question in plan.anchors.items()}
    return Valuation(anchors, plan.luck_after, decisions, _total_error(plan, values, futures))


def _play_rounds(
    plan: ReviewPlan, values: PositionValues, futures: ReviewRollouts, budget: ReviewBudget
) -> Parts[None]:
    """Play more rollouts of all positions, the same number of each; then more where decisions are known worst."""
    n = before = 0
    while len(values) and n < EQUAL_ROLLOUTS:
        before, n, began = n, max(FIRST_ROUND, 2 * n), budget.spent
        yield from values.rollouts(n, budget)
        next_round = (budget.spent - began) * n / (n - before)  # of the budget, for as many again
        while budget.spent + next_round > ROLLOUTS_SHARE:
            factor = budget.extend_for(_half_width(plan, values, futures))
            if factor == 1.0:
                more = int(n * (ROLLOUTS_SHARE - budget.spent) / next_round)
                if more >= n // 4:
                    yield from values.rollouts(n + more, budget)
                return
            next_round *= factor
    while least_known := _least_known_chains(plan, values):
        for questions, length in least_known:
            if not budget.is_spent(ROLLOUTS_SHARE):
                yield from values.rollouts(min(2 * length, length + LARGEST_ROUND), budget, questions)
        if budget.is_spent(ROLLOUTS_SHARE) and budget.extend_for(_half_width(plan, values, futures)) == 1.0:
            return


def _half_width(plan: ReviewPlan, values: PositionValues, futures: ReviewRollouts) -> float:
    """Return half the width of the 95% interval of luck and skill, of the seat for which it is widest."""
    return 2.0 * float(_total_error(plan, values, futures).max())


def _least_known_chains(plan: ReviewPlan, values: PositionValues) -> list[tuple[list[Question], int]]:
    """Return the chains for which more rollouts help most, each with its questions and its number of rollouts."""
    found = []
    for chain, change in _chain_changes(plan, values).items():
        if len(change) < MAX_ROLLOUTS:
            questions = [
                question for each in plan.decisions if each.chain == chain for question in (each.usual, each.chosen)
            ]
            found.append((float(mean_errors(change).max()) ** 2 / len(change), questions, len(change)))
    found.sort(key=lambda each: -each[0])
    return [(questions, length) for _, questions, length in found[: len(found) // LEAST_KNOWN + 1]]


# --- what is asked


def plan_review(
    reviewed: ReviewedMatch, values: PositionValues, futures: ReviewRollouts, typical: TypicalGame
) -> Parts[ReviewPlan]:
    """Ask for the values of all positions and decisions that the review of a match needs."""
    open_to_all = reviewed.game.hooks.SAME_FOR_ALL
    anchors = {0: values.ask(reviewed.positions[0], None, NO_OBSERVER, position_stream(reviewed.positions[0]))}
    luck: set[int] = set()
    decisions: list[DecisionQuestions] = []
    stream, chain, unforeseen = anchors[0].stream, 0, False
    for move in reviewed.moves:
        yield None
        asked = _ask_decision(reviewed, move, values, futures, typical, stream, chain)
        if asked:
            decisions.append(asked)
        unforeseen = unforeseen or (move.at_once and not _is_usual(reviewed, move, futures))
        after = reviewed.positions[move.number]
        over = engine_of(reviewed.game).over(copy_position(reviewed.game, after))
        new_turn = not (open_to_all or typical.dice_decide) and _turn(reviewed, after) != move.turn
        if move.chance or over or new_turn or (unforeseen and not _is_awaited(reviewed, move, after)):
            luck.add(move.number)
            unforeseen = False
            if typical.dice_decide:
                stream, chain = position_stream(after), chain + 1
            anchors[move.number] = values.ask(after, None, NO_OBSERVER, stream)
    return ReviewPlan(anchors, frozenset(luck), decisions)


def _turn(reviewed: ReviewedMatch, position: bytes) -> int:
    return int(reviewed.game.hooks.turns_begun(copy_position(reviewed.game, position).state))


def _is_awaited(reviewed: ReviewedMatch, move: ReviewedMove, after: bytes) -> bool:
    """Return True if another seat that was asked at the same time still has to choose."""
    acting = engine_of(reviewed.game).acting(copy_position(reviewed.game, after))
    return any(seat in move.asked for seat in acting if seat != move.seat)


def _ask_decision(
    reviewed: ReviewedMatch,
    move: ReviewedMove,
    values: PositionValues,
    futures: ReviewRollouts,
    typical: TypicalGame,
    stream: int,
    chain: int,
) -> DecisionQuestions | None:
    """Ask about a decision; return None if there was no choice, or if it was the policy's own."""
    if move.forced:
        return None
    usual = _usual_actions(reviewed, move, futures)
    if move.action in usual and (move.at_once or (typical.dice_decide and len(usual) == 1)):
        return None
    position = reviewed.positions[move.known] if move.at_once else move.position
    sure = typical.dice_decide and len(usual) == 1 and move.action != NO_ACTION
    if sure and lead_to_the_same(reviewed.game, position, move.seat, [move.action, *usual]):
        return None
    observer = move.seat if move.at_once or not reviewed.game.hooks.SAME_FOR_ALL else NO_OBSERVER
    after = reviewed.positions[move.number]
    if move.chance or move.at_once:
        if move.action == NO_ACTION:
            return None  # it was described freely, not listed, so it can't be repeated
        chosen = values.ask(position, (move.seat, move.action), observer, stream)
    else:
        chosen = values.ask(after, None, observer, stream)
    return DecisionQuestions(
        move, position, values.ask(position, None, observer, stream), chosen, tuple(sorted(usual)), chain
    )


def _usual_actions(reviewed: ReviewedMatch, move: ReviewedMove, futures: ReviewRollouts) -> set[int]:
    position = reviewed.positions[move.known] if move.at_once else move.position
    return sample_policy(reviewed, position, move.seat, futures, MIXED_SAMPLES if move.at_once else POLICY_SAMPLES)


def _is_usual(reviewed: ReviewedMatch, move: ReviewedMove, futures: ReviewRollouts) -> bool:
    """Return True if the policy would always have chosen the same."""
    return move.forced or _usual_actions(reviewed, move, futures) == {move.action}


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


# --- what is found


def _estimate_error(futures: ReviewRollouts) -> float:
    return ESTIMATE_ERROR if futures.uses_estimate else 0.0


def _total_error(plan: ReviewPlan, values: PositionValues, futures: ReviewRollouts) -> Floats:
    """Return the standard errors of the sums of all decisions, by seat.

    Within a chain most errors of the values in between cancel: what one decision is said to lead to, the next one
    begins with.
    """
    slopes: dict[int, list[Floats]] = {}
    for each in plan.decisions:
        slopes.setdefault(each.chain, []).append(values.slope(each.usual))
    squares = [
        (mean_errors(change) ** 2 + _estimate_error(futures) ** 2) * np.mean(slopes[chain], axis=0) ** 2
        for chain, change in _chain_changes(plan, values).items()
    ]
    found: Floats = np.sqrt(np.sum([np.zeros(futures.players), *squares], axis=0))
    return found


def _chain_changes(plan: ReviewPlan, values: PositionValues) -> dict[int, Floats]:
    """Return the sums of the changes by the decisions of each chain, by rollout and seat."""
    found: dict[int, Floats] = {}
    for each in plan.decisions:
        change = values.change(each.usual, each.chosen)
        old = found.get(each.chain)
        if old is not None:
            n = min(len(old), len(change))
            change = old[:n] + change[:n]
        found[each.chain] = change
    return found


def _find_better_options(
    reviewed: ReviewedMatch,
    plan: ReviewPlan,
    values: PositionValues,
    futures: ReviewRollouts,
    typical: TypicalGame,
    budget: ReviewBudget,
) -> Parts[dict[int, int]]:
    """Return an option that is better than the one played, for decisions that clearly cost something."""
    found: dict[int, int] = {}
    costly = []
    for each in plan.decisions:
        seat, change = each.move.seat, values.change(each.usual, each.chosen)
        error = float(np.hypot(mean_errors(change)[seat], _estimate_error(futures)))
        lost = -float(change.mean(0)[seat])
        if lost <= CLEAR_ERRORS * error:
            continue
        if typical.dice_decide and len(each.usual_actions) == 1:
            found[each.move.number] = each.usual_actions[0]
        else:
            costly.append((lost, each))
    for _, each in sorted(costly, key=lambda pair: -pair[0])[:MAX_COSTLY]:
        if not budget.simulations and budget.is_spent(VALUES_SHARE):
            break
        best = yield from _find_best_option(each, values, futures)
        if best is not None:
            found[each.move.number] = best
    return found


def _find_best_option(asked: DecisionQuestions, values: PositionValues, futures: ReviewRollouts) -> Parts[int | None]:
    """Return the best of some options: one half of the rollouts selects it, the other must confirm it."""
    move, own = asked.move, values.rows(asked.chosen)
    n = min(len(own), BETTER_ROLLOUTS)
    others = [action for action in move.options if action != move.action]
    random.Random(move.number).shuffle(others)
    others.sort(key=lambda action: action not in asked.usual_actions)
    begin = asked.usual.stream
    rows = {}
    for action in others[:MAX_CANDIDATES]:
        rows[action] = yield from futures.rollouts(
            asked.position, begin, n, [(move.seat, action)], asked.usual.observer
        )
    if not rows or n < 2 * MIN_ROLLOUTS:
        return None
    half = n // 2
    best = max(rows, key=lambda action: float(rows[action][:half, move.seat].mean()))
    more = (rows[best][half:, move.seat] - own[half:n, move.seat])[:, None]
    return best if float(more.mean()) > BETTER_ERRORS * float(mean_errors(more)[0]) else None
