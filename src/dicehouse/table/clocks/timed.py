"""What the store keeps of time: the terms of tables, how much of a turn is left to whom, and the hours of players."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from ..people.hours import ALWAYS, Hours
from ..storage.database import Database, Row, Statement
from .terms import Terms


@dataclass(frozen=True, slots=True)
class Running:
    """The clock of a seat: how much was left of its turn at a moment, or when it stopped."""

    seat: int
    turn: int
    run: int  # the position at which the seat was asked, with fresh time
    left: float  # seconds that count
    since: float | None  # when so much was left (seconds since 1970); None: the clock stands
    due: float | None  # when nothing is left
    late: bool = False  # somebody else ends this turn
    missed: int = 0  # turns in a row


# reading --------------------------------------------------------------------------------------------------------


def read_terms(db: Database, table: str) -> Terms | None:
    """What was agreed at a table about time."""
    row = db.execute("SELECT seconds, bot FROM terms WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else Terms(row["seconds"], row["bot"])


def read_running(db: Database, table: str) -> tuple[Running, ...]:
    """The clocks of a table."""
    rows = db.execute("SELECT * FROM deadline WHERE table_id = ? ORDER BY seat", (table,))
    return tuple(map(_running, rows))


def read_all_running(db: Database) -> list[tuple[str, Running, Hours]]:
    """All clocks of the house that run: the table, the clock, and the hours of the player if they stop it."""
    rows = db.execute(
        "SELECT d.*, t.seconds, s.guest FROM deadline d JOIN terms t ON t.table_id = d.table_id"
        " JOIN seat s ON s.table_id = d.table_id AND s.seat = d.seat WHERE d.due IS NOT NULL"
    ).fetchall()
    found = []
    for row in rows:
        by_day = Terms(row["seconds"], None).by_day and row["guest"] is not None
        found.append((str(row["table_id"]), _running(row), read_hours(db, row["guest"]) if by_day else ALWAYS))
    return found


def read_next(db: Database, most: int) -> list[tuple[str, float]]:
    """The tables whose clocks run out next, or that wait no longer for a text for their dice, and when."""
    rows = db.execute(
        "SELECT table_id, MIN(due) AS soonest FROM deadline WHERE due IS NOT NULL GROUP BY table_id"
        " UNION ALL SELECT table_id, until AS soonest FROM showing ORDER BY soonest LIMIT ?",
        (most,),
    )
    return [(str(row["table_id"]), float(row["soonest"])) for row in rows]


def read_beat(db: Database) -> float | None:
    """When the house was last known to be open."""
    row = db.execute("SELECT at FROM house_clock WHERE one = 1").fetchone()
    return None if row is None else float(row["at"])


def read_hours(db: Database, guest: str) -> Hours:
    """When a guest can't be expected to play."""
    row = db.execute("SELECT * FROM hours WHERE guest = ?", (guest,)).fetchone()
    if row is None:
        return ALWAYS
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    day = datetime.date.fromisoformat
    away = None if row["away_from"] is None else (day(row["away_from"]), day(row["away_to"]))
    return Hours(row["zone"], quiet, away)


def read_clocked(db: Database, guest: str) -> list[str]:
    """The tables where a guest sits and a clock of theirs runs."""
    rows = db.execute(
        "SELECT DISTINCT d.table_id FROM deadline d JOIN seat s ON s.table_id = d.table_id AND s.seat = d.seat"
        " WHERE s.guest = ? AND d.due IS NOT NULL",
        (guest,),
    )
    return [str(row["table_id"]) for row in rows]


def _running(row: Row) -> Running:
    return Running(
        row["seat"],
        row["turn"],
        row["run"],
        row["remains"],
        row["since"],
        row["due"],
        bool(row["late"]),
        row["missed"],
    )


# writing --------------------------------------------------------------------------------------------------------


def insert_terms(table: str, terms: Terms) -> Statement:
    return ("INSERT INTO terms VALUES (?, ?, ?)", (table, terms.seconds, terms.bot))


def put_running(table: str, clock: Running) -> Statement:
    return (
        "INSERT INTO deadline (table_id, seat, turn, run, remains, since, due, late, missed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET turn = excluded.turn,"
        " run = excluded.run, remains = excluded.remains, since = excluded.since, due = excluded.due,"
        " late = excluded.late, missed = excluded.missed",
        (table, clock.seat, clock.turn, clock.run, clock.left, clock.since, clock.due, int(clock.late), clock.missed),
    )


def delete_running(table: str, seat: int) -> Statement:
    return ("DELETE FROM deadline WHERE table_id = ? AND seat = ?", (table, seat))


def put_beat(at: float) -> Statement:
    return ("INSERT INTO house_clock VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", (at,))


def put_hours(guest: str, hours: Hours) -> Statement:
    quiet, away = hours.quiet or (None, None), hours.away or (None, None)
    days = tuple(None if day is None else day.isoformat() for day in away)
    return (
        "INSERT INTO hours VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (guest) DO UPDATE SET zone = excluded.zone,"
        " quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, away_from = excluded.away_from,"
        " away_to = excluded.away_to",
        (guest, hours.zone, *quiet, *days),
    )
