"""Merge two guests who are one person: one of them keeps the seats, games and chat lines of both."""

from __future__ import annotations

import time

from ...i18n import _, listing
from ..clubs import clubs
from ..cluster.server_messages import JOINED, News
from ..registry import Registry
from ..storage import table_records
from ..storage.database import Database, Statement
from ..storage.table_records import Said
from .names import shown_name

SIGNED = ("hours", "feed", "mail", "seen_at")  # deleted, because their links name the guest that is merged
WHY = _("A player at this table linked two devices. Reload the page.")

OWNED = (  # columns in which the guest is replaced
    "seat.guest",
    "game_table.host",
    "invite.used_by",
    "chat.guest",
    "token.guest",
    "push.guest",
    "passkey.guest",
    "joined.into_guest",
)


async def merge(registry: Registry, guest: str, into: str) -> None:
    """Give everything of `guest` to `into`; browsers of `guest` belong to `into` from then on.

    If both sit at one table, that person then holds both seats, and a line of chat says so.
    """
    if guest == into:
        return
    tables = await registry.store.read(lambda db: _tables(db, guest))
    async with registry.rewriting(tables, WHY):
        rows = await registry.store.read(lambda db: _rows(db, guest, into, time.time()))
        await registry.store.write(*map(table_records.count_change, sorted(tables)), *rows)
    await tell_who(registry, guest, into)


async def tell_who(registry: Registry, *guests: str) -> None:
    """Make all servers read again who `guests` are, after they were merged or deleted."""
    await look_who(registry, *guests)
    registry.store.tell(News(JOINED, guests=list(guests)))


async def look_who(registry: Registry, *guests: str) -> None:
    """Make this server read again who `guests` are, after this or another server merged or deleted them."""
    await registry.ignoring.reload(*guests)
    for look in registry.look_who:
        await look()


def read_joined(db: Database) -> dict[str, str]:
    """Return the guest that each merged guest became, by the id of the merged guest."""
    return {row["guest"]: row["into_guest"] for row in db.execute("SELECT guest, into_guest FROM joined")}


def _tables(db: Database, guest: str) -> set[str]:
    rows = db.execute(
        "SELECT table_id AS id FROM seat WHERE guest = ? UNION SELECT id FROM game_table WHERE host = ?"
        " UNION SELECT table_id FROM chat WHERE guest = ?",
        (guest, guest, guest),
    )
    return {row["id"] for row in rows}


def _rows(db: Database, guest: str, into: str, now: float) -> list[Statement]:
    name = table_records.read_guest(db, guest)
    rows: list[Statement] = [*_merge_notices(db, guest, into, now), *clubs.merged(db, guest, into)]
    for column in OWNED:
        table, _, what = column.partition(".")
        rows.append((f"UPDATE {table} SET {what} = ? WHERE {what} = ?", (into, guest)))  # noqa: S608  # constants
    rows += [
        (
            "UPDATE rival SET guest = ? WHERE guest = ? AND game NOT IN (SELECT game FROM rival WHERE guest = ?)",
            (into, guest, into),
        ),
        ("DELETE FROM rival WHERE guest = ?", (guest,)),
        (
            "UPDATE hours SET guest = ? WHERE guest = ? AND NOT EXISTS (SELECT 1 FROM hours WHERE guest = ?)",
            (into, guest, into),
        ),
        (
            "UPDATE webhook SET guest = ? WHERE guest = ? AND NOT EXISTS (SELECT 1 FROM webhook WHERE guest = ?)",
            (into, guest, into),
        ),
        ("DELETE FROM webhook WHERE guest = ?", (guest,)),
        (
            "UPDATE guest_language SET guest = ? WHERE guest = ?"
            " AND NOT EXISTS (SELECT 1 FROM guest_language WHERE guest = ?)",
            (into, guest, into),
        ),
        (
            "INSERT INTO ignored (guest, other, name, at) SELECT ?, other, name, at FROM ignored WHERE guest = ?"
            " ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        (
            "INSERT INTO ignored (guest, other, name, at) SELECT guest, ?, name, at FROM ignored WHERE other = ?"
            " ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        ("DELETE FROM ignored WHERE guest = ? OR other = ? OR guest = other", (guest, guest)),
        (
            "INSERT INTO sent_off (table_id, guest, what) SELECT table_id, ?, what FROM sent_off WHERE guest = ?"
            " ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        ("DELETE FROM sent_off WHERE guest = ?", (guest,)),
        (
            "INSERT INTO silenced (guest, at) SELECT ?, at FROM silenced WHERE guest = ? ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        ("DELETE FROM silenced WHERE guest = ?", (guest,)),
        (
            "INSERT INTO called (table_id, guest, name, seat) SELECT table_id, ?, name, seat FROM called"
            " WHERE guest = ? ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        ("DELETE FROM called WHERE guest = ?", (guest,)),
        ("DELETE FROM phrase WHERE guest = ?", (guest,)),
        ("DELETE FROM rated WHERE guest = ?", (guest,)),  # `into` has decided about ratings for themselves
        *((f"DELETE FROM {table} WHERE guest = ?", (guest,)) for table in SIGNED),  # noqa: S608  # constants
        ("DELETE FROM guest_language WHERE guest = ?", (guest,)),
        ("DELETE FROM seen WHERE guest = ?", (guest,)),
        ("DELETE FROM guest WHERE id = ?", (guest,)),
        ("INSERT INTO joined (guest, into_guest) VALUES (?, ?)", (guest, into)),
    ]
    if name is not None and table_records.read_guest(db, into) is None:
        rows.append(table_records.put_guest(into, name, now))
    return rows


def _merge_notices(db: Database, guest: str, into: str, now: float) -> list[Statement]:
    """Return the statements that add a line of chat to every unfinished table where both guests sit.

    The other players must know that one person holds both seats.
    """
    tables = db.execute(
        "SELECT DISTINCT a.table_id AS id FROM seat a JOIN seat b ON a.table_id = b.table_id"
        " JOIN game_table t ON t.id = a.table_id WHERE a.guest = ? AND b.guest = ? AND t.phase <> 'over'",
        (guest, into),
    ).fetchall()
    rows = []
    for (table,) in tables:
        seats = db.execute(
            "SELECT name FROM seat WHERE table_id = ? AND guest IN (?, ?) ORDER BY seat", (table, guest, into)
        ).fetchall()
        (lines,) = db.execute("SELECT count(*) FROM chat WHERE table_id = ?", (table,)).fetchone()
        names = listing(shown_name(seat["name"]) for seat in seats)
        notice = _("{players} are the same person, who linked two devices.", players=names)
        rows.append(table_records.insert_chat(table, lines, Said(None, "", notice, now)))
    return rows
