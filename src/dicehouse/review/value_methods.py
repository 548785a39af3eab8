"""Provide the three methods to value a match: exact solution, rollouts, or repeated throws; and the rarity
of its luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from dicehouse.engine.thought import Parts
from dicehouse.i18n import join_sentences

from .commentary import find_turning_points
from .forecast import Table, make_rollouts
from .luck_rarity import (
    RarityCount,
    is_great_luck,
    lucky_seat,
    rarity_by_rollouts,
    rarity_by_trials,
    rarity_when_solved,
)
from .physics_values import ThrowTrials, find_physics_values
from .review_budget import ReviewBudget, RolloutCounter
from .review_result import CHANCE, EXACT, MODEL, SEARCH, ReviewRow
from .review_rollouts import check_estimate_in_parts
from .reviewed_match import ReviewedMatch
from .rollout_values import find_rollout_values
from .solved_values import find_solved_values, solved_chances
from .typical_game import typical_game_in_parts
from .valuation import Valuation
from .win_curve import WinChange

GreatLuck = Sequence[tuple[WinChange, ReviewRow]]  # chance events, each of one move


class ValueMethod(Protocol):
    """Find values and rarities for a review, in parts."""

    @property
    def method(self) -> str:
        """Return the name of the method."""

    @property
    def counter(self) -> RolloutCounter:
        """Return the counter of its rollouts or trials."""

    def values(self, budget: ReviewBudget) -> Parts[Valuation]:
        """Return the values of positions and what the decisions changed."""

    def find_rarity(self, great: GreatLuck, budget: ReviewBudget) -> Parts[Mapping[int, RarityCount]]:
        """Return how rare such good or bad luck is, by the number of the move; what can't be told is missing."""


class SolvedMethod:
    """Value a race that was solved; `chances` are the first seat's chances in every position."""

    method = EXACT

    def __init__(self, reviewed: ReviewedMatch, chances: Sequence[float]) -> None:
        self._reviewed, self._chances = reviewed, chances
        self.counter: RolloutCounter = ThrowTrials(reviewed, 0)  # an empty counter

    def values(self, budget: ReviewBudget) -> Parts[Valuation]:
        yield None
        return find_solved_values(self._reviewed, self._chances)

    def find_rarity(self, great: GreatLuck, budget: ReviewBudget) -> Parts[Mapping[int, RarityCount]]:
        found = {}
        for entry, row in great:
            if (move := entry.move) is not None:
                after, luck = self._chances[move.number], row.luck[move.seat]
                found[move.number] = yield from rarity_when_solved(self._reviewed, move, after, luck)
        return found


class PhysicsMethod:
    """Value a game with measured throws by repeating them."""

    method = MODEL

    def __init__(self, reviewed: ReviewedMatch, seed: int | str, levels: Sequence[str]) -> None:
        self._reviewed, self.counter = reviewed, ThrowTrials(reviewed, seed)
        table = Table(reviewed.game, reviewed.players, reviewed.match.settings, levels)
        self._typical, self._sharpness = table.typical_game(), table.sharpness

    def values(self, budget: ReviewBudget) -> Parts[Valuation]:
        yield None
        return find_physics_values(self._reviewed, self.counter, self._typical, budget, self._sharpness)

    def find_rarity(self, great: GreatLuck, budget: ReviewBudget) -> Parts[Mapping[int, RarityCount]]:
        """Repeat the throws a few more times as long as there is time, and count."""
        moves = {entry.move.number: entry.move for entry, _ in great if entry.move}
        while moves and not budget.is_spent():
            yield None
            for move in moves.values():
                if not budget.is_spent():
                    self.counter.simulate_throw(move)
        counts = {
            entry.move.number: rarity_by_trials(self._reviewed, self.counter, entry.move, row.luck[entry.move.seat])
            for entry, row in great
            if entry.move
        }
        return {number: count for number, count in counts.items() if count}


class RolloutMethod:
    """Value any other game by rollouts from its positions."""

    method = SEARCH

    def __init__(self, reviewed: ReviewedMatch, seed: int | str, levels: Sequence[str]) -> None:
        self._reviewed, match = reviewed, reviewed.match
        table = Table(match.game, match.players, match.settings, levels)
        self._typical = table.typical_game()
        self.counter = make_rollouts(table, seed)

    def values(self, budget: ReviewBudget) -> Parts[Valuation]:
        return (yield from find_rollout_values(self._reviewed, self.counter, self._typical, budget))

    def find_rarity(self, great: GreatLuck, budget: ReviewBudget) -> Parts[Mapping[int, RarityCount]]:
        great = great if self._typical.dice_decide else []
        return (yield from rarity_by_rollouts(self._reviewed, great, self.counter, budget))


def choose_method(reviewed: ReviewedMatch, seed: int | str, levels: Sequence[str] = ()) -> Parts[ValueMethod]:
    """Return, in parts, the best method to value this match between players of these `levels`."""
    chances = solved_chances(reviewed)
    if chances is not None:
        return SolvedMethod(reviewed, chances)
    given = reviewed.game, reviewed.players, reviewed.match.settings
    typical = yield from typical_game_in_parts(*given)  # both methods need it
    if reviewed.game.engine is not None:
        return PhysicsMethod(reviewed, seed, levels)
    if typical.dice_decide:
        yield from check_estimate_in_parts(*given)
    return RolloutMethod(reviewed, seed, levels)


def add_rarity(
    way: ValueMethod, entries: Sequence[WinChange], rows: list[ReviewRow], budget: ReviewBudget
) -> Parts[list[ReviewRow]]:
    """Return the rows with the rarity of the luck that turned the match."""
    great = {
        at: entries[at]
        for at in find_turning_points(rows)
        if rows[at].kind == CHANCE and is_great_luck(entries[at], rows[at])
    }
    found = yield from way.find_rarity([(entry, rows[at]) for at, entry in great.items()], budget)
    explained = list(rows)
    for at, entry in great.items():
        count = found.get(entry.move.number) if entry.move else None
        words = count.words(rows[at].luck[lucky_seat(entry, rows[at])] > 0) if count else ""
        if count and words:
            explained[at] = replace(rows[at], says=join_sentences(rows[at].says, words), odds=count.share)
    return explained
