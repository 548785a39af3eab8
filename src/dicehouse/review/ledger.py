"""The account of a match: what every seat's chance was before and after each decision and each stroke of chance.

Values of stretches and costs of decisions are put together so that nothing is lost between two rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicehouse.bots.futures import Floats

from .course import Course, Move
from .segments import Segment
from .values import Cost, Found


@dataclass
class Entry:
    """A decision or a stroke of chance; `move` is None for the deal."""

    move: Move | None
    chance: bool
    before: Floats
    after: Floats
    error: float
    best: int | None = None
    lost: float = 0.0  # what the best would have brought more, to the seat that chose,
    its_error: float = 0.0  # and the standard error of that
    text: str = ""  # of the best, where it is described, not listed


def entries_of(course: Course, segments: Sequence[Segment], found: Found) -> list[Entry]:
    """All that happened, in its order, from the start to the outcome."""
    outcome = np.array(course.outcome)
    entries: list[Entry] = []
    after, after_error = outcome, np.zeros(course.players)
    for place in reversed(range(len(segments))):
        segment, last = segments[place], segments[place].moves[-1]
        value = found.ends.get(place) if segment.chance else None
        costs = [_cost(course, found, move) for move in segment.moves]
        if value is None:  # nothing was left to chance: it is worth what comes next
            chosen, error = after, after_error
        else:
            chosen, error = value.shares, value.error
            if segment.at_once:
                chosen = chosen - sum(cost.taken for cost in costs)
            chosen = bounded(chosen)
            entries.append(Entry(last, True, chosen, after, float(np.hypot(error, after_error).max())))
        for move, cost in zip(reversed(segment.moves), reversed(costs), strict=True):
            before = bounded(chosen + cost.taken) if cost.taken.any() else chosen
            if not move.forced:
                told = cost.best, cost.lost, cost.its_error, cost.text
                entries.append(Entry(move, False, before, chosen, cost.error, *told))
            chosen = before
        after, after_error = chosen, error
    start = start_of(course, after)
    if (after != start).any():
        entries.append(Entry(None, True, start, after, float(after_error.max())))
    return entries[::-1]


def start_of(course: Course, dealt: Floats) -> Floats:
    """What each seat's chance was before the deal: the same for all, as long as they play against each other."""
    if not np.isclose(sum(course.outcome), 1.0) or course.players < 2:
        return dealt
    return np.full(course.players, 1.0 / course.players)


def bounded(shares: Floats) -> Floats:
    """Shares of the win that have left their bounds by an error, brought back."""
    found: Floats = np.clip(shares, 0.0, 1.0)
    total = found.sum()
    return found / total if abs(shares.sum() - 1.0) < 1e-6 and total > 0.0 else found


def _cost(course: Course, found: Found, move: Move) -> Cost:
    return found.costs.get(move.number) or Cost(np.zeros(course.players))
