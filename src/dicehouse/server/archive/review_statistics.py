"""Read from stored reviews how lucky a guest was in their own games, and how well they chose.

No review is made for this: only games whose review was asked for have one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from dicehouse.arena.intervals import student_t
from dicehouse.errors import DicehouseError
from dicehouse.games import find
from dicehouse.review.habits import Habit, count_themes, find_habits

from ..storage.database import Database, Row

MOST = 300  # reviews that are read, the latest first, because they are large
MOST_POINTS, LEAST_GAMES = 10, 3  # points of the line, and games of each point if there are enough


@dataclass(frozen=True, slots=True)
class Looked:
    """Hold the luck and skill of one game: the share of a win that the seat got from each.

    `gain` is what all its own decisions together won or lost, compared with what the reviewing bot would have done. In
    a solved race they are compared with the best choice.
    """

    luck: float
    skill: float
    gain: float
    decisions: int
    ended: float
    themes: Sequence[Mapping[str, bool]] = ()  # of its decisions: see `dicehouse.review.habits`


class _Row(msgspec.Struct):
    kind: str
    before: list[float]
    after: list[float]
    seat: int | None = None
    themes: dict[str, bool] = {}


class _Made(msgspec.Struct):
    """Hold the parts of a review that are needed here; see `dicehouse.review`."""

    luck: list[float]
    skill: list[float]
    rows: list[_Row]


def read_looked(db: Database, guest: str) -> dict[str, Looked]:
    """Return the latest reviewed games of `guest`, by table.

    Leave out games in which they had several seats, because it is unknown which one was theirs.
    """
    rows = db.execute(
        "SELECT t.id, t.ended, min(seat.seat) AS seat, min(review.made) AS made"
        " FROM review JOIN game_table t ON t.id = review.table_id"
        " JOIN seat ON seat.table_id = t.id AND seat.guest = ?"
        " WHERE t.phase = 'over' AND t.lesson IS NULL AND review.made IS NOT NULL"
        " GROUP BY t.id HAVING count(*) = 1 ORDER BY t.ended DESC LIMIT ?",
        (guest, MOST),
    )
    found = {row["id"]: _looked(row) for row in rows}
    return {table: looked for table, looked in found.items() if looked is not None}


def _looked(row: Row) -> Looked | None:
    """Return the luck and skill in a stored review; None if it has another form than today's."""
    try:
        made, seat = msgspec.json.decode(row["made"], type=_Made), int(row["seat"])
        own = [each for each in made.rows if each.kind == "decision" and each.seat == seat]
        gains = [each.after[seat] - each.before[seat] for each in own]
        themes = [each.themes for each in own if each.themes]
        return Looked(made.luck[seat], made.skill[seat], math.fsum(gains), len(gains), row["ended"] or 0.0, themes)
    except (msgspec.MsgspecError, IndexError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Point:
    """Hold what a decision won or lost on average in some consecutive games.

    `half` is the half-width of its 95% interval, None for a single game.
    """

    gain: float
    half: float | None
    games: int
    since: float
    until: float


def over_time(found: Sequence[Looked]) -> list[Point]:
    """Return the gain per decision over time. With enough games, each point covers several, to even out chance."""
    order = sorted((one for one in found if one.decisions), key=lambda one: one.ended)
    points = max(1, min(MOST_POINTS, len(order) // LEAST_GAMES)) if len(order) >= 2 * LEAST_GAMES else len(order)
    edges = [round(len(order) * at / points) for at in range(points + 1)] if points else [0]
    return [_point(order[low:high]) for low, high in pairwise(edges)]


def _point(games: Sequence[Looked]) -> Point:
    """Return the gain per decision in `games`: a ratio of sums, with its interval from how the games spread about it.

    Games are independent of each other, but the decisions of one game are not.
    """
    decisions = sum(one.decisions for one in games)
    gain = math.fsum(one.gain for one in games) / decisions
    half = None
    if len(games) > 1:
        spread = math.fsum((one.gain - gain * one.decisions) ** 2 for one in games) * len(games) / (len(games) - 1)
        half = student_t(len(games) - 1) * math.sqrt(spread) / decisions
    return Point(gain, half, len(games), games[0].ended, games[-1].ended)


@dataclass(frozen=True, slots=True)
class Balance:
    """Hold the luck and skill of several games, added up, in wins.

    Luck is what chance gave; skill is what the player's own choices and those of others gave.
    """

    games: int
    luck: float
    skill: float
    gain: float  # per decision, on average
    line: Sequence[Point]


def balance(found: Sequence[Looked]) -> Balance:
    """Return the sum of the games in `found`."""
    decisions = sum(one.decisions for one in found)
    return Balance(
        len(found),
        math.fsum(one.luck for one in found),
        math.fsum(one.skill for one in found),
        math.fsum(one.gain for one in found) / decisions if decisions else 0.0,
        over_time(found),
    )


def habits(game: str, found: Sequence[Looked]) -> list[Habit]:
    """Return the clear habits in the reviewed games of one kind; none if this version doesn't have the game."""
    try:
        kind = find(game)
    except DicehouseError:
        return []
    return find_habits(kind, count_themes(themes for one in found for themes in one.themes))
