"""What is kept of a match with which the rules of today can do nothing: what was told and played, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse.errors import BadMatch
from dicehouse.events import PAST, Event
from dicehouse.moments import read

from . import records
from .database import Database
from .records import Entry, Kept


@dataclass(frozen=True, slots=True)
class Played:
    """An action as it was written down: the option in the game's notation, and the dice that fell."""

    number: int
    seat: int
    option: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A table whose match began, from its rows alone; while it goes on, only what everybody may know of it."""

    table: str
    game: str
    version: str  # of the rules that it was played by
    over: bool
    names: Sequence[str]
    title: str  # how it ended, with {0}..{5} for names; empty if nothing was kept of that
    places: Sequence[int]  # by seat, from 1; as empty as the title
    totals: Sequence[int]
    number: int  # how many actions there were
    told: Sequence[str]  # what everybody was told, in sentences; empty if that was not written down
    actions: Sequence[Played]  # empty while it goes on: some of them are secret


def read_recorded(db: Database, table: str) -> Recorded | None:
    """What was kept of a match; None if there is no such table or its match has not begun."""
    kept = records.read_table(db, table)
    if kept is None or kept.table.header is None:
        return None
    over, acts = kept.table.phase == "over", records.standing(kept.entries)
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
        _told(kept, acts, over),
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


def _told(kept: Kept, acts: Sequence[Entry], over: bool) -> list[str]:
    """What everybody was told; while the match goes on, without what they have to remember themselves."""
    try:
        moments = read([kept.table.dealt, *(act.moment for act in acts)])
    except BadMatch:
        return []
    events: list[Event] = [line.event(at) for at, moment in enumerate(moments) for line in moment.told]
    faded = 0 if over else moments[-1].faded
    events = [event.faded() if at < faded else event for at, event in enumerate(events)]
    names = [seat.name for seat in kept.seats]
    return [event.sentence(names) for event in events if event.audience is None and event.kind != PAST and event.text]
