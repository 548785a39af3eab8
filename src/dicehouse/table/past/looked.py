"""What kept reviews say of a guest's own games: how lucky they were, and how well they chose.

Nothing is reviewed for it: only games for which somebody asked have a review.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from dicehouse.bots.strength.elo import student

from ..storage.database import Database, Row

MOST = 300  # reviews that are read, the latest: they are large
MOST_POINTS, LEAST_GAMES = 10, 3  # points of the line, and the games that each stands for where there are enough


@dataclass(frozen=True, slots=True)
class Looked:
    """Luck and skill of one game, as shares of a win: what the seat got from each. `gain` is what all its own decisions
    won or lost, together, against what the house's own player would have done there; in a solved race the best choice
    is the measure.
    """

    luck: float
    skill: float
    gain: float
    decisions: int
    ended: float


class _Row(msgspec.Struct):
    kind: str
    before: list[float]
    after: list[float]
    seat: int | None = None


class _Made(msgspec.Struct):
    """As much of a review as is needed here; see `dicehouse.review`."""

    luck: list[float]
    skill: list[float]
    rows: list[_Row]


def read_looked(db: Database, guest: str) -> dict[str, Looked]:
    """The reviewed games of a guest, by their tables. Where they held several seats nobody can say which was theirs."""
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
    """None if what is kept is of another form than today's."""
    try:
        made, seat = msgspec.json.decode(row["made"], type=_Made), int(row["seat"])
        own = [each for each in made.rows if each.kind == "decision" and each.seat == seat]
        gains = [each.after[seat] - each.before[seat] for each in own]
        return Looked(made.luck[seat], made.skill[seat], math.fsum(gains), len(gains), row["ended"] or 0.0)
    except (msgspec.MsgspecError, IndexError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Point:
    """What a decision won or lost on average in some games, one after the other; `half` is the half-width of its 95 %
    interval, None of a single game.
    """

    gain: float
    half: float | None
    games: int
    since: float
    until: float


def over_time(found: Sequence[Looked]) -> list[Point]:
    """The gain of a decision over time: several games to a point where there are enough, so that chance evens out."""
    order = sorted((one for one in found if one.decisions), key=lambda one: one.ended)
    points = max(1, min(MOST_POINTS, len(order) // LEAST_GAMES)) if len(order) >= 2 * LEAST_GAMES else len(order)
    edges = [round(len(order) * at / points) for at in range(points + 1)] if points else [0]
    return [_point(order[low:high]) for low, high in pairwise(edges)]


def _point(games: Sequence[Looked]) -> Point:
    """A ratio of sums, with the spread of games about it (games are independent, decisions of a game are not)."""
    decisions = sum(one.decisions for one in games)
    gain = math.fsum(one.gain for one in games) / decisions
    half = None
    if len(games) > 1:
        spread = math.fsum((one.gain - gain * one.decisions) ** 2 for one in games) * len(games) / (len(games) - 1)
        half = student(len(games) - 1) * math.sqrt(spread) / decisions
    return Point(gain, half, len(games), games[0].ended, games[-1].ended)


@dataclass(frozen=True, slots=True)
class Balance:
    """Luck and skill of several games, added up, in wins: what chance gave, what one's own and others' choices gave."""

    games: int
    luck: float
    skill: float
    gain: float  # of a decision, on average
    line: Sequence[Point]


def balance(found: Sequence[Looked]) -> Balance:
    """The sum of some games."""
    decisions = sum(one.decisions for one in found)
    return Balance(
        len(found),
        math.fsum(one.luck for one in found),
        math.fsum(one.skill for one in found),
        math.fsum(one.gain for one in found) / decisions if decisions else 0.0,
        over_time(found),
    )
