"""A review of a finished match, from its beginning to its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.errors import BadMatch
from dicehouse.kit.engine import use_compiled
from dicehouse.match import Match

from .course import Course, course_of
from .ledger import Entry, entries_of
from .segments import segments_of
from .shape import VERSION, Review, Row
from .telling import account, looks_of, row_of, turning_of
from .values import Budget
from .ways import way_of, with_odds

SECONDS = 10.0


def review(
    match: Match | Mapping[str, Any] | str | bytes,
    *,
    seconds: float = SECONDS,
    simulations: int = 0,
    seed: int | str = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """How much luck and skill there was in a finished match, or in one that was saved; BadMatch if it is not finished.

    It takes about `seconds`. With a number of `simulations` instead, it is the same on every machine and every time for
    the same `seed`. `progress` is called with how much is done, and of how much; what it raises ends the review.
    """
    began = perf_counter()
    played = match if isinstance(match, Match) else Match.load(match)
    if not played.over:
        raise BadMatch("The match is not finished; it is reviewed when it is over.")
    if played.recorded:
        raise BadMatch("The match was played by older rules; those of today can't judge it.")
    use_compiled(played.game)
    course = course_of(played)
    segments = segments_of(course)
    way = way_of(course, seed)
    budget = Budget(seconds, simulations, way.tries, progress)
    found = way.values(segments, budget)
    entries = entries_of(course, segments, found)
    rows = with_odds(way, segments, entries, [row_of(course, entry) for entry in entries], budget)
    if progress:
        progress(100, 100)
    return _summed(course, way.method, entries, rows, perf_counter() - began, way.tries.played)


def _summed(
    course: Course, method: str, entries: list[Entry], rows: list[Row], seconds: float, simulations: int
) -> Review:
    nothing = np.zeros(course.players)
    changes = [(entry.chance, entry.after - entry.before) for entry in entries]
    luck = sum((change for chance, change in changes if chance), nothing)
    skill = sum((change for chance, change in changes if not chance), nothing)
    error = float(np.sqrt(sum(entry.error**2 for entry in entries if not entry.chance)))
    start = entries[0].before if entries else np.array(course.outcome)
    return Review(
        game=course.game.id,
        players=list(course.match.names),
        method=method,
        version=VERSION,
        seconds=round(seconds, 3),
        simulations=simulations,
        outcome=list(course.outcome),
        start=start.tolist(),
        luck=luck.tolist(),
        skill=skill.tolist(),
        error=[error] * course.players,
        rows=rows,
        turning=turning_of(rows),
        looks=looks_of(rows),
        says=[account(name, luck[seat], skill[seat], error) for seat, name in enumerate(course.match.names)],
    )
