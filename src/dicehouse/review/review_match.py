"""Review a finished match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.engine.engine import use_compiled
from dicehouse.errors import BadMatch
from dicehouse.match.match import Match

from .commentary import find_mistakes, find_turning_points, make_row, summarize_seat
from .review_budget import ReviewBudget
from .review_result import REVIEW_VERSION, Review, ReviewRow
from .reviewed_match import ReviewedMatch, collect_moves
from .segments import split_segments
from .value_methods import add_rarity, choose_method
from .win_curve import WinChange, build_win_curve

SECONDS = 10.0


def review(
    match: Match | Mapping[str, Any] | str | bytes,
    *,
    seconds: float = SECONDS,
    simulations: int = 0,
    seed: int | str = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Return how much luck and skill there was in a finished match or a saved one. Raise BadMatch if it is not
    finished.

    It takes about `seconds`. With a number of `simulations` instead, it is the same on every machine and every time for
    the same `seed`. `progress` is called with the amount done and the total; an exception that it raises ends the
    review.
    """
    began = perf_counter()
    played = match if isinstance(match, Match) else Match.load(match)
    if not played.over:
        raise BadMatch("The match is not finished; it is reviewed when it is over.")
    if played.n_actions_under_older_rules:
        raise BadMatch("The match was played by older rules; those of today can't judge it.")
    use_compiled(played.game)
    reviewed = collect_moves(played)
    segments = split_segments(reviewed)
    way = choose_method(reviewed, seed)
    budget = ReviewBudget(seconds, simulations, way.counter, progress)
    found = way.values(segments, budget)
    entries = build_win_curve(reviewed, segments, found)
    rows = add_rarity(way, segments, entries, [make_row(reviewed, entry) for entry in entries], budget)
    if progress:
        progress(100, 100)
    return _summarize(reviewed, way.method, entries, rows, perf_counter() - began, way.counter.played)


def _summarize(
    reviewed: ReviewedMatch,
    method: str,
    entries: list[WinChange],
    rows: list[ReviewRow],
    seconds: float,
    simulations: int,
) -> Review:
    nothing = np.zeros(reviewed.players)
    changes = [(entry.chance, entry.after - entry.before) for entry in entries]
    luck = sum((change for chance, change in changes if chance), nothing)
    skill = sum((change for chance, change in changes if not chance), nothing)
    error = float(np.sqrt(sum(entry.error**2 for entry in entries if not entry.chance)))
    start = entries[0].before if entries else np.array(reviewed.outcome)
    return Review(
        game=reviewed.game.id,
        players=list(reviewed.match.names),
        method=method,
        version=REVIEW_VERSION,
        seconds=round(seconds, 3),
        simulations=simulations,
        outcome=list(reviewed.outcome),
        start=start.tolist(),
        luck=luck.tolist(),
        skill=skill.tolist(),
        error=[error] * reviewed.players,
        rows=rows,
        turning=find_turning_points(rows),
        looks=find_mistakes(rows),
        says=[summarize_seat(name, luck[seat], skill[seat], error) for seat, name in enumerate(reviewed.match.names)],
    )
