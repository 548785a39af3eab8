"""Review a finished match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.engine.engine import use_compiled
from dicehouse.engine.thought import Parts, finish
from dicehouse.errors import BadMatch
from dicehouse.match.match import Match
from dicehouse.records.record import Floats

from .commentary import find_mistakes, find_turning_points, make_row, summarize_seat
from .review_budget import ReviewBudget
from .review_result import REVIEW_VERSION, Review, ReviewRow
from .reviewed_match import ReviewedMatch, collect_moves
from .value_methods import add_rarity, choose_method
from .win_curve import WinChange, build_win_curve


def review(
    match: Match | Mapping[str, Any] | str | bytes,
    *,
    seconds: float | None = None,
    simulations: int = 0,
    seed: int | str = 0,
    progress: Callable[[int, int], None] | None = None,
    levels: Sequence[str] = (),
) -> Review:
    """Return how much luck and skill there was in a finished match or a saved one. Raise BadMatch if it is not
    finished.

    It takes about `seconds`; by default ten, and up to three minutes where luck and skill are not known to within ten
    points of winning chance by then. With a number of `simulations` instead, it makes about as many of them, and is the
    same on every machine and every time for the same `seed`. `progress` is called with the amount done and the total;
    an exception that it raises ends the review. `levels` are the players' levels by seat: the name of a bot, or
    "people"; where they are not known, players count as people.
    """
    return finish(review_in_parts(match, seconds, simulations, seed, progress, levels))


def review_in_parts(
    match: Match | Mapping[str, Any] | str | bytes,
    seconds: float | None = None,
    simulations: int = 0,
    seed: int | str = 0,
    progress: Callable[[int, int], None] | None = None,
    levels: Sequence[str] = (),
) -> Parts[Review]:
    """Review a match as `review` does, in parts."""
    began = perf_counter()
    played = match if isinstance(match, Match) else Match.load(match)
    if not played.over:
        raise BadMatch("The match is not finished; it is reviewed when it is over.")
    if played.n_actions_under_older_rules:
        raise BadMatch("The match was played by older rules; those of today can't judge it.")
    use_compiled(played.game)
    yield None
    reviewed = collect_moves(played)
    yield None
    way = yield from choose_method(reviewed, seed, levels)
    budget = ReviewBudget(seconds, simulations, way.counter, progress)
    budget.is_spent()
    found = yield from way.values(budget)
    budget.finish_values()
    entries = build_win_curve(reviewed, found)
    rows = []
    for entry in entries:
        rows.append(make_row(reviewed, entry))
        yield None
    rows = yield from add_rarity(way, entries, rows, budget)
    if progress:
        progress(100, 100)
    return _summarize(reviewed, way.method, entries, rows, found.error, perf_counter() - began, way.counter.played)


def value_positions(
    match: Match, *, seconds: float | None = None, simulations: int = 0, seed: int | str = 0
) -> list[WinChange]:
    """Return the win curve of a match that may still be running, for tests and measurements.

    Players get no such help: `review` refuses a running match.
    """
    use_compiled(match.game)
    reviewed = collect_moves(match)
    way = finish(choose_method(reviewed, seed))
    return build_win_curve(reviewed, finish(way.values(ReviewBudget(seconds, simulations, way.counter, None))))


def _summarize(
    reviewed: ReviewedMatch,
    method: str,
    entries: list[WinChange],
    rows: list[ReviewRow],
    error: Floats,
    seconds: float,
    simulations: int,
) -> Review:
    nothing = np.zeros(reviewed.players)
    changes = [(entry.chance, entry.after - entry.before) for entry in entries]
    luck = sum((change for chance, change in changes if chance), nothing)
    skill = sum((change for chance, change in changes if not chance), nothing)
    outcome = list(reviewed.outcome or ())
    start = entries[0].before if entries else np.array(outcome)
    return Review(
        game=reviewed.game.id,
        players=list(reviewed.match.names),
        method=method,
        version=REVIEW_VERSION,
        seconds=round(seconds, 3),
        simulations=simulations,
        outcome=outcome,
        start=start.tolist(),
        luck=luck.tolist(),
        skill=skill.tolist(),
        error=error.tolist(),
        rows=rows,
        turning=find_turning_points(rows),
        looks=find_mistakes(rows),
        says=[
            summarize_seat(name, luck[seat], skill[seat], error[seat]) for seat, name in enumerate(reviewed.match.names)
        ],
    )
