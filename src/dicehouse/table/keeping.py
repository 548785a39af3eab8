"""How long a house keeps things: what is older is removed while it runs, in small steps. Off unless a host says so."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .club.clubrows import delete_older
from .people.leaving import delete_table, leave
from .storage import records
from .storage.database import Database, Statement
from .storage.store import StoreFailed

if TYPE_CHECKING:
    from .house import House

log = logging.getLogger("dicehouse.table")

DAY = 24 * 3600.0
AT_ONCE = 20  # tables or guests of a step, so that nobody who plays has to wait for it
BETWEEN, ROUND = 2.0, 3600.0  # seconds from step to step, and to the next look when nothing is left
WHY = "The house keeps a finished game for a while only, and this one's time is up."


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days things are kept; None: for ever."""

    games: int | None = None  # from their end, with all that was said there
    chat: int | None = None  # what was said at a table, from the end of its game or a later word
    guests: int | None = None  # from the last time that somebody came, or that a table of theirs was played at

    @property
    def for_ever(self) -> bool:
        return self.games is None and self.chat is None and self.guests is None


@dataclass(frozen=True, slots=True)
class Removed:
    """What a step has removed."""

    games: int = 0
    chat: int = 0
    guests: int = 0

    def __bool__(self) -> bool:
        return bool(self.games or self.chat or self.guests)


async def keep_house(house: House, keep: Keep) -> None:
    """Remove what is too old for as long as the house runs."""
    if keep.for_ever:
        return
    while True:
        try:
            pause = BETWEEN if await step(house, keep, time.time()) else ROUND
        except StoreFailed as error:
            log.error("what is too old can't be removed: %s", error)
            pause = ROUND
        except Exception:  # what is damaged must not keep the rest from being looked at later
            log.exception("what is too old can't be removed")
            pause = ROUND
        await asyncio.sleep(pause)


async def step(house: House, keep: Keep, now: float) -> Removed:
    """Remove some of what is too old; what was removed is written down."""
    removed = Removed(
        0 if keep.games is None else await _remove_games(house, now - keep.games * DAY),
        0 if keep.chat is None else await _remove_chat(house, now - keep.chat * DAY),
        0 if keep.guests is None else await _remove_guests(house, now, now - keep.guests * DAY),
    )
    if removed.games:
        log.warning("removed %d games that ended more than %d days ago", removed.games, keep.games)
    if removed.chat:
        log.warning("removed the chat of %d tables: nothing said for %d days", removed.chat, keep.chat)
    if removed.guests:
        log.warning("removed %d guests who had not come for %d days", removed.guests, keep.guests)
    return removed


async def _remove_games(house: House, before: float) -> int:
    await house.store.write(*delete_older(before))
    tables = await house.store.read(lambda db: _old_games(db, before))
    if tables:
        async with house.rewriting(tables, WHY):
            counted = map(records.count_change, sorted(tables))
            await house.store.write(*counted, *(row for table in tables for row in delete_table(table)))
        house.chronicle.forgot_dice()
    return len(tables)


def _old_games(db: Database, before: float) -> list[str]:
    rows = db.execute(
        "SELECT id FROM game_table WHERE phase = 'over' AND ended < ? ORDER BY ended, id LIMIT ?", (before, AT_ONCE)
    )
    return [row["id"] for row in rows]


async def _remove_chat(house: House, before: float) -> int:
    tables = await house.store.read(lambda db: _old_chat(db, before))
    if tables:
        async with house.rewriting(tables, "Old lines were removed; open it again."):
            await house.store.write(*map(records.count_change, sorted(tables)), *(_silence(table) for table in tables))
    return len(tables)


def _old_chat(db: Database, before: float) -> list[str]:
    rows = db.execute(
        "SELECT chat.table_id AS id FROM chat JOIN game_table t ON t.id = chat.table_id"
        " WHERE t.phase = 'over' AND t.ended < ? GROUP BY chat.table_id HAVING max(chat.at) < ? LIMIT ?",
        (before, before, AT_ONCE),
    )
    return [row["id"] for row in rows]


def _silence(table: str) -> Statement:
    return ("DELETE FROM chat WHERE table_id = ?", (table,))


async def _remove_guests(house: House, now: float, before: float) -> int:
    await house.store.write(_begin_to_count(now))
    guests = await house.store.read(lambda db: _gone(db, before))
    for guest in guests:
        await leave(house, guest)
    return len(guests)


def _begin_to_count(now: float) -> Statement:
    """Whoever came before it was written down when, came now."""
    return (
        "INSERT INTO seen (guest, at) SELECT known.guest, CAST(? AS DOUBLE PRECISION)"
        " FROM (SELECT guest FROM seat WHERE guest IS NOT NULL"
        " UNION SELECT host FROM game_table WHERE host <> '' UNION SELECT id FROM guest) known"
        " WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.guest = known.guest)",
        (now,),
    )


def _gone(db: Database, before: float) -> list[str]:
    """Guests who have not come since, and at whose tables nobody has played since."""
    rows = db.execute(
        "SELECT guest FROM seen WHERE at < ? AND NOT EXISTS (SELECT 1 FROM seat JOIN entry"
        " ON entry.table_id = seat.table_id WHERE seat.guest = seen.guest AND entry.at >= ?)"
        " ORDER BY at, guest LIMIT ?",
        (before, before, AT_ONCE),
    )
    return [row["guest"] for row in rows]


def put_seen(guest: str, at: float) -> Statement:
    """Somebody was here at that time."""
    return (
        "INSERT INTO seen (guest, at) VALUES (?, ?) ON CONFLICT (guest) DO UPDATE SET at = excluded.at",
        (guest, at),
    )
