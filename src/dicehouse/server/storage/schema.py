"""Define the tables of the database as numbered migrations; `user_version` holds how many a database has had."""

from __future__ import annotations

import sqlite3

from .data_files import CantOpen

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
    # What a game with an engine of its own measured in an action, as JSON, because it can't be measured again.
    "ALTER TABLE entry ADD COLUMN outcome TEXT;",
    """
    ALTER TABLE seat ADD COLUMN stand_in TEXT;
    ALTER TABLE seat ADD COLUMN renewed INTEGER NOT NULL DEFAULT 0;
    """,
    "CREATE INDEX table_of_host ON game_table (host);",
    # Used links to another device, kept until they would have expired.
    "CREATE TABLE used_pass (hash TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;",
    # The lesson that is taken at a table, and the lesson progress.
    """
    ALTER TABLE game_table ADD COLUMN lesson TEXT;
    ALTER TABLE game_table ADD COLUMN lesson_at INTEGER NOT NULL DEFAULT 0;
    """,
    # When a game ended, and its result as JSON; for games that ended earlier, the result is filled in later.
    """
    ALTER TABLE game_table ADD COLUMN ended REAL;
    ALTER TABLE game_table ADD COLUMN result TEXT;
    UPDATE game_table SET ended = coalesce((SELECT max(at) FROM entry WHERE table_id = id), created)
        WHERE phase = 'over';
    """,
    # Invitation codes that can be said aloud. Not unique: an expired one stays until its seat is written again.
    """
    ALTER TABLE seat ADD COLUMN code TEXT;
    ALTER TABLE seat ADD COLUMN code_until REAL NOT NULL DEFAULT 0;
    CREATE INDEX seat_of_code ON seat (code) WHERE code IS NOT NULL;
    """,
    # The bot that a guest plays now in each game, and how often they have beaten it.
    """
    CREATE TABLE rival (
        guest TEXT NOT NULL,
        game TEXT NOT NULL,
        bot TEXT NOT NULL,
        wins INTEGER NOT NULL,
        PRIMARY KEY (guest, game)
    ) STRICT, WITHOUT ROWID;
    """,
    # Whether a standing order played it, because nobody may take that back.
    "ALTER TABLE entry ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0;",
    # Counts of the dice of every finished game: see dice_counts.py.
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
    # For a fork, as JSON: the table and the number of actions that it starts from, and the seat that asked.
    "ALTER TABLE game_table ADD COLUMN what_if TEXT;",
    # Reviews of finished matches. One that was asked for and isn't made yet is made when the server starts again.
    """
    CREATE TABLE review (
        table_id TEXT PRIMARY KEY REFERENCES game_table (id),
        asked REAL NOT NULL,
        version INTEGER,
        made TEXT,
        failed TEXT
    ) STRICT, WITHOUT ROWID;
    """,
    # The tokens that guests' programs use: see api_tokens.py.
    """
    CREATE TABLE token (
        hash TEXT PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        guest TEXT NOT NULL,
        label TEXT NOT NULL,
        scope TEXT NOT NULL CHECK (scope IN ('read', 'table', 'me')),
        table_id TEXT,
        created REAL NOT NULL,
        used REAL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_of_guest ON token (guest);
    """,
    # Who wrote a chat line; recovery phrases; merged guests; and when guests were last here.
    """
    ALTER TABLE chat ADD COLUMN guest TEXT;
    CREATE INDEX chat_of_guest ON chat (guest) WHERE guest IS NOT NULL;
    CREATE TABLE phrase (
        guest TEXT PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        made REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE joined (guest TEXT PRIMARY KEY, into_guest TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE seen (guest TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # Position snapshots of a match, so that it can go on when the rules change: after the deal and after each action;
    # the rules by which it was played (JSON); and the fields of each layout.
    """
    ALTER TABLE entry ADD COLUMN moment BLOB;
    ALTER TABLE game_table ADD COLUMN dealt BLOB;
    ALTER TABLE game_table ADD COLUMN rules TEXT;
    CREATE TABLE layout (hash TEXT PRIMARY KEY, fields TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # Time: the time limit of a table, its clocks, when the server last ran, and the quiet hours of players.
    """
    CREATE TABLE terms (
        table_id TEXT PRIMARY KEY REFERENCES game_table (id),
        seconds INTEGER NOT NULL,
        bot TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deadline (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        seat INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        run INTEGER NOT NULL,
        remains REAL NOT NULL,
        since REAL,
        due REAL,
        late INTEGER NOT NULL,
        missed INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deadline_due ON deadline (due) WHERE due IS NOT NULL;
    CREATE TABLE house_clock (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        at REAL NOT NULL
    ) STRICT;
    CREATE TABLE hours (
        guest TEXT PRIMARY KEY,
        zone TEXT NOT NULL,
        quiet_from INTEGER,
        quiet_to INTEGER,
        away_from TEXT,
        away_to TEXT
    ) STRICT, WITHOUT ROWID;
    """,
    # How far a guest has seen an unfinished match, so that we can show what happened while they were away.
    """
    CREATE TABLE seen_at (
        guest TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES game_table (id),
        number INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (guest, table_id)
    ) STRICT, WITHOUT ROWID;
    """,
    # How people want to hear that it is their turn: a calendar feed, an e-mail address, push messages to browsers.
    """
    CREATE TABLE feed (
        guest TEXT PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        renewed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mail (
        guest TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        asked REAL NOT NULL,
        confirmed REAL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE push (
        endpoint TEXT PRIMARY KEY,
        guest TEXT NOT NULL,
        p256dh TEXT NOT NULL,
        auth TEXT NOT NULL,
        created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_of_guest ON push (guest);
    """,
    # The revision of a table, for servers that share a database; and what its host chose for its bots.
    """
    ALTER TABLE game_table ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game_table ADD COLUMN pace TEXT NOT NULL DEFAULT 'normal';
    ALTER TABLE game_table ADD COLUMN reasons INTEGER;
    """,
    # Quiet and listed tables; the guests that a guest has muted; and the guests that a host has muted or kicked.
    """
    ALTER TABLE game_table ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game_table ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE ignored (
        guest TEXT NOT NULL,
        other TEXT NOT NULL,
        name TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (guest, other)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sent_off (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        guest TEXT NOT NULL,
        what TEXT NOT NULL CHECK (what IN ('words', 'chair')),
        PRIMARY KEY (table_id, guest, what)
    ) STRICT, WITHOUT ROWID;
    """,
    # Whether the person in a seat wants no take-backs in this game.
    "ALTER TABLE seat ADD COLUMN firm INTEGER NOT NULL DEFAULT 0;",
    # Clubs, their members and their tournaments: the pairings of each round, their tables and their results.
    """
    CREATE TABLE club (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        host TEXT NOT NULL,
        invite TEXT NOT NULL UNIQUE,
        renewed INTEGER NOT NULL DEFAULT 0,
        listed INTEGER NOT NULL DEFAULT 0,
        created REAL NOT NULL,
        closed REAL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX club_of_host ON club (host);
    CREATE TABLE club_member (
        club TEXT NOT NULL REFERENCES club (id),
        number INTEGER NOT NULL,
        guest TEXT,
        name TEXT NOT NULL,
        joined REAL NOT NULL,
        gone TEXT CHECK (gone IN ('left', 'removed')),
        PRIMARY KEY (club, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX member_of_club ON club_member (club, guest) WHERE guest IS NOT NULL;
    CREATE INDEX club_of_member ON club_member (guest) WHERE guest IS NOT NULL;
    CREATE TABLE contest (
        club TEXT NOT NULL REFERENCES club (id),
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        mode TEXT NOT NULL,
        settings TEXT NOT NULL,
        seconds INTEGER,
        late TEXT,
        kind TEXT NOT NULL CHECK (kind IN ('everybody', 'swiss')),
        rounds INTEGER NOT NULL,
        begun REAL NOT NULL,
        ended REAL,
        PRIMARY KEY (club, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX contest_running ON contest (club) WHERE ended IS NULL;
    CREATE TABLE contest_player (
        club TEXT NOT NULL REFERENCES club (id),
        contest INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        member INTEGER NOT NULL,
        PRIMARY KEY (club, contest, seed)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pairing (
        club TEXT NOT NULL REFERENCES club (id),
        contest INTEGER NOT NULL,
        round INTEGER NOT NULL,
        board INTEGER NOT NULL,
        first_member INTEGER NOT NULL,
        second_member INTEGER,
        played_at TEXT,
        first_points REAL,
        second_points REAL,
        decided TEXT CHECK (decided IN ('draw', 'first', 'second', 'gone', 'stuck')),
        decided_by INTEGER,
        PRIMARY KEY (club, contest, round, board)
    ) STRICT, WITHOUT ROWID;
    """,
    # Who wants ratings, and since when; whether players agreed to a take-back in a match.
    """
    CREATE INDEX pairing_of_table ON pairing (played_at) WHERE played_at IS NOT NULL;
    CREATE TABLE rated (guest TEXT PRIMARY KEY, since REAL NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE game_table ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;
    """,
    # The open request for a take-back, as JSON, so that it is the same at every server.
    "ALTER TABLE game_table ADD COLUMN asking TEXT;",
    # The passkeys of guests: see passkeys.py.
    """
    CREATE TABLE passkey (
        id TEXT PRIMARY KEY,
        guest TEXT NOT NULL,
        label TEXT NOT NULL,
        public BLOB NOT NULL,
        signed INTEGER NOT NULL,
        made REAL NOT NULL,
        used REAL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkey_of_guest ON passkey (guest);
    """,
    # Full tables whose browsers reveal their client seeds: until when the server waits, and what is settled.
    """
    CREATE TABLE showing (
        table_id TEXT PRIMARY KEY REFERENCES game_table (id),
        until REAL NOT NULL,
        settled TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    # The attempt limits for codes, shared by all servers: see code_attempts.py.
    """
    CREATE TABLE tries (
        what TEXT PRIMARY KEY,
        remaining REAL NOT NULL CHECK (remaining >= 0),
        at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    # Commitments of removed tables. Their secrets may have been revealed, so no dice may come from them again.
    "CREATE TABLE spent (commitment TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;",
    # Whether hints were ever on in a match.
    "ALTER TABLE game_table ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;",
    # Names of guests in the log of tables where they no longer sit, or never sat; in `seat`, a bot plays on under
    # their name.
    """
    CREATE TABLE called (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        guest TEXT NOT NULL,
        name TEXT NOT NULL,
        seat INTEGER,
        PRIMARY KEY (table_id, guest, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX called_of_guest ON called (guest);
    """,
    # What features of a table keep beyond the columns above, as JSON: see `server/feature_table.py`.
    """
    CREATE TABLE part (
        table_id TEXT NOT NULL REFERENCES game_table (id),
        feature TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (table_id, feature)
    ) STRICT, WITHOUT ROWID;
    """,
    # Notices of the server with their arguments, so that each reader gets their own language; and the language in which
    # guests read, for what is sent to them.
    """
    ALTER TABLE chat ADD COLUMN message TEXT;
    CREATE TABLE guest_language (guest TEXT PRIMARY KEY, language TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # The webhooks of guests: see webhooks.py. Whether a guest wants a mail for each turn, or at most one a day; when
    # the last one was sent; and whether they were not told of a turn for that reason.
    """
    CREATE TABLE webhook (
        guest TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        made REAL NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE mail ADD COLUMN each_turn INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE mail ADD COLUMN sent REAL;
    ALTER TABLE mail ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
    """,
    # Guests whom an operator has muted everywhere, and the record of what operators did: see `server/operators.py`.
    """
    CREATE TABLE silenced (guest TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE operator_act (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at REAL NOT NULL,
        operator TEXT NOT NULL,
        name TEXT NOT NULL,
        what TEXT NOT NULL,
        about TEXT NOT NULL
    ) STRICT;
    CREATE INDEX operator_act_at ON operator_act (at);
    """,
)


def check(connection: sqlite3.Connection) -> int:
    """Return the number of migrations that the database has had.

    Raise CantOpen if it isn't the database of a server, or is from a later version.
    """
    have = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if have > len(MIGRATIONS):
        raise CantOpen(
            f"A newer version of Dicehouse wrote this database (schema {have}; this version knows "
            f"{len(MIGRATIONS)}). Install that version."
        )
    known = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if ("game_table" in known) != (have > 0) or (known and not have):
        raise CantOpen("That isn't a database of Dicehouse.")
    return have


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate the database to this version of the server, each step completely or not at all."""
    for number in range(check(connection), len(MIGRATIONS)):
        connection.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
