"""Store the results of finished games, so that a list of games can be shown without replaying any match."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse.core.story import Story
from dicehouse.match.match import Match

from ...i18n.dates import bounded
from ...i18n.text import pack_text, plain_text, unpack_text
from ..clocks.play_time import PlayTime
from ..storage.database import ALL, Database, Row, Statement

log = logging.getLogger("dicehouse.server")

_compact = json.JSONEncoder(separators=(",", ":")).encode
HEADLINE = "headline"  # with its message, for readers in other languages; results of earlier versions have none
LARGEST = 1e15  # a larger number in a result is damage
PAGE = 10  # games on one page of the list


@dataclass(frozen=True, slots=True)
class Finished:
    """Hold a finished game as one of its players, the reader, is shown it; times are seconds since 1970."""

    table: str
    game: str
    mode: str
    ended: float
    names: Sequence[str]
    own: Sequence[int]  # the seats of the reader
    bots: Sequence[str | None]  # the bot in each seat; None: a person
    result: Mapping[str, Any] | None  # None: it ended before results were stored
    minutes: int  # how long it was played, see `Clock`

    @property
    def seat(self) -> int | None:
        """Return the seat of the reader; None if they had several."""
        return self.own[0] if len(self.own) == 1 else None

    @property
    def won(self) -> bool | None:
        """Return True if the reader won; None if that is unknown, for a shared device or an old table."""
        if self.result is None or self.seat is None:
            return None
        return bool(self.result["places"][self.seat] == 1)

    @property
    def points(self) -> int | None:
        """Return the points of the reader; None if they are unknown."""
        return None if self.result is None or self.seat is None else int(self.result["totals"][self.seat])


def story_of(match: Match) -> Story | None:
    """Return the story of a finished match; None if telling it fails, which must not cost anybody the match."""
    try:
        return match.story()
    except Exception:
        log.exception("the story of a match of %s can't be told", match.game.id)
        return None


def set_over(table: str, ended: float, match: Match, minutes: int) -> Statement:
    """Return the statement that stores that the game is over, and its result."""
    result = _result(match, minutes)
    return ("UPDATE game_table SET phase = 'over', ended = ?, result = ? WHERE id = ?", (ended, result, table))


def set_result(table: str, match: Match, minutes: int) -> Statement:
    """Return the statement that stores the result of a game that ended before results were stored."""
    return ("UPDATE game_table SET result = ? WHERE id = ?", (_result(match, minutes), table))


def set_minutes(db: Database, table: str) -> list[Statement]:
    """Return the statement that adds the time played to a result without it; none if the result is damaged."""
    (text,) = db.execute("SELECT result FROM game_table WHERE id = ?", (table,)).fetchone()
    try:
        result = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return []
    if not isinstance(result, dict):
        return []
    kept = _compact({**result, "minutes": minutes_at(db, table)})
    return [("UPDATE game_table SET result = ? WHERE id = ?", (kept, table))]


def _result(match: Match, minutes: int) -> str:
    """Return the result as JSON: the headline, each seat's place (from 1) and points, and the minutes played."""
    places = [1 + sum(share < other for other in match.returns()) for share in match.returns()]
    title: str = ""
    totals, story = match.points(), story_of(match)
    if story is not None:
        title = story.title
        for line in story.lines:
            for seat in line.seats:
                places[seat], totals[seat] = line.place, line.total
    kept = {"title": plain_text(title), "places": places, "totals": totals, "minutes": minutes}
    return _compact(kept if title == "" else {**kept, HEADLINE: pack_text(title)})


# reading --------------------------------------------------------------------------------------------------------

# Lessons don't count, because their dice were chosen; neither do forks, because others began them.
_MINE = """FROM game_table t WHERE t.phase = 'over' AND t.lesson IS NULL AND t.what_if IS NULL
    AND t.id IN (SELECT table_id FROM seat WHERE guest = ?)"""


def count_finished(db: Database, guest: str) -> int:
    """Return the number of finished games in which `guest` had a seat."""
    return int(db.execute(f"SELECT count(*) {_MINE}", (guest,)).fetchone()[0])  # a constant


