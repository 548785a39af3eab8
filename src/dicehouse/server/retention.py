"""Remove data that has been kept long enough, in small steps while the server runs.

This is off unless the host of the server turns it on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from ..i18n import _
from .accounts.guest_deletion import delete_table, leave
from .clubs.club_records import delete_older
from .operators import KEEP_DAYS
from .registry import Registry
from .storage import table_records
from .storage.database import Database, Statement
from .storage.store import StoreFailed

log = logging.getLogger("dicehouse.server")

DAY = 24 * 3600.0
AT_ONCE = 20  # tables or guests per step, so that no player has to wait for it
BETWEEN, ROUND = 2.0, 3600.0  # seconds to the next step, and to the next look when nothing is left
WHY = _("This server keeps finished games only for a while, and has deleted this one.")


@dataclass(frozen=True, slots=True)
class Keep:
    """Hold how many days data is kept; None: for ever."""

    games: int | None = None  # from their end, with their chat
    chat: int | None = None  # of a table, from the end of its game or from a later line
    guests: int | None = None  # from their last visit, or from the last action at one of their tables
    acts: int = KEEP_DAYS  # of operators; these never stay for ever

    @property
    def for_ever(self) -> bool:
        return self.games is None and self.chat is None and self.guests is None


@dataclass(frozen=True, slots=True)
class Removed:
    """Hold how much a step has removed."""

    games: int = 0
    chat: int = 0
    guests: int = 0

    def __bool__(self) -> bool:
        return bool(self.games or self.chat or self.guests)


async def apply_retention(registry: Registry, keep: Keep) -> None:
    """Remove what is too old for as long as the server runs."""
    if keep.for_ever:
        return
    while True:
        try:
            pause = BETWEEN if await step(registry, keep, time.time()) else ROUND
        except StoreFailed as error:
            log.error("removing old data failed: %s", error)
            pause = ROUND
        except Exception:  # damaged data must not stop later steps
            log.exception("what is too old can't be removed")
            pause = ROUND
        await asyncio.sleep(pause)


async def step(registry: Registry, keep: Keep, now: float) -> Removed:
    """Remove some of what is too old at `now` (seconds since 1970), and log how much was removed."""
    removed = Removed(
        0 if keep.games is None else await _remove_games(registry, now - keep.games * DAY),
        0 if keep.chat is None else await _remove_chat(registry, now - keep.chat * DAY),
        0 if keep.guests is None else await _remove_guests(registry, now, now - keep.guests * DAY),
    )
    if removed.games:
        log.warning("removed %d games that ended more than %d days ago", removed.games, keep.games)
    if removed.chat:
        log.warning("removed the chat of %d tables, %d days after their last message", removed.chat, keep.chat)
    if removed.guests:
        log.warning("removed %d guests, who had been away for more than %d days", removed.guests, keep.guests)
    return removed


async def _remove_games(registry: Registry, before: float) -> int:
    await registry.store.write(*delete_older(before))
    tables = await registry.store.read(lambda db: _old_games(db, before))
    if tables:
        async with registry.rewriting(tables, WHY):
            counted = map(table_records.count_change, sorted(tables))
            await registry.store.write(*counted, *(row for table in tables for row in delete_table(table)))
        registry.chronicle.forgot_dice()
    return len(tables)


def _old_games(db: Database, before: float) -> list[str]:
    rows = db.execute(
        "SELECT id FROM game_table WHERE phase = 'over' AND ended < ? ORDER BY ended, id LIMIT ?", (before, AT_ONCE)
    )
    return [row["id"] for row in rows]


async def _remove_chat(registry: Registry, before: float) -> int:
    tables = await registry.store.read(lambda db: _old_chat(db, before))
    if tables:
        async with registry.rewriting(tables, _("Old messages were removed. Reload the page.")):
            await registry.store.write(
                *map(table_records.count_change, sorted(tables)), *(_silence(table) for table in tables)
            )
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


async def _remove_guests(registry: Registry, now: float, before: float) -> int:
    await registry.store.write(_begin_to_count(now))
    guests = await registry.store.read(lambda db: _gone(db, before))
    for guest in guests:
        await leave(registry, guest)
    return len(guests)


def _begin_to_count(now: float) -> Statement:
    """Return the statement that stores `now` as the last visit of all guests for whom none is stored."""
    return (
        "INSERT INTO seen (guest, at) SELECT known.guest, CAST(? AS DOUBLE PRECISION)"
        " FROM (SELECT guest FROM seat WHERE guest IS NOT NULL"
        " UNION SELECT host FROM game_table WHERE host <> '' UNION SELECT id FROM guest) known"
        " WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.guest = known.guest)",
        (now,),
    )


def _gone(db: Database, before: float) -> list[str]:
    """Return some guests who have not come since `before`, and at whose tables nobody has played since."""
    rows = db.execute(
        "SELECT guest FROM seen WHERE at < ? AND NOT EXISTS (SELECT 1 FROM seat JOIN entry"
        " ON entry.table_id = seat.table_id WHERE seat.guest = seen.guest AND entry.at >= ?)"
        " ORDER BY at, guest LIMIT ?",
        (before, before, AT_ONCE),
    )
    return [row["guest"] for row in rows]


def put_seen(guest: str, at: float) -> Statement:
    """Return the statement that stores that `guest` was here at the time `at`."""
    return (
        "INSERT INTO seen (guest, at) VALUES (?, ?) ON CONFLICT (guest) DO UPDATE SET at = excluded.at",
        (guest, at),
    )
