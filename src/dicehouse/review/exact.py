"""Values where the game was solved: no error, and nothing is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .course import Course, Move, position_of
from .segments import Segment
from .values import Cost, Found, Value

DUEL = 2  # a chance to win tells the other seat's only between two


def chances_of(course: Course) -> list[float] | None:
    """The first seat's chance to win in every position of the match; None where one of them is not known."""
    if course.players != DUEL or course.game.engine is not None:
        return None
    found = []
    for data in course.positions:
        chance = course.game.hooks.exact_chance(position_of(course.game, data).state, 0)
        if chance is None:
            return None
        found.append(chance)
    return found


def exact_values(course: Course, segments: Sequence[Segment], chances: Sequence[float]) -> Found:
    """What the solution says of every stretch and of every decision."""
    found = Found()
    for place, segment in enumerate(segments):
        for move in segment.moves:
            found.costs[move.number] = _cost(course, move)
        last = segment.moves[-1]
        before = chances[last.number - 1]
        shares = np.array([before, 1.0 - before]) - found.costs[last.number].taken
        found.ends[place] = Value(shares, np.zeros(DUEL))
    return found


def _cost(course: Course, move: Move) -> Cost:
    """What the best choice wins above the one that was made."""
    if move.forced:
        return Cost(np.zeros(DUEL))
    here = position_of(course.game, move.position)
    describe = course.game.hooks.describe
    facts = {action: describe(here.state, move.seat, action).facts for action in move.options}
    wins = {action: float(told["wins"]) for action, told in facts.items() if told.get("wins") is not None}
    if len(wins) < len(facts):
        return Cost(np.zeros(DUEL))
    best = max(wins, key=lambda action: wins[action])
    lost = wins[best] - wins[move.action]
    taken = np.full(DUEL, -lost)
    taken[move.seat] = lost
    return Cost(taken, 0.0, best if lost > 0.0 else None, lost)
