"""What the list of finished games says of one, kept beside it so that nobody has to replay a match to read a list."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse.kit.story import Story
from dicehouse.match import Match

from .clock import Clock
from .store import Statement

log = logging.getLogger("dicehouse.table")

PAGE = 10  # games of a page of the list


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, as one who sat there reads of it; times are seconds since 1970."""

    table: str
    game: str
    mode: str
    ended: float
    names: Sequence[str]
    own: Sequence[int]  # the seats of whoever asks
    result: Mapping[str, Any] | None  # None: it ended before results were kept
    minutes: int  # that it was played, see `Clock`


def told(match: Match) -> Story | None:
    """How a match that is over went; None if its game fails to tell it, which must not cost anybody the match."""
    try:
        return match.story()
    except Exception:
        log.exception("the story of a match of %s can't be told", match.game.id)
        return None


def set_over(table: str, ended: float, match: Match) -> Statement:
    """The game is over, with its result."""
    return ("UPDATE game_table SET phase = 'over', ended = ?, result = ? WHERE id = ?", (ended, _result(match), table))


def set_result(table: str, match: Match) -> Statement:
    """The result of a game that ended before results were kept."""
    return ("UPDATE game_table SET result = ? WHERE id = ?", (_result(match), table))


def _result(match: Match) -> str:
    """The headline, and each seat's place (from 1) and points, as JSON."""
    places = [1 + sum(share < other for other in match.shares()) for share in match.shares()]
    totals, title, story = match.scores(), "", told(match)
    if story is not None:
        title = story.title
        for line in story.lines:
            for seat in line.seats:
                places[seat], totals[seat] = line.place, line.total
    return json.dumps({"title": title, "places": places, "totals": totals}, separators=(",", ":"))


# reading --------------------------------------------------------------------------------------------------------

# A lesson is no game of anybody's: its dice were chosen.
_MINE = """FROM game_table t WHERE t.phase = 'over' AND t.lesson IS NULL
    AND t.id IN (SELECT table_id FROM seat WHERE guest = ?)"""


def count_finished(db: sqlite3.Connection, guest: str) -> int:
    """How many games are over in which a guest sat."""
    return int(db.execute(f"SELECT count(*) {_MINE}", (guest,)).fetchone()[0])  # a constant


def read_finished(db: sqlite3.Connection, guest: str, most: int, skip: int = 0) -> list[Finished]:
    """The games that are over in which a guest sat, the latest first."""
    rows = db.execute(
        f"SELECT id, game, mode, ended, result {_MINE} ORDER BY ended DESC, id LIMIT ? OFFSET ?",
        (guest, most, skip),
    ).fetchall()
    return [_finished(db, row, guest) for row in rows]


def _finished(db: sqlite3.Connection, row: sqlite3.Row, guest: str) -> Finished:
    seats = db.execute("SELECT name, guest FROM seat WHERE table_id = ? ORDER BY seat", (row["id"],)).fetchall()
    return Finished(
        row["id"],
        row["game"],
        row["mode"],
        row["ended"] or 0.0,
        [seat["name"] for seat in seats],
        [number for number, seat in enumerate(seats) if seat["guest"] == guest],
        json.loads(row["result"]) if row["result"] else None,
        Clock(
            at for (at,) in db.execute("SELECT at FROM entry WHERE table_id = ? ORDER BY serial", (row["id"],))
        ).minutes,
    )
