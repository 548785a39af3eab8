"""Hold what the store keeps of a table as plain records, and read and write them with SQL."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

import msgspec

from ...i18n import DEFAULT_LANGUAGE, Text
from ...i18n.text import pack_text, plain_text, unpack_text
from ..clocks.clock_records import Running, read_running, read_terms
from ..clocks.time_terms import Terms
from ..commit_reveal_records import Showing, read_showing
from .database import Database, Row, Statement

Phase = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "bot", "open"]
SeedOrigin = Literal["browser", "house", "sealed", "shown", "silent"]
OrderMode = Literal["ask", "end", "big", "never"]
ORDERS: tuple[OrderMode, ...] = ("ask", "end", "big", "never")
ASK, AT_END, BIG, NEVER = ORDERS
Draws = tuple[tuple[int, int], ...]  # result (from 1) and number of sides of each die
LEFT, TAKEN = -1, -2  # instead of the lesson progress: the player left it to play freely, or finished it
_compact = json.JSONEncoder(separators=(",", ":")).encode
_numbers = msgspec.json.Encoder().encode  # gives the same text for whole numbers, but is much faster


@dataclass(frozen=True, slots=True)
class Order:
    """Hold a standing order: when a seat wants to be asked for a reaction out of turn."""

    mode: OrderMode = "end"
    points: int = 1000


@dataclass(frozen=True, slots=True)
class Seat:
    """Hold a seat at a table: a person's (bound to their guest id), a bot's, or open."""

    number: int
    kind: SeatKind
    name: str
    guest: str | None = None
    bot: str | None = None
    contribution: str | None = None
    drawn_by: SeedOrigin | None = None  # who drew the contribution, and how it arrived: see commit_reveal.py
    order: Order = Order()
    stand_in: str | None = None  # the substitute bot of a person who is away
    renewed: int = 0  # how many invitations to this seat were withdrawn
    code: str | None = None  # the code of this seat's invitation, to be said aloud
    code_until: float = 0.0  # when that code expires (seconds since 1970)
    hints: bool = False  # whether its player agrees that all may ask for hints
    firm: bool = False  # whether its player wants no take-backs in this game

    @property
    def played_by(self) -> str | None:
        """Return the bot that decides for this seat; None if a person does."""
        return self.bot or self.stand_in


class Entry(msgspec.Struct, frozen=True):  # made for every action; a dataclass would take several times as long
    """Hold an entry of a table's history: an action or an undo. Entries are only ever added."""

    serial: int
    kind: str  # "act" | "undo"
    seat: int
    number: int
    number_after: int
    option: str | None
    draws: Draws
    client: str | None
    at: float
    outcome: Mapping[str, Any] | None = None  # the measured outcome, in games with an engine of their own
    ordered: bool = False  # whether a standing order played it
    moment: bytes | None = None  # the position snapshot after it: see `dicehouse.match.snapshots`


