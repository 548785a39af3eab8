"""Let operators moderate a whole server: end a table, mute a guest everywhere, remove a name. All of it is recorded.

An operator is a guest whom the host of the server named by the number on the guest's page. The record of what operators
did is kept for a limited time.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Collection
from dataclasses import dataclass

from ..i18n import _
from .accounts import name_removal
from .accounts.guest_deletion import delete_table
from .registry import Registry
from .seats import Keyring, Refused
from .storage import table_records
from .storage.database import Database, Statement
from .storage.store import StoreFailed

log = logging.getLogger("dicehouse.server")

KEEP_DAYS = 365  # of the record, unless the host chose another time
DAY, HOUR = 24 * 3600.0, 3600.0
MOST_SHOWN = 50  # acts of operators on one page
MOST_NAMES = 5  # of one guest in the record
NUMBER = re.compile(r"[0-9a-f]{16}")
SIGNED_IN, ENDED, MUTED, UNMUTED, UNNAMED = "sign in", "end table", "mute", "unmute", "remove name"
WHY_ENDED = _("An operator of this server ended this table.")
WHY_UNNAMED = _("An operator of this server removed a name. Reload the page.")
SILENCED = _("An operator of this server has muted you. You can keep playing.")
GONE = _("This table is already gone.")
OVER = _("This game is over. It stays in the lists of its players.")
TOURNAMENT = _("This table belongs to a tournament. The host of its club can decide the match.")


@dataclass(frozen=True, slots=True)
class Act:
    """Hold something that an operator did: when, who, what (one of the words above), and to what or whom."""

    at: float
    operator: str
    name: str
    what: str
    about: str


# who is an operator -------------------------------------------------------------------------------------------------


def number_of(keyring: Keyring, guest: str) -> str:
    """Return the number by which the host of a server names a guest; nobody can choose or guess it."""
    digits = keyring.derive("operator", guest).hex()[:16]
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def read_number(text: str) -> str | None:
    """Return a number that was typed in its usual form; None if it is none."""
    digits = re.sub(r"[\s-]", "", text).lower()
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4)) if NUMBER.fullmatch(digits) else None


def is_operator(keyring: Keyring, guest: str, numbers: Collection[str]) -> bool:
    """Return True if the number of `guest` is one of `numbers`."""
    own = number_of(keyring, guest)
    return any(hmac.compare_digest(own, number) for number in numbers)


# what operators do ----------------------------------------------------------------------------------------------------


async def end_table(registry: Registry, table_id: str, by: str) -> None:
    """End a table that is not over, for the operator `by`: it is deleted with what was played there.

    Raise Refused if it is over, gone, or part of a tournament.
    """
    found = await registry.store.read(lambda db: _read_table(db, table_id))
    if found is None:
        raise Refused(GONE)
    phase, about, tournament = found
    if phase == "over":
        raise Refused(OVER)
    if tournament:
        raise Refused(TOURNAMENT)
    act = await _act(registry, by, ENDED, about)
    async with registry.rewriting([table_id], WHY_ENDED):
        await registry.store.write(table_records.count_change(table_id), *delete_table(table_id), act)


def _read_table(db: Database, table_id: str) -> tuple[str, str, bool] | None:
    found = db.execute("SELECT phase, game FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if found is None:
        return None
    seats = db.execute("SELECT name FROM seat WHERE table_id = ? AND kind = 'person' ORDER BY seat", (table_id,))
    names = ", ".join(seat["name"] for seat in seats)
    row = db.execute("SELECT 1 FROM pairing WHERE played_at = ?", (table_id,)).fetchone()
    return found["phase"], f"{found['game']}: {names}", row is not None


async def set_muted(registry: Registry, guest: str, muted: bool, by: str) -> None:
    """Mute `guest` at all tables, or unmute them, for the operator `by`. Nothing happens if it is so already."""
    if await registry.store.read(lambda db: is_silenced(db, guest)) == muted:
        return
    about = await registry.store.read(lambda db: _read_names(db, guest))
    act = await _act(registry, by, MUTED if muted else UNMUTED, about)
    change: Statement = (
        ("INSERT INTO silenced VALUES (?, ?) ON CONFLICT DO NOTHING", (guest, time.time()))
        if muted
        else ("DELETE FROM silenced WHERE guest = ?", (guest,))
    )
    await registry.store.write(change, act)


async def remove_name(registry: Registry, guest: str, by: str) -> None:
    """Replace the name of `guest` by the one of a guest without a name, wherever others read it, for `by`."""
    about = await registry.store.read(lambda db: _read_names(db, guest))
    await registry.store.write(await _act(registry, by, UNNAMED, about))
    await name_removal.remove_name(registry, guest, WHY_UNNAMED)


async def note_sign_in(registry: Registry, by: str) -> None:
    """Record that an operator signed in."""
    await registry.store.write(await _act(registry, by, SIGNED_IN, ""))


async def _act(registry: Registry, by: str, what: str, about: str) -> Statement:
    name = await registry.store.read(lambda db: _read_name(db, by))
    log.warning("operator %s: %s", number_of(registry.keyring, by), what)
    return (
        "INSERT INTO operator_act (at, operator, name, what, about) VALUES (?, ?, ?, ?, ?)",
        (time.time(), number_of(registry.keyring, by), name, what, about),
    )


# the store ------------------------------------------------------------------------------------------------------------


def is_silenced(db: Database, guest: str) -> bool:
    """Return True if an operator has muted `guest`."""
    return db.execute("SELECT 1 FROM silenced WHERE guest = ?", (guest,)).fetchone() is not None


def read_silenced(db: Database) -> dict[str, str]:
    """Return the names of the guests whom operators have muted, by guest, the latest first."""
    rows = db.execute("SELECT guest FROM silenced ORDER BY at DESC, guest").fetchall()
    return {row["guest"]: _read_name(db, row["guest"]) for row in rows}


def read_acts(db: Database, most: int | None = MOST_SHOWN) -> list[Act]:
    """Return the latest acts of operators, `most` of them or all, the last one first."""
    limit = "" if most is None else " LIMIT ?"
    rows = db.execute(f"SELECT * FROM operator_act ORDER BY id DESC{limit}", () if most is None else (most,))  # noqa: S608  # constants
    return [Act(row["at"], row["operator"], row["name"], row["what"], row["about"]) for row in rows]


def _read_names(db: Database, guest: str) -> str:
    """Return all names of a guest: the one they entered, then those in their seats, the latest first."""
    rows = db.execute(
        "SELECT seat.name FROM seat JOIN game_table t ON t.id = seat.table_id WHERE seat.guest = ?"
        " ORDER BY t.created DESC, t.id LIMIT 100",
        (guest,),
    ).fetchall()
    names = [table_records.read_guest(db, guest), *(row["name"] for row in rows)]
    return ", ".join(list(dict.fromkeys(filter(None, names)))[:MOST_NAMES])


def _read_name(db: Database, guest: str) -> str:
    """Return the name of a guest: the one they entered, or else the one in their latest seat."""
    known = table_records.read_guest(db, guest)
    if known is not None:
        return known
    row = db.execute(
        "SELECT seat.name FROM seat JOIN game_table t ON t.id = seat.table_id WHERE seat.guest = ?"
        " ORDER BY t.created DESC, t.id LIMIT 1",
        (guest,),
    ).fetchone()
    return "" if row is None else str(row["name"])


async def forget_acts(registry: Registry, days: int) -> None:
    """Delete what operators did more than `days` days ago, for as long as the server runs."""
    while True:
        try:
            await registry.store.write(forget_before(time.time() - days * DAY))
        except StoreFailed as error:
            log.error("old acts of operators can't be removed: %s", error)
        await asyncio.sleep(HOUR)


def forget_before(at: float) -> Statement:
    return ("DELETE FROM operator_act WHERE at < ?", (at,))
