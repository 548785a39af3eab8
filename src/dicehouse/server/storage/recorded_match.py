"""Read what is stored of a match that the current rules can't restore: its log, its actions and how it ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse.errors import BadMatch
from dicehouse.match.events import PAST, Event
from dicehouse.match.snapshots import read_snapshots

from . import table_records
from .database import Database
from .table_records import Entry, Kept


@dataclass(frozen=True, slots=True)
class Played:
    """Hold an action as it was stored: the option in the game's notation, and the dice results."""

    number: int
    seat: int
    option: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Hold what the rows of a table say about its match; while the match goes on, only what everybody may know."""

    table: str
    game: str
    version: str  # of the rules by which it was played
    over: bool
    names: Sequence[str]
    title: str  # how it ended, with {0}..{5} for names; empty if that was not stored
    places: Sequence[int]  # by seat, from 1; empty if the title is empty
    totals: Sequence[int]
    number: int  # how many actions there were
    log: Sequence[str]  # log entries that everybody could read; empty if they were not stored
    actions: Sequence[Played]  # empty while the match goes on, because some of them are secret


def read_recorded(db: Database, table: str) -> Recorded | None:
    """Return what is stored of the match at `table`; None if there is no such table or its match has not begun."""
    kept = table_records.read_table(db, table)
    if kept is None or kept.table.header is None:
        return None
    over, acts = kept.table.phase == "over", table_records.acts_not_undone(kept.entries)
    (result,) = db.execute("SELECT result FROM game_table WHERE id = ?", (table,)).fetchone()
    ended: dict[str, Any] = json.loads(result) if result else {"title": "", "places": [], "totals": []}
    return Recorded(
        table,
        kept.table.game,
        _version(kept),
        over,
        [seat.name for seat in kept.seats],
        ended["title"],
        ended["places"],
        ended["totals"],
        len(acts),
        _public_log(kept, acts, over),
        _played(acts) if over else [],
    )


def _version(kept: Kept) -> str:
    header = kept.table.header or {}
    return str(kept.table.rules[-1].version if kept.table.rules else header.get("version", ""))[:40]


def _played(acts: Sequence[Entry]) -> list[Played]:
    return [
        Played(number, entry.seat, entry.option or "", tuple(face for face, _ in entry.draws))
        for number, entry in enumerate(acts, 1)
        if entry.seat >= 0
    ]


def _public_log(kept: Kept, acts: Sequence[Entry], over: bool) -> list[str]:
    """Return the log entries that everybody could read, as sentences; an empty list if the snapshots can't be read.

    While the match goes on, past entries have the short form of the log, because players must remember the rest.
    """
    try:
        moments = read_snapshots([kept.table.dealt, *(act.moment for act in acts)])
    except BadMatch:
        return []
    events: list[Event] = [line.to_event(at) for at, moment in enumerate(moments) for line in moment.events]
    faded = 0 if over else moments[-1].faded
    events = [event.faded() if at < faded else event for at, event in enumerate(events)]
    names = [seat.name for seat in kept.seats]
    return [event.sentence(names) for event in events if event.readers is None and event.kind != PAST and event.text]
