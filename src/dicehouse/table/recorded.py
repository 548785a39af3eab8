"""What is kept of a match that the rules of today can't replay: how it ended, and what was played."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import records


@dataclass(frozen=True, slots=True)
class Played:
    """An action as it was written down: the option in the game's notation, and the dice that fell."""

    number: int
    seat: int
    option: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A table whose match is over, from its rows alone."""

    table: str
    game: str
    version: str  # of the rules that it was played by
    names: Sequence[str]
    title: str  # how it ended, with {0}..{5} for names; empty if nothing was kept of that
    places: Sequence[int]  # by seat, from 1; as empty as the title
    totals: Sequence[int]
    actions: Sequence[Played]


def read_recorded(db: sqlite3.Connection, table: str) -> Recorded | None:
    """What was kept of a finished match; None if there is no such table or its match goes on."""
    kept = records.read_table(db, table)
    if kept is None or kept.table.phase != "over" or kept.table.header is None:
        return None
    (result,) = db.execute("SELECT result FROM game_table WHERE id = ?", (table,)).fetchone()
    told: dict[str, Any] = json.loads(result) if result else {"title": "", "places": [], "totals": []}
    actions = [
        Played(number, entry.seat, entry.option or "", tuple(face for face, _ in entry.draws))
        for number, entry in enumerate(records.standing(kept.entries), 1)
    ]
    return Recorded(
        table,
        kept.table.game,
        str(kept.table.header.get("version", ""))[:40],
        [seat.name for seat in kept.seats],
        told["title"],
        told["places"],
        told["totals"],
        actions,
    )