def read_finished(db: Database, guest: str, most: int = ALL, skip: int = 0) -> list[Finished]:
    """Return up to `most` finished games in which `guest` had a seat, after the first `skip`, the latest first."""
    rows = db.execute(
        f"SELECT id, game, mode, ended, result {_MINE} ORDER BY ended DESC, id LIMIT ? OFFSET ?",
        (guest, most, skip),
    ).fetchall()
    seats = _seats(db, guest) if most == ALL else {row["id"]: _seats_at(db, row["id"]) for row in rows}
    return [_finished(db, row, seats[row["id"]], guest) for row in rows]


def _seats_at(db: Database, table: str) -> list[Row]:
    return db.execute("SELECT name, guest, kind, bot FROM seat WHERE table_id = ? ORDER BY seat", (table,)).fetchall()


def _seats(db: Database, guest: str) -> Mapping[str, list[Row]]:
    """Return the seats of all tables where `guest` had one, in one query."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in db.execute(
        "SELECT table_id, name, guest, kind, bot FROM seat"
        " WHERE table_id IN (SELECT table_id FROM seat WHERE guest = ?) ORDER BY table_id, seat",
        (guest,),
    ):
        found[row["table_id"]].append(row)
    return found


def _read_result(text: str | None, seats: int) -> dict[str, Any] | None:
    """Return a stored result of a game with this many `seats`; None if it is missing or damaged."""
    try:
        found = json.loads(text or "null")
        places, totals = found["places"], found["totals"]
        whole = len(places) == len(totals) == seats and isinstance(found["title"], str)
        whole = whole and all(map(_is_whole, places)) and all(map(_is_whole, totals))
        whole = whole and _is_whole(found.get("minutes", 0))
        if whole and isinstance(title := unpack_text(found.pop(HEADLINE, None)), str):
            found["title"] = title
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if whole else None


def _is_whole(value: Any) -> bool:
    """Return True for a whole number, such as a place or points, that isn't beyond all measure."""
    return type(value) in (int, float) and abs(value) < LARGEST and value == int(value)


def _finished(db: Database, row: Row, seats: Sequence[Row], guest: str) -> Finished:
    result = _read_result(row["result"], len(seats))
    minutes = None if result is None else result.get("minutes")
    return Finished(
        row["id"],
        row["game"],
        row["mode"],
        bounded(row["ended"] or 0.0),
        [seat["name"] for seat in seats],
        [number for number, seat in enumerate(seats) if seat["guest"] == guest],
        [(seat["bot"] or "bot") if seat["kind"] == "bot" else None for seat in seats],
        result,
        minutes_at(db, row["id"]) if minutes is None else minutes,
    )


def minutes_at(db: Database, table: str) -> int:
    """Return how many minutes were played at a table, by its history."""
    rows: Iterable[Row] = db.execute("SELECT at FROM entry WHERE table_id = ? ORDER BY serial", (table,))
    return PlayTime().with_moments(row["at"] for row in rows).minutes


def incomplete(db: Database) -> list[tuple[str, bool]]:
    """Return the finished tables without a result, or without the time played; True means that all of it is missing."""
    rows = db.execute(
        "SELECT id, result IS NULL AS all_of_it FROM game_table WHERE phase = 'over'"
        " AND lesson IS NULL AND what_if IS NULL"
        """ AND (result IS NULL OR result NOT LIKE '%"minutes":%') ORDER BY ended, id"""
    )
    return [(row["id"], bool(row["all_of_it"])) for row in rows]


def guests_called(db: Database, name: str | None) -> list[tuple[str, str, int]]:
    """Return the guests who have finished games: their id, their name and how many, those with the most games first.

    With `name`, return only the guests of that name, in capitals or not.
    """
    rows = db.execute(
        "SELECT guest.id, guest.name, count(DISTINCT t.id) AS games FROM guest JOIN seat ON seat.guest = guest.id"
        " JOIN game_table t ON t.id = seat.table_id WHERE t.phase = 'over' AND t.lesson IS NULL AND t.what_if IS NULL"
        " AND lower(guest.name) = lower(coalesce(?, guest.name))"
        " GROUP BY guest.id, guest.name ORDER BY games DESC, guest.id",
        (name,),
    )
    return [(row["id"], row["name"], row["games"]) for row in rows]
