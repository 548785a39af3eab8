"""Two guests who turn out to be one person: one of them goes on with the seats, games and words of both."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..club import clubs
from ..servers.news import JOINED, News
from ..storage import records
from ..storage.database import Database, Statement
from ..storage.records import Said

if TYPE_CHECKING:
    from ..house import House

SIGNED = ("hours", "feed", "mail", "seen_at")  # their links name the guest, who is another one now
WHY = "Two guests of this table are one person; open it again."
ONE_PERSON = "{} are one person, who joined what two devices had begun."


async def merge(house: House, guest: str, into: str) -> None:
    """Give everything of `guest` to `into`; where both sit at one table, that person then holds both seats, as on one
    couch, and the table is told.

    Browsers that were `guest` are `into` from then on.
    """
    if guest == into:
        return
    tables = await house.store.read(lambda db: _tables(db, guest))
    async with house.rewriting(tables, WHY):
        rows = await house.store.read(lambda db: _rows(db, guest, into, time.time()))
        await house.store.write(*map(records.count_change, sorted(tables)), *rows)
    await tell_who(house, guest, into)


async def tell_who(house: House, *guests: str) -> None:
    """These became others, or left: all servers look anew who is who."""
    await look_who(house, *guests)
    house.store.tell(News(JOINED, guests=list(guests)))


async def look_who(house: House, *guests: str) -> None:
    """These became others, or left, perhaps by way of another server."""
    await house.ignoring.anew(*guests)
    for look in house.look_who:
        await look()


def read_joined(db: Database) -> dict[str, str]:
    """Who became whom, by guests that are no more."""
    return {row["guest"]: row["into_guest"] for row in db.execute("SELECT guest, into_guest FROM joined")}


def _tables(db: Database, guest: str) -> set[str]:
    rows = db.execute(
        "SELECT table_id AS id FROM seat WHERE guest = ? UNION SELECT id FROM game_table WHERE host = ?"
        " UNION SELECT table_id FROM chat WHERE guest = ?",
        (guest, guest, guest),
    )
    return {row["id"] for row in rows}


def _rows(db: Database, guest: str, into: str, now: float) -> list[Statement]:
    name = records.read_guest(db, guest)
    rows: list[Statement] = [*_told(db, guest, into, now), *clubs.merged(db, guest, into)]
    for column in (
        "seat.guest",
        "game_table.host",
        "invite.used_by",
        "chat.guest",
        "token.guest",
        "push.guest",
        "passkey.guest",
        "joined.into_guest",
    ):
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
            "INSERT INTO called (table_id, guest, name, seat) SELECT table_id, ?, name, seat FROM called"
            " WHERE guest = ? ON CONFLICT DO NOTHING",
            (into, guest),
        ),
        ("DELETE FROM called WHERE guest = ?", (guest,)),
        ("DELETE FROM phrase WHERE guest = ?", (guest,)),
        (
            "DELETE FROM rated WHERE guest = ?",
            (guest,),
        ),  # whether the one who stays wants ratings, they said themselves
        *((f"DELETE FROM {table} WHERE guest = ?", (guest,)) for table in SIGNED),  # noqa: S608  # constants
        ("DELETE FROM seen WHERE guest = ?", (guest,)),
        ("DELETE FROM guest WHERE id = ?", (guest,)),
        ("INSERT INTO joined (guest, into_guest) VALUES (?, ?)", (guest, into)),
    ]
    if name is not None and records.read_guest(db, into) is None:
        rows.append(records.put_guest(into, name, now))
    return rows


def _told(db: Database, guest: str, into: str, now: float) -> list[Statement]:
    """A line at every running table where both sit: the others must know that one person holds both seats."""
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
        told = ONE_PERSON.format(" and ".join(seat["name"] for seat in seats))
        rows.append(records.insert_chat(table, lines, Said(None, "", told, now)))
    return rows