@dataclass(frozen=True, slots=True)
class Said:
    """Hold a line of chat; `seat` is None if the server or a spectator wrote it."""

    seat: int | None
    name: str
    text: str  # a notice of the server, or a bot's reason, can be a `Text`; what people write is shown as it is
    at: float
    guest: str | None = None  # who said it; None: the server, a bot, or a line from before this was stored
    own: Mapping[int, str] = field(default_factory=dict)  # a notice for the reader in a seat: "You pause the game."

    def text_for(self, own: Sequence[int]) -> str:
        """Return the text for a reader who holds the seats `own`; on a shared device, players are named."""
        return self.own.get(own[0], self.text) if len(own) == 1 else self.text

    @property
    def reason(self) -> bool:
        """Return True if a bot said it, as a reason for what it was about to do."""
        return self.seat is not None and self.guest is None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Hold where a fork starts: a finished table, the number of its actions to keep, and the seat to decide.

    Without a table, the match was not played on this server: it comes from a file.
    """

    table: str
    number: int
    seat: int


FROM_FILE = WhatIf("", 0, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """Hold the rules by which a match was played from snapshot `since` on, and the layout of its positions.

    `made_of` is the fingerprint of the rules; it is empty in games with an engine of their own, which have none.
    """

    since: int
    version: str
    made_of: str
    layout: str


@dataclass(frozen=True, slots=True)
class TableRecord:
    """Hold what was decided about a table before the first roll, and its state now."""

    id: str
    game: str
    mode: str
    settings: Mapping[str, Any]
    host: str
    commitment: str
    secret: str
    phase: Phase
    created: float
    header: Mapping[str, Any] | None = None
    again: str | None = None
    lesson: str | None = None  # the lesson that is taken here, with chosen dice
    lesson_at: int = 0  # how many steps of its script are done, or LEFT, or TAKEN
    terms: Terms | None = None  # the time limit; None if there is none
    revision: int = 0  # how often it was changed, if several servers share a database
    pace: str = "normal"  # how long its bots wait
    reasons: bool | None = None  # whether its bots say why, if the host chose
    quiet: bool = False  # preset phrases only
    listed: bool = False  # strangers can find it while it waits for players
    what_if: WhatIf | None = None  # where the match was forked from, if it is a fork
    dealt: bytes | None = None  # the snapshot after the deal, stored like those of the entries
    asking: str | None = None  # the open request for a take-back: see takeback.py
    rules: tuple[Span, ...] = ()  # by which rules it was played; empty if snapshots were not stored then

    @property
    def from_file(self) -> bool:
        """Return True if the match was not played here: somebody opened its file."""
        return self.what_if == FROM_FILE


@dataclass(frozen=True, slots=True)
class KeptReview:
    """Hold a review that was asked for: as JSON once it is made, or why it could not be made."""

    made: str | None
    version: int | None
    failed: str | None


@dataclass(frozen=True, slots=True)
class Kept:
    """Hold a table as the store has it."""

    table: TableRecord
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    chat: tuple[Said, ...]
    clocks: tuple[Running, ...] = ()
    off: frozenset[tuple[str, str]] = frozenset()  # muted and kicked guests, with "words" or "chair"
    showing: Showing | None = None  # at a full table that waits for client seeds
    parts: Mapping[str, str] = field(default_factory=dict)  # what features store as JSON, by their names


# reading --------------------------------------------------------------------------------------------------------


LAST_REVISION = 2**62  # no table is changed as often: a larger one is damage, and must not keep anybody from writing
NEXT_REVISION = f"CASE WHEN revision BETWEEN 0 AND {LAST_REVISION - 1} THEN revision + 1 ELSE 1 END"
_ENTRIES = "SELECT * FROM entry WHERE table_id = ? AND serial >= ? ORDER BY serial"
_LINES = "SELECT * FROM chat WHERE table_id = ? AND serial >= ? ORDER BY serial"


def next_revision(number: int) -> int:
    """Return the revision that follows `number`, as the database counts it: a damaged one is followed by 1."""
    return number + 1 if 0 <= number < LAST_REVISION else 1


def read_table(db: Database, table_id: str, entries: int = 0, lines: int = 0) -> Kept | None:
    """Return everything about one table, read in one transaction; None if there is no such table.

    Of its history and its chat, return only what follows the first `entries` entries and the first `lines` lines.
    """
    db.execute("BEGIN")
    try:
        row = db.execute("SELECT * FROM game_table WHERE id = ?", (table_id,)).fetchone()
        if row is None:
            return None
        seats = db.execute("SELECT * FROM seat WHERE table_id = ? ORDER BY seat", (table_id,)).fetchall()
        history = db.execute(_ENTRIES, (table_id, entries)).fetchall()
        chat = db.execute(_LINES, (table_id, lines)).fetchall()
        terms = read_terms(db, table_id)
        clocks = () if terms is None else read_running(db, table_id)
        showing = read_showing(db, table_id) if row["phase"] == "waiting" else None
        off = db.execute("SELECT guest, what FROM sent_off WHERE table_id = ?", (table_id,)).fetchall()
        parts = db.execute("SELECT feature, data FROM part WHERE table_id = ?", (table_id,)).fetchall()
    finally:
        db.execute("COMMIT")
    return Kept(
        replace(_table(row), terms=terms),
        tuple(map(_seat, seats)),
        tuple(map(_entry, history)),
        tuple(map(read_said, chat)),
        clocks,
        frozenset((row["guest"], row["what"]) for row in off),
        showing,
        {row["feature"]: row["data"] for row in parts},
    )


def read_revision(db: Database, table_id: str) -> int:
    """Return the revision of a table; 0 if there is no such table."""
    row = db.execute("SELECT revision FROM game_table WHERE id = ?", (table_id,)).fetchone()
    return 0 if row is None else int(row["revision"])


def read_tables_of(db: Database, guest: str, most: int) -> list[str]:
    """Return the ids of up to `most` unfinished tables where `guest` sits or is the host, the latest played first."""
    rows = db.execute(
        """
        SELECT t.id FROM game_table t
        WHERE t.phase <> 'over' AND t.lesson_at <> -2
        AND t.id IN (SELECT table_id FROM seat WHERE guest = ? UNION SELECT id FROM game_table WHERE host = ?)
        ORDER BY coalesce((SELECT max(at) FROM entry e WHERE e.table_id = t.id), t.created) DESC LIMIT ?
        """,
        (guest, guest, most),
    )
    return [str(row["id"]) for row in rows]


def count_tables_of(db: Database, guest: str) -> int:
    """Return the number of unfinished tables where `guest` sits or is the host."""
    row = db.execute(
        "SELECT count(*) AS found FROM game_table t WHERE t.phase <> 'over' AND t.lesson_at <> -2"
        " AND t.id IN (SELECT table_id FROM seat WHERE guest = ? UNION SELECT id FROM game_table WHERE host = ?)",
        (guest, guest),
    ).fetchone()
    return int(row["found"])


def read_lesson(db: Database, guest: str, game: str, lesson: str) -> str | None:
    """Return the latest table at which `guest` is taking this lesson; None if there is none."""
    row = db.execute(
        "SELECT id FROM game_table WHERE host = ? AND game = ? AND lesson = ? AND lesson_at >= 0 AND phase <> 'over'"
        " ORDER BY created DESC LIMIT 1",
        (guest, game, lesson),
    ).fetchone()
    return None if row is None else str(row["id"])


def read_lesson_before(db: Database, guest: str, game: str, lesson: str) -> str:
    """Return the latest table at which `guest` took this lesson, finished or not; empty if there is none."""
    row = db.execute(
        "SELECT id FROM game_table WHERE host = ? AND game = ? AND lesson = ? ORDER BY created DESC, id LIMIT 1",
        (guest, game, lesson),
    ).fetchone()
    return "" if row is None else str(row["id"])


def read_known(db: Database, guest: str) -> set[str]:
    """Return the games that `guest` has sat down to."""
    rows = db.execute(
        "SELECT DISTINCT t.game FROM seat s JOIN game_table t ON t.id = s.table_id WHERE s.guest = ?", (guest,)
    )
    return {str(row["game"]) for row in rows}


def read_invite(db: Database, token_hash: str) -> tuple[str, int, str | None] | None:
    """Return the table and the seat of an invitation, and the guest who used it; None if there is none."""
    row = db.execute("SELECT table_id, seat, used_by FROM invite WHERE hash = ?", (token_hash,)).fetchone()
    return None if row is None else (row["table_id"], row["seat"], row["used_by"])


def read_code(db: Database, code: str, now: float) -> tuple[str, int] | None:
    """Return the table and open seat of a `code` that is valid at `now` (seconds since 1970), or None."""
    row = db.execute(
        "SELECT table_id, seat FROM seat WHERE code = ? AND code_until > ? AND kind = 'open'", (code, now)
    ).fetchone()
    return None if row is None else (row["table_id"], row["seat"])


def read_guest(db: Database, guest: str) -> str | None:
    """Return the name that `guest` gave; None if they gave none."""
    row = db.execute("SELECT name FROM guest WHERE id = ?", (guest,)).fetchone()
    return None if row is None else str(row["name"])


def read_language(db: Database, guest: str) -> str:
    """Return the language in which `guest` last read the pages; English if it isn't known."""
    row = db.execute("SELECT language FROM guest_language WHERE guest = ?", (guest,)).fetchone()
    return DEFAULT_LANGUAGE if row is None else str(row["language"])


