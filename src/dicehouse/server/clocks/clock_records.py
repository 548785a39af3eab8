"""Read and write what the store keeps of time: time limits of tables, clocks of seats, and quiet hours of players."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from ..accounts.quiet_hours import ALWAYS, Hours
from ..storage.database import Database, Row, Statement
from .time_terms import Terms


@dataclass(frozen=True, slots=True)
class Running:
    """Hold the clock of a seat: how much of its turn was left at a given time, or when it was stopped."""

    seat: int
    turn: int
    run: int  # the position at which the seat was asked and got its full time
    left: float  # seconds that count
    since: float | None  # when that much was left (seconds since 1970); None: the clock is stopped
    due: float | None  # when nothing is left
    late: bool = False  # a bot or the server ends this turn
    missed: int = 0  # turns missed in a row


# reading --------------------------------------------------------------------------------------------------------


def read_terms(db: Database, table: str) -> Terms | None:
    """Return the time limit that was agreed at a table; None if there is none."""
    row = db.execute("SELECT seconds, bot FROM terms WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else Terms(row["seconds"], row["bot"])


def read_running(db: Database, table: str) -> tuple[Running, ...]:
    """Return the clocks of a table."""
    rows = db.execute("SELECT * FROM deadline WHERE table_id = ? ORDER BY seat", (table,))
    return tuple(map(_running, rows))


def read_all_running(db: Database) -> list[tuple[str, Running, Hours]]:
    """Return all clocks that run, each with its table and with the player's quiet hours if these stop it."""
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
    """Return up to `most` tables whose clocks or waits for client seeds run out next, and when, soonest first."""
    rows = db.execute(
        "SELECT table_id, MIN(due) AS soonest FROM deadline WHERE due IS NOT NULL GROUP BY table_id"
        " UNION ALL SELECT table_id, until AS soonest FROM showing ORDER BY soonest LIMIT ?",
        (most,),
    )
    return [(str(row["table_id"]), float(row["soonest"])) for row in rows]


def read_beat(db: Database) -> float | None:
    """Return the last time at which the server is known to have run; None if no time was stored."""
    row = db.execute("SELECT at FROM house_clock WHERE one = 1").fetchone()
    return None if row is None else float(row["at"])


def read_hours(db: Database, guest: str) -> Hours:
    """Return the quiet hours and days away of `guest`."""
    row = db.execute("SELECT * FROM hours WHERE guest = ?", (guest,)).fetchone()
    if row is None:
        return ALWAYS
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    day = datetime.date.fromisoformat
    away = None if row["away_from"] is None else (day(row["away_from"]), day(row["away_to"]))
    return Hours(row["zone"], quiet, away)


def has_hours(db: Database, guest: str) -> bool:
    """Return True if `guest` has chosen a time zone."""
    return db.execute("SELECT 1 FROM hours WHERE guest = ?", (guest,)).fetchone() is not None


def read_clocked(db: Database, guest: str) -> list[str]:
    """Return the tables where `guest` has a seat whose clock runs."""
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


def moved(clock: Running, then: float, now: float, hours: Hours) -> Running:
    """Return `clock` as if it had not run from `then` to `now`; `hours` are those of its player."""
    if clock.since is None or clock.due is None:
        return clock
    left = max(0.0, clock.left - hours.spent(clock.since, max(then, clock.since)))
    return replace(clock, left=left, since=now, due=hours.after(now, left))
