"""Find the values of a solved game: they are exact, and nothing is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dicehouse.records.record import Floats

from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .valuation import DecisionValue, PositionValue, Valuation

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


def find_solved_values(reviewed: ReviewedMatch, chances: Sequence[float]) -> Valuation:
    """Return the exact values of all positions, and of all decisions against the best choice."""
    last = len(reviewed.moves)
    luck = frozenset(move.number for move in reviewed.moves if move.chance or move.number == last)
    positions = {number: PositionValue(_both_seats(0, chances[number]), np.zeros(TWO_PLAYERS)) for number in (0, *luck)}
    decisions = {}
    now = positions[0].returns
    for move in reviewed.moves:
        decision = None if move.forced else _decision_value(reviewed, move, now)
        if decision is not None:
            decisions[move.number] = decision
            now = decision.chosen
        if move.number in luck:
            now = positions[move.number].returns
    return Valuation(positions, luck, decisions, np.zeros(TWO_PLAYERS))


def _both_seats(seat: int, chance: float) -> Floats:
    found = np.full(TWO_PLAYERS, 1.0 - chance)
    found[seat] = chance
    return found


def _decision_value(reviewed: ReviewedMatch, move: ReviewedMove, now: Floats) -> DecisionValue | None:
    """Return what the choice that was made changed against the best one, beginning with the chances `now`."""
    here = copy_position(reviewed.game, move.position)
    describe = reviewed.game.hooks.describe_action
    facts = {action: describe(here.state, move.seat, action).facts for action in move.options}
    wins = {action: float(fact["wins"]) for action, fact in facts.items() if fact.get("wins") is not None}
    if len(wins) < len(facts):
        return None
    best = max(wins, key=lambda action: wins[action])
    lost = wins[best] - wins[move.action]
    if lost <= 0.0:
        return None
    chosen = _both_seats(move.seat, max(0.0, float(now[move.seat]) - lost))  # `now` may be rounded differently
    return DecisionValue(now, chosen, np.zeros(TWO_PLAYERS), best)