def put_language(guest: str, language: str) -> Statement:
    return (
        "INSERT INTO guest_language (guest, language) VALUES (?, ?) ON CONFLICT (guest) DO UPDATE SET"
        " language = excluded.language",
        (guest, language),
    )


def read_rival(db: Database, guest: str, game: str) -> tuple[str, int] | None:
    """Return the bot that `guest` plays in `game`, and how often they have beaten it; None if there is none."""
    row = db.execute("SELECT bot, wins FROM rival WHERE guest = ? AND game = ?", (guest, game)).fetchone()
    return None if row is None else (row["bot"], row["wins"])


def read_rivals(db: Database, guest: str) -> dict[str, tuple[str, int]]:
    """Return the bot that `guest` plays and how often they have beaten it, for each game they have played."""
    rows = db.execute("SELECT game, bot, wins FROM rival WHERE guest = ?", (guest,))
    return {row["game"]: (row["bot"], row["wins"]) for row in rows}


def read_pass(db: Database, token_hash: str) -> bool:
    """Return True if the link to another device with this hash was used."""
    return db.execute("SELECT 1 FROM used_pass WHERE hash = ?", (token_hash,)).fetchone() is not None


def read_layout(db: Database, name: str) -> str | None:
    """Return the fields of the layout with the hash `name`; None if it was not stored."""
    row = db.execute("SELECT fields FROM layout WHERE hash = ?", (name,)).fetchone()
    return None if row is None else str(row["fields"])


