"""Remove the name of a guest who stays: at tables, in notices and in clubs they are called as if they gave none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ..clubs import club_records
from ..hash_chain import unnamed
from ..registry import Registry
from ..storage import table_records
from ..storage.database import Database, Statement
from ..storage.table_records import Kept
from .guest_deletion import called_else, names_at, rename_notices, rewrite_table, rows_for, tables_naming
from .guest_merging import tell_who
from .names import GUEST, numbered


async def remove_name(registry: Registry, guest: str, why: str) -> None:
    """Remove the name of `guest` wherever others read it; `why` is shown to readers of the tables.

    The guest can then enter another name.
    """
    tables = await registry.store.read(lambda db: _tables(db, guest))
    for table in tables:
        async with registry.rewriting([table], why):
            await rewrite_table(registry, table, partial(_rows, table=table, guest=guest))
    await registry.store.write(*await registry.store.read(lambda db: _in_clubs(db, guest)))
    await registry.store.write(
        ("UPDATE ignored SET name = ? WHERE other = ?", (GUEST, guest)), ("DELETE FROM guest WHERE id = ?", (guest,))
    )
    await tell_who(registry, guest)


def _tables(db: Database, guest: str) -> list[str]:
    """Return the ids of all tables that name a guest, or where they wrote."""
    spoke = db.execute("SELECT DISTINCT table_id FROM chat WHERE guest = ? ORDER BY 1", (guest,)).fetchall()
    return list(dict.fromkeys([*(table for table, _phase in tables_naming(db, guest)), *(row[0] for row in spoke)]))


def _rows(db: Database, table: str, guest: str) -> tuple[int, list[Statement]]:
    return rows_for(db, table, guest, GUEST, lambda kept: _without_name(db, kept, guest))


def _without_name(db: Database, kept: Kept, guest: str) -> list[Statement]:
    table = kept.table.id
    mine, called = names_at(db, kept, guest)
    seats = list(kept.seats)
    for number in mine:
        others = [one.name for one in seats if one.number != number]
        seats[number] = replace(seats[number], name=numbered(GUEST, others))
    rows = [table_records.put_seat(table, seats[number]) for number in mine]
    header = kept.table.header
    if header is not None and "names" in header:
        header = unnamed(header, [seat.name for seat in seats])
        packed = json.dumps(header, separators=(",", ":"))
        rows.append(("UPDATE game_table SET header = ? WHERE id = ?", (packed, table)))
    rows.append(("DELETE FROM review WHERE table_id = ?", (table,)))  # it contains names, and can be made again
    rows.append(("DELETE FROM called WHERE table_id = ? AND guest = ?", (table, guest)))
    rows += [
        ("INSERT INTO called (table_id, guest, name, seat) VALUES (?, ?, ?, ?)", (table, guest, seat.name, seat.number))
        for seat in seats
        if seat.number in mine and seat.guest is None  # where a bot plays on under the guest's name
    ]
    kept_names: Sequence[str] = [seat.name for seat in seats if seat.number not in mine]
    names = dict.fromkeys(called, GUEST) | {name: seats[number].name for number, name in mine.items()}
    rows += rename_notices(kept, names, [*kept_names, *called_else(db, table, guest)])
    rows.append(("UPDATE chat SET name = ? WHERE table_id = ? AND guest = ? AND name <> ''", (GUEST, table, guest)))
    rows += [
        ("UPDATE chat SET name = ? WHERE table_id = ? AND guest = ? AND seat = ?", (seats[at].name, table, guest, at))
        for at in mine
    ]
    return rows


def _in_clubs(db: Database, guest: str) -> list[Statement]:
    rows = []
    for (club,) in db.execute("SELECT club FROM club_member WHERE guest = ? ORDER BY club", (guest,)).fetchall():
        details = club_records.read_club(db, club)
        member = None if details is None else details.member(guest)
        if details is not None and member is not None:
            others = [one.name for one in details.members if one is not member]
            rows.append(club_records.put_member(club, replace(member, name=numbered(GUEST, others))))
    return rows
