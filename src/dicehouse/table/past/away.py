"""What happened at a table while a player was away: the positions since they last looked, as their seat saw each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.match import Event

from ..storage.database import Database, Statement
from .replay import Moment

if TYPE_CHECKING:
    from ..live import Table

MOST = 40  # positions: what came before is in the log


def read_seen(db: Database, guest: str, table: str) -> int | None:
    """How far a guest had seen a match when they left its page; None if they never did."""
    row = db.execute("SELECT number FROM seen_at WHERE guest = ? AND table_id = ?", (guest, table)).fetchone()
    return None if row is None else int(row["number"])


def put_seen(guest: str, table: str, number: int, at: float) -> Statement:
    return (
        "INSERT INTO seen_at (guest, table_id, number, at) VALUES (?, ?, ?, ?) ON CONFLICT (guest, table_id)"
        " DO UPDATE SET number = excluded.number, at = excluded.at",
        (guest, table, number, at),
    )


def missed(table: Table, guest: str | None, seen: int | None) -> list[Moment]:
    """The positions since the one that a guest saw last, each with what led to it; call it with the lock held.

    Whoever was never here before missed nothing, nor did who has had the page open ever since.
    """
    moments, new = lately(table, guest, seen)
    return (
        []
        if new is None
        else [replace(one, events=one.events if one.number > new else []) for one in moments if one.number >= new]
    )


def lately(table: Table, guest: str | None, seen: int | None) -> tuple[list[Moment], int | None]:
    """The positions since a guest acted last, each with what led to it, and after which of them all is new to them, if
    something is; call it with the lock held.

    Nothing where people share a device, since nobody can say who saw what, and where a game is played from memory: what
    was shown there once is not shown again.
    """
    match, own = table.match, table.seats_of(guest)
    if match is None or match.over or len(own) != 1 or table.course is not None or match.settings.get("memory"):
        return [], None
    seat = own[0]
    acted = next((n for n in range(match.number, 0, -1) if match.actions[n - 1].seat == seat), 0)
    if seen is None and not acted:
        return [], None
    log = match.log(seat)
    first = max(acted, match.number - MOST)
    if not _of_others(log, first, seat):
        return [], None
    last = max(min(seen or 0, match.number), first)
    since = table.presence.since(guest)
    here = since is not None and since <= last
    found = []
    for number in range(first, match.number + 1):
        at = match.at(number)
        events = [event for event in log if event.number == number and number > first]
        found.append(Moment(number, at.acting(), at.prompt(seat), at.view(seat), events))
    return found, None if here or not _of_others(log, last, seat) else last


def _of_others(log: Sequence[Event], after: int, seat: int) -> bool:
    """Whether others did something after so many actions."""
    return any(event.number > after and event.seat not in (None, seat) for event in log)