def read_without_moments(db: Database) -> list[str]:
    """Return the tables whose matches began before snapshots were stored, unfinished ones first."""
    rows = db.execute(
        "SELECT id FROM game_table WHERE header IS NOT NULL AND rules IS NULL ORDER BY phase DESC, created, id"
    )
    return [str(row["id"]) for row in rows]


def read_review(db: Database, table: str) -> KeptReview | None:
    """Return what is stored of a table's review; None if nobody has asked for it."""
    row = db.execute("SELECT made, version, failed FROM review WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else KeptReview(row["made"], row["version"], row["failed"])


def read_unmade_reviews(db: Database) -> list[str]:
    """Return the tables whose reviews were asked for but are not made yet, in the order of asking."""
    rows = db.execute("SELECT table_id FROM review WHERE made IS NULL AND failed IS NULL ORDER BY asked, table_id")
    return [str(row["table_id"]) for row in rows]


def read_commitment(db: Database, commitment: str) -> tuple[str, str] | None:
    """Return the table that was opened under `commitment`, and its host; None if there is none."""
    row = db.execute("SELECT id, host FROM game_table WHERE commitment = ?", (commitment,)).fetchone()
    return None if row is None else (row["id"], row["host"])


def read_spent(db: Database, commitment: str) -> bool:
    """Return True if a table that was opened under `commitment` has been removed since."""
    return db.execute("SELECT 1 FROM spent WHERE commitment = ?", (commitment,)).fetchone() is not None


def _table(row: Row) -> TableRecord:
    header = row["header"]
    return TableRecord(
        id=row["id"],
        game=row["game"],
        mode=row["mode"],
        settings=json.loads(row["settings"]),
        host=row["host"],
        commitment=row["commitment"],
        secret=row["secret"],
        phase=row["phase"],
        created=row["created"],
        header=None if header is None else json.loads(header),
        again=row["again"],
        lesson=row["lesson"],
        lesson_at=row["lesson_at"],
        revision=row["revision"],
        pace=row["pace"],
        asking=row["asking"],
        reasons=None if row["reasons"] is None else bool(row["reasons"]),
        quiet=bool(row["quiet"]),
        listed=bool(row["listed"]),
        what_if=None if row["what_if"] is None else WhatIf(**json.loads(row["what_if"])),
        dealt=row["dealt"],
        rules=tuple(Span(**span) for span in json.loads(row["rules"] or "[]")),
    )


def read_said(row: Row) -> Said:
    """Return a stored line of chat; lines of earlier versions, and those that people wrote, are plain text."""
    text, own = row["text"], dict[int, str]()
    if row["message"] is not None:
        stored = json.loads(row["message"])
        text = unpack_text(stored["text"])
        own = {int(seat): unpack_text(packed) for seat, packed in stored.get("own", {}).items()}
    return Said(row["seat"], row["name"], text, row["at"], row["guest"], own)


def pack_said(text: str, own: Mapping[int, str]) -> str | None:
    """Return the message of a line of chat as JSON, for its translation; None if it is plain text."""
    if not own and not isinstance(text, Text):
        return None
    packed: dict[str, Any] = {"text": pack_text(text)}
    if own:
        packed["own"] = {str(seat): pack_text(words) for seat, words in own.items()}
    return _compact(packed)


def _seat(row: Row) -> Seat:
    return Seat(
        number=row["seat"],
        kind=row["kind"],
        name=row["name"],
        guest=row["guest"],
        bot=row["bot"],
        contribution=row["contribution"],
        drawn_by=row["drawn_by"],
        order=Order(row["order_mode"], row["order_points"]),
        stand_in=row["stand_in"],
        renewed=row["renewed"],
        code=row["code"],
        code_until=row["code_until"],
        hints=bool(row["hints"]),
        firm=bool(row["firm"]),
    )


def _entry(row: Row) -> Entry:
    return Entry(
        serial=row["serial"],
        kind=row["kind"],
        seat=row["seat"],
        number=row["number"],
        number_after=row["number_after"],
        option=row["option"],
        draws=tuple((result, sides) for result, sides in json.loads(row["draws"])) if row["draws"] else (),
        client=row["client"],
        at=row["at"],
        outcome=json.loads(row["outcome"]) if row["outcome"] else None,
        ordered=bool(row["ordered"]),
        moment=row["moment"],
    )


# writing --------------------------------------------------------------------------------------------------------


def insert_table(table: TableRecord) -> Statement:
    return (
        "INSERT INTO game_table (id, game, mode, settings, host, commitment, secret, phase, created, lesson, lesson_at,"
        " what_if, quiet, listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table.id, table.game, table.mode, json.dumps(table.settings), table.host, table.commitment, table.secret,
         table.phase, table.created, table.lesson, table.lesson_at,
         None if table.what_if is None else _compact(asdict(table.what_if)), int(table.quiet), int(table.listed)),
    )  # fmt: skip


