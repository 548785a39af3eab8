"""A review of a finished match, from its beginning to its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.errors import BadMatch
from dicehouse.kit.engine import use_compiled
from dicehouse.match import Match

from .course import Course, course_of, is_diced
from .exact import chances_of, exact_values, odds
from .futures import Futures
from .ledger import Entry, entries_of
from .measured import Trials, measured_values
from .segments import segments_of
from .shape import EXACT, MODEL, SEARCH, VERSION, Review, Row
from .telling import account, looks_of, row_of, turning_of
from .values import Budget, Counted, find_values

SECONDS = 10.0
RARE = 0.05  # luck of which the odds are told, as a share of the win


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
    use_compiled(played.game)
    course = course_of(played)
    segments = segments_of(course)
    tries: Counted = Trials(course, seed)
    chances = chances_of(course)
    if chances is not None:
        method, found = EXACT, exact_values(course, segments, chances)
    elif played.game.engine is not None:
        tries = trials = Trials(course, seed)
        method, found = MODEL, measured_values(course, segments, trials, Budget(seconds, simulations, tries, progress))
    else:
        tries = futures = Futures(played, seed, is_diced(course))
        method, found = SEARCH, find_values(course, segments, futures, Budget(seconds, simulations, tries, progress))
    entries = entries_of(course, segments, found)
    rows = [row_of(course, entry) for entry in entries]
    if chances is not None:
        for at in turning_of(rows):
            rows[at] = _with_odds(course, entries[at], rows[at], chances)
    if progress:
        progress(100, 100)
    return _summed(course, method, entries, rows, perf_counter() - began, tries.played)


def _with_odds(course: Course, entry: Entry, row: Row, chances: Sequence[float]) -> Row:
    """The row of a great stroke of luck, with how seldom it comes."""
    move = entry.move
    if move is None or not entry.chance or row.luck[move.seat] < RARE:
        return row
    times = round(1.0 / odds(course, move, chances[move.number]))
    return row if times < 2 else replace(row, says=f"{row.says} Dice as good come 1 time in {times}.")


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
