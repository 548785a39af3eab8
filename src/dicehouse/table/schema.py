"""The tables of the database, as numbered migrations; a database remembers in `user_version` how many it has had."""

from __future__ import annotations

import sqlite3

from .files import CantOpen

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE guest (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE game_table (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        mode TEXT NOT NULL,
        settings TEXT NOT NULL,
        host TEXT NOT NULL,
        commitment TEXT NOT NULL UNIQUE,
        secret TEXT NOT NULL,
        phase TEXT NOT NULL CHECK (phase IN ('waiting', 'playing', 'over')),
        created REAL NOT NULL,
        header TEXT,
        again TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE seat (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('person', 'bot', 'open')),
        name TEXT NOT NULL,
        guest TEXT,
        bot TEXT,
        contribution TEXT,
        drawn_by TEXT,
        order_mode TEXT NOT NULL,
        order_points INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seat_of_guest ON seat (guest) WHERE guest IS NOT NULL;

    CREATE TABLE invite (
        hash TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES game_table (id),
        seat INTEGER NOT NULL,
        used_by TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entry (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        serial INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('act', 'undo')),
        seat INTEGER NOT NULL,
        number INTEGER NOT NULL,
        number_after INTEGER NOT NULL,
        option TEXT,
        draws TEXT,
        client TEXT,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_of_client ON entry (table_id, seat, client) WHERE client IS NOT NULL;

    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        serial INTEGER NOT NULL,
        seat INTEGER,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, serial)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE probe (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        at REAL NOT NULL
    ) STRICT;
    """,
    # What was measured in an action of a game with an engine of its own, as JSON: it is never measured again.
    "ALTER TABLE entry ADD COLUMN outcome TEXT;",
    """
    ALTER TABLE seat ADD COLUMN stand_in TEXT;
    ALTER TABLE seat ADD COLUMN renewed INTEGER NOT NULL DEFAULT 0;
    """,
    "CREATE INDEX table_of_host ON game_table (host);",
    # Links to another device that were used, until they are too old anyway.
    "CREATE TABLE used_pass (hash TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;",
    # The lesson that is taken at a table, and how far the learner is.
    """
    ALTER TABLE game_table ADD COLUMN lesson TEXT;
    ALTER TABLE game_table ADD COLUMN lesson_at INTEGER NOT NULL DEFAULT 0;
    """,
    # When a game ended and how, as JSON; how is found out later for games that ended before this was kept.
    """
    ALTER TABLE game_table ADD COLUMN ended REAL;
    ALTER TABLE game_table ADD COLUMN result TEXT;
    UPDATE game_table SET ended = coalesce((SELECT max(at) FROM entry WHERE table_id = id), created)
        WHERE phase = 'over';
    """,
    # Invitations that can be said aloud. Not unique: one that died stays until its seat is written again.
    """
    ALTER TABLE seat ADD COLUMN code TEXT;
    ALTER TABLE seat ADD COLUMN code_until REAL NOT NULL DEFAULT 0;
    CREATE INDEX seat_of_code ON seat (code) WHERE code IS NOT NULL;
    """,
    # How far a guest has come against the bots of a game: the bot they play now, and how often it was beaten.
    """
    CREATE TABLE rival (
        guest TEXT NOT NULL,
        game TEXT NOT NULL,
        bot TEXT NOT NULL,
        wins INTEGER NOT NULL,
        PRIMARY KEY (guest, game)
    ) STRICT, WITHOUT ROWID;
    """,
    # What a standing order played is nothing that anybody would take back.
    "ALTER TABLE entry ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0;",
    # The dice of every game that is over, counted: see thrown.py.
    """
    CREATE TABLE thrown (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id TEXT NOT NULL UNIQUE REFERENCES game_table (id),
        game TEXT NOT NULL,
        ended REAL NOT NULL,
        tally TEXT NOT NULL
    ) STRICT;
    """,
    # Whether the person in a seat agrees that all may ask for hints.
    "ALTER TABLE seat ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;",
    # Of a what-if, as JSON: the table that it goes on from, after how many actions, and who asks.
    "ALTER TABLE game_table ADD COLUMN what_if TEXT;",
    # The reviews of finished matches. One that was asked for and isn't made yet is made when the house opens again.
    """
    CREATE TABLE review (
        table_id TEXT PRIMARY KEY REFERENCES game_table (id),
        asked REAL NOT NULL,
        version INTEGER,
        made TEXT,
        failed TEXT
    ) STRICT, WITHOUT ROWID;
    """,
)


def check(connection: sqlite3.Connection) -> int:
    """How many migrations a database has had; CantOpen if it isn't ours, or is from a later version."""
    have = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if have > len(MIGRATIONS):
        raise CantOpen(
            f"The database was written by a newer Dicehouse (schema {have}, this one knows {len(MIGRATIONS)})."
        )
    known = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if ("game_table" in known) != (have > 0) or (known and not have):
        raise CantOpen("That is no database of a Dicehouse.")
    return have


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the database up to this version of the house, each step whole or not at all."""
    for number in range(check(connection), len(MIGRATIONS)):
        connection.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