_SEAT = (
    "kind", "name", "guest", "bot", "contribution", "drawn_by", "order_mode", "order_points", "stand_in", "renewed",
    "code", "code_until", "hints", "firm",
)  # fmt: skip
_PUT_SEAT = (
    f"INSERT INTO seat (table_id, seat, {', '.join(_SEAT)}) VALUES (?, ?{', ?' * len(_SEAT)})"  # noqa: S608  # constants
    f" ON CONFLICT (table_id, seat) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _SEAT)}"
)


def put_seat(table_id: str, seat: Seat) -> Statement:
    return (
        _PUT_SEAT,
        (table_id, seat.number, seat.kind, seat.name, seat.guest, seat.bot, seat.contribution, seat.drawn_by,
         seat.order.mode, seat.order.points, seat.stand_in, seat.renewed, seat.code, seat.code_until,
         int(seat.hints), int(seat.firm)),
    )  # fmt: skip


def insert_invite(token_hash: str, table_id: str, seat: int) -> Statement:
    return ("INSERT INTO invite (hash, table_id, seat) VALUES (?, ?, ?)", (token_hash, table_id, seat))


def delete_invites(table_id: str, seat: int) -> Statement:
    return ("DELETE FROM invite WHERE table_id = ? AND seat = ? AND used_by IS NULL", (table_id, seat))


def use_invites(table_id: str, seat: int, guest: str) -> Statement:
    return ("UPDATE invite SET used_by = ? WHERE table_id = ? AND seat = ?", (guest, table_id, seat))


def insert_entry(table_id: str, entry: Entry) -> Statement:
    return (
        "INSERT INTO entry (table_id, serial, kind, seat, number, number_after, option, draws, client, at, outcome,"
        " ordered, moment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table_id, entry.serial, entry.kind, entry.seat, entry.number, entry.number_after, entry.option,
         _numbers(entry.draws).decode() if entry.draws else None, entry.client, entry.at,
         None if entry.outcome is None else _compact(entry.outcome), int(entry.ordered), entry.moment),
    )  # fmt: skip


def set_rules(table_id: str, rules: Sequence[Span]) -> Statement:
    """Return the statement that stores the `rules` by which a match was played so far."""
    return ("UPDATE game_table SET rules = ? WHERE id = ?", (_compact([asdict(span) for span in rules]), table_id))


def set_dealt(table_id: str, dealt: bytes) -> Statement:
    return ("UPDATE game_table SET dealt = ? WHERE id = ?", (dealt, table_id))


def set_moment(table_id: str, serial: int, moment: bytes) -> Statement:
    return ("UPDATE entry SET moment = ? WHERE table_id = ? AND serial = ?", (moment, table_id, serial))


def put_layout(name: str, fields: str) -> Statement:
    """Return the statement that stores the fields of a layout, so that positions stay readable when no rules use it."""
    return ("INSERT INTO layout (hash, fields) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING", (name, fields))


def insert_chat(table_id: str, serial: int, said: Said) -> Statement:
    return (
        "INSERT INTO chat (table_id, serial, seat, name, text, at, guest, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table_id, serial, said.seat, said.name, plain_text(said.text), said.at, said.guest,
         pack_said(said.text, said.own)),
    )  # fmt: skip


def set_started(table: TableRecord) -> Statement:
    return ("UPDATE game_table SET phase = 'playing', header = ? WHERE id = ?", (_compact(table.header), table.id))


