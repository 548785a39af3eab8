"""Show a player what happened while they were away: the positions since they last looked, as their seat saw each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.match.match import Event

from ..storage.database import Database, Statement
from .replay import Moment

if TYPE_CHECKING:
    from ..live_table import Table

MOST = 40  # positions; the log has the earlier ones


def read_seen(db: Database, guest: str, table: str) -> int | None:
    """Return how many actions of a match `guest` had seen when they left its page; None if they never did."""
    row = db.execute("SELECT number FROM seen_at WHERE guest = ? AND table_id = ?", (guest, table)).fetchone()
    return None if row is None else int(row["number"])


def put_seen(guest: str, table: str, number: int, at: float) -> Statement:
    return (
        "INSERT INTO seen_at (guest, table_id, number, at) VALUES (?, ?, ?, ?) ON CONFLICT (guest, table_id)"
        " DO UPDATE SET number = excluded.number, at = excluded.at",
        (guest, table, number, at),
    )


def missed(table: Table, guest: str | None, seen: int | None) -> list[Moment]:
    """Return the position that `guest` saw last and those after it, each with the events that led to it.

    Call it with the lock held; `seen` is the result of `read_seen`. Return nothing to guests who were never here
    before, or who have had the page open ever since.
    """
    moments, new = lately(table, guest, seen)
    return (
        []
        if new is None
        else [replace(one, events=one.events if one.number > new else []) for one in moments if one.number >= new]
    )


def lately(table: Table, guest: str | None, seen: int | None) -> tuple[list[Moment], int | None]:
    """Return the positions since `guest` last acted, and the number of the last one that they have seen.

    Each position has the events that led to it. Call it with the lock held; `seen` is the result of `read_seen`. The
    number is None if nothing is new. Return no positions in a lesson or after the end, nor to people who share a
    device, since it is unknown who saw what. Return none in a game that is played from memory either, because what was
    shown there once is not shown again.
    """
    match, own = table.state.match, table.state.seats_of(guest)
    if match is None or match.over or len(own) != 1 or table.state.lesson is not None or match.settings.get("memory"):
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
    since = table.readers.since(guest)
    here = since is not None and since <= last
    found = []
    for number in range(first, match.number + 1):
        at = match.at(number)
        events = [event for event in log if event.number == number and number > first]
        found.append(Moment(number, at.acting(), at.prompt(seat, table.state.names_for(None)), at.view(seat), events))
    return found, None if here or not _of_others(log, last, seat) else last


def _of_others(log: Sequence[Event], after: int, seat: int) -> bool:
    """Return True if other seats than `seat` did something after the first `after` actions."""
    return any(event.number > after and event.seat not in (None, seat) for event in log)
