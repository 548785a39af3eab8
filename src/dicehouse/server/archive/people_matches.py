"""Read finished matches between people, without anything that says who they were, for sums over many matches."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse.errors import BadMatch
from dicehouse.match.snapshots import read_snapshots

from ..storage import table_records
from ..storage.database import Database, is_driver_error
from ..storage.table_records import Kept
from .match_results import minutes_at

log = logging.getLogger("dicehouse.server")


@dataclass(frozen=True, slots=True)
class PeopleMatch:
    """Hold what sums need to know of a match between people: nothing that tells who they were."""

    settings: Mapping[str, Any]
    first: int  # the seat that acted first
    returns: Sequence[float]  # by seat; they add up to 1
    minutes: int  # how long it was played


def read_people_matches(db: Database, game: str) -> Iterator[PeopleMatch]:
    """Yield the finished matches of `game` that people alone have played: each of several people in one seat, with
    dice that nobody chose, and without substitute bots.
    """
    rows = db.execute(
        "SELECT id, result FROM game_table WHERE game = ? AND phase = 'over' AND lesson IS NULL AND what_if IS NULL"
        " AND result IS NOT NULL ORDER BY id",
        (game,),
    ).fetchall()
    for row in rows:
        places = _read_places(row["result"])
        kept = _read_or_none(db, row["id"]) if places else None
        if kept is not None and len(places) == len(kept.seats) and _played_by_people(kept):
            first = _first_seat(kept)
            if first is not None:
                wins = [place == 1 for place in places]
                returns = [won / sum(wins) for won in wins]
                yield PeopleMatch(kept.table.settings, first, returns, minutes_at(db, row["id"]))


def _read_or_none(db: Database, table: str) -> Kept | None:
    """Return everything about one table; None if it is damaged, which `dicehouse audit` reports."""
    try:
        return table_records.read_table(db, table)
    except Exception as error:  # damaged rows can raise anything, and must not hide the other matches
        if is_driver_error(error):
            raise
        log.error("table %s is damaged: %s", table, error)
        return None


def _read_places(text: str) -> list[int]:
    """Return the place of each seat, from 1; an empty list if the result is damaged or nobody came first."""
    try:
        places = json.loads(text)["places"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []
    whole = isinstance(places, list) and all(type(place) is int for place in places)
    return places if whole and 1 in places else []


def _played_by_people(kept: Kept) -> bool:
    guests = [seat.guest for seat in kept.seats if seat.kind == "person" and seat.stand_in is None]
    return len(guests) == len(kept.seats) == len(set(guests)) and None not in guests


def _first_seat(kept: Kept) -> int | None:
    """Return the seat that was first to decide; of several that decide at once, the lowest, as in studies."""
    acts = [entry for entry in table_records.acts_not_undone(kept.entries) if entry.seat >= 0]
    if not acts:
        return None
    try:
        asked = read_snapshots([kept.table.dealt, acts[0].moment])[1].asked
    except BadMatch:
        asked = ()
    return min(asked, default=acts[0].seat)