def set_settings(table: TableRecord) -> Statement:
    return ("UPDATE game_table SET settings = ? WHERE id = ?", (json.dumps(table.settings), table.id))


def set_again(table_id: str, again: str) -> Statement:
    return ("UPDATE game_table SET again = ? WHERE id = ?", (again, table_id))


def count_change(table_id: str) -> Statement:
    """Return the statement that raises the revision of a table, so that other servers read it before they change it."""
    return (f"UPDATE game_table SET revision = {NEXT_REVISION} WHERE id = ?", (table_id,))  # noqa: S608  # a constant


def set_taken_back(table_id: str) -> Statement:
    """Return the statement that stores that all people at a table agreed to a take-back."""
    return ("UPDATE game_table SET taken_back = 1 WHERE id = ?", (table_id,))


def set_hinted(table_id: str) -> Statement:
    """Return the statement that stores that hints were on in the match, which stays true if they are turned off."""
    return ("UPDATE game_table SET hinted = 1 WHERE id = ?", (table_id,))


def set_asking(table_id: str, asking: str | None) -> Statement:
    return ("UPDATE game_table SET asking = ? WHERE id = ?", (asking, table_id))


def set_bots(table_id: str, pace: str, reasons: bool | None) -> Statement:
    said = None if reasons is None else int(reasons)
    return ("UPDATE game_table SET pace = ?, reasons = ? WHERE id = ?", (pace, said, table_id))


def set_lesson(table_id: str, at: int) -> Statement:
    return ("UPDATE game_table SET lesson_at = ? WHERE id = ?", (at, table_id))


def put_part(table_id: str, feature: str, data: str) -> Statement:
    """Return the statement that stores what a feature keeps of a table, as JSON."""
    return (
        "INSERT INTO part VALUES (?, ?, ?) ON CONFLICT (table_id, feature) DO UPDATE SET data = excluded.data",
        (table_id, feature, data),
    )


def put_guest(guest: str, name: str, at: float) -> Statement:
    return (
        "INSERT INTO guest VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        (guest, name, at),
    )


def meet_rival(guest: str, game: str, bot: str) -> Statement:
    """Return the statement that sets the bot that `guest` plays in `game`; wins against another bot are forgotten."""
    return (
        "INSERT INTO rival VALUES (?, ?, ?, 0) ON CONFLICT (guest, game)"
        " DO UPDATE SET bot = excluded.bot, wins = 0 WHERE rival.bot <> excluded.bot",
        (guest, game, bot),
    )


def beat_rival(guest: str, game: str, bot: str) -> Statement:
    return ("UPDATE rival SET wins = wins + 1 WHERE guest = ? AND game = ? AND bot = ?", (guest, game, bot))


def ask_review(table: str, at: float) -> Statement:
    """Return the statement that asks for a review; an older review stays until the new one is made."""
    return (
        "INSERT INTO review (table_id, asked) VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET failed = NULL",
        (table, at),
    )


def keep_review(table: str, version: int, made: str) -> Statement:
    return ("UPDATE review SET version = ?, made = ?, failed = NULL WHERE table_id = ?", (version, made, table))


def fail_review(table: str, why: str) -> Statement:
    return ("UPDATE review SET failed = ? WHERE table_id = ? AND made IS NULL", (why, table))


def insert_pass(token_hash: str, until: float) -> Statement:
    return ("INSERT INTO used_pass VALUES (?, ?)", (token_hash, until))


def delete_passes(now: float) -> Statement:
    return ("DELETE FROM used_pass WHERE until < ?", (now,))


def put_probe(at: float) -> Statement:
    return ("INSERT INTO probe VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", (at,))


def acts_not_undone(entries: Sequence[Entry]) -> list[Entry]:
    """Return the acts that count: the history without what was undone."""
    acts: list[Entry] = []
    for entry in entries:
        if entry.kind == "act":
            acts.append(entry)
        else:
            del acts[entry.number_after :]
    return acts


def saved_form(kept: Kept) -> dict[str, Any]:
    """Return the match in its JSON form: the header it started with, and the acts that were not undone."""
    acts = acts_not_undone(kept.entries)
    actions = [
        {"seat": a.seat, "option": a.option, "draws": list(map(list, a.draws)), "outcome": a.outcome} for a in acts
    ]
    header = {key: value for key, value in (kept.table.header or {}).items() if key not in ("scores", "over")}
    return {**header, "actions": actions}
