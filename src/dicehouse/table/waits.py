"""Which tables wait for a guest, among all of theirs: also those that nobody has open, and without opening them.

A clock that runs says it. Where there is none, the match is looked at once for each position, and what was found is
remembered; of a guest with very many tables some may be looked at only when they ask again.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from . import carrying
from .storage import records
from .storage.database import Database

if TYPE_CHECKING:
    from .house import House

log = logging.getLogger("dicehouse.table")

MOST = 2000  # tables of one guest
MOST_KNOWN = 50_000  # tables of all
SECONDS = 0.5  # of looking for one question


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that a guest plays themselves at a table that goes on; `due` if its clock runs."""

    table: str
    seat: int
    serial: int  # of the last line of its history
    due: float | None


class Waits:
    """Whose turn it is at the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asked: OrderedDict[str, tuple[int, frozenset[int]]] = OrderedDict()  # by table: serial, and seats

    async def of(self, guest: str, seconds: float = SECONDS) -> list[str]:
        """The tables that wait for a guest: the one whose clock runs out soonest first, then what was played last."""
        places = await self._house.store.read(lambda db: read_places(db, guest))
        until, found = time.monotonic() + seconds, dict[str, float]()
        for place in places:
            if place.due is not None:
                found[place.table] = min(place.due, found.get(place.table, place.due))
            elif place.table not in found and place.seat in await self._acting(place, until):
                found[place.table] = float("inf")
        return sorted(found, key=found.__getitem__)  # stays in the order of `places` where nobody is hurried

    async def _acting(self, place: Place, until: float) -> frozenset[int]:
        """The seats that are asked at a table; none if there is no time to look."""
        here = self._house.at_hand(place.table)
        if here is not None and here.match is not None and here.written[0] == place.serial + 1:
            return frozenset(here.match.acting())
        serial, asked = self._asked.get(place.table, (None, frozenset[int]()))
        if serial == place.serial:
            return asked
        if time.monotonic() > until:
            return frozenset()
        asked = await self._house.store.read(partial(_look, table=place.table))
        self._asked[place.table] = place.serial, asked
        if len(self._asked) > MOST_KNOWN:
            self._asked.popitem(last=False)
        return asked


def read_places(db: Database, guest: str) -> list[Place]:
    """Where a guest plays, at tables that are not over: what was played last comes first."""
    rows = db.execute(
        """
        SELECT s.table_id, s.seat, d.due,
        coalesce((SELECT max(serial) FROM entry e WHERE e.table_id = t.id), -1) AS serial
        FROM seat s JOIN game_table t ON t.id = s.table_id
        LEFT JOIN deadline d ON d.table_id = s.table_id AND d.seat = s.seat
        WHERE s.guest = ? AND s.stand_in IS NULL AND t.phase = 'playing' AND t.lesson_at <> -2
        ORDER BY coalesce((SELECT max(at) FROM entry e WHERE e.table_id = t.id), t.created) DESC, s.table_id, s.seat
        LIMIT ?
        """,
        (guest, MOST),
    )
    return [Place(str(row["table_id"]), row["seat"], row["serial"], row["due"]) for row in rows]


def _look(db: Database, table: str) -> frozenset[int]:
    """The seats that are asked there; none where nobody can play on."""
    try:
        kept = records.read_table(db, table)
        match = None if kept is None else carrying.opened(db, kept).match
        return frozenset(() if match is None else match.acting())
    except Exception as error:  # a damaged row can be wrong in any way; whoever opens the table is told
        log.info("whose turn it is at table %s can't be seen: %s", table, error)
        return frozenset()
