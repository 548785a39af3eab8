"""Find the tables that wait for a guest among all of theirs, including those not in memory, and without opening them.

If the clock of a seat runs, the table waits for that seat. If there is no clock, the match is read once for each
position and the result is remembered. If a guest has very many tables, some may be read only when they ask again.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from . import match_restore
from .registry import Registry
from .storage import table_records
from .storage.database import Database

log = logging.getLogger("dicehouse.server")

MOST = 2000  # tables of one guest
MOST_KNOWN = 50_000  # tables of all guests
SECONDS = 0.5  # for one request


@dataclass(frozen=True, slots=True)
class Place:
    """Hold a seat that a guest plays at an unfinished table; `due` is when its clock runs out, if it runs."""

    table: str
    seat: int
    serial: int  # of the last entry of its history
    due: float | None


class Waits:
    """Find out whose turn it is at the tables of a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._asked: OrderedDict[str, tuple[int, frozenset[int]]] = OrderedDict()  # by table: serial, and seats

    async def of(self, guest: str, seconds: float = SECONDS) -> list[str]:
        """Return the tables that wait for `guest`, the most urgent first.

        Tables with a running clock come first, the soonest to run out before the others; then those played last. Look
        at matches for up to `seconds`; tables not reached by then are left out.
        """
        places = await self._registry.store.read(lambda db: read_places(db, guest))
        until, found = time.monotonic() + seconds, dict[str, float]()
        for place in places:
            if place.due is not None:
                found[place.table] = min(place.due, found.get(place.table, place.due))
            elif place.table not in found and place.seat in await self._acting(place, until):
                found[place.table] = float("inf")
        return sorted(found, key=found.__getitem__)  # tables without a clock stay in the order of `places`

    async def _acting(self, place: Place, until: float) -> frozenset[int]:
        """Return the seats that are asked at a table.

        Return none if the match has to be read and the time `until` (monotonic) has passed.
        """
        here = self._registry.at_hand(place.table)
        if here is not None and here.state.match is not None and here.state.history.n_entries == place.serial + 1:
            return frozenset(here.state.match.acting())
        serial, asked = self._asked.get(place.table, (None, frozenset[int]()))
        if serial == place.serial:
            return asked
        if time.monotonic() > until:
            return frozenset()
        asked = await self._registry.store.read(partial(_look, table=place.table))
        self._asked[place.table] = place.serial, asked
        if len(self._asked) > MOST_KNOWN:
            self._asked.popitem(last=False)
        return asked


def read_places(db: Database, guest: str) -> list[Place]:
    """Return the seats that `guest` plays at unfinished tables, the last played first."""
    rows = db.execute(
        """
        SELECT s.table_id, s.seat, d.due,
        coalesce((SELECT max(serial) FROM entry e WHERE e.table_id = t.id), -1) AS serial
        FROM seat s JOIN game_table t ON t.id = s.table_id
        LEFT JOIN deadline d ON d.table_id = s.table_id AND d.seat = s.seat
        LEFT JOIN part p ON p.table_id = s.table_id AND p.feature = 'pause'
        WHERE s.guest = ? AND s.stand_in IS NULL AND t.phase = 'playing' AND t.lesson_at <> -2
        AND coalesce(p.data, '') NOT LIKE '{"on": true%'
        ORDER BY coalesce((SELECT max(at) FROM entry e WHERE e.table_id = t.id), t.created) DESC, s.table_id, s.seat
        LIMIT ?
        """,
        (guest, MOST),
    )
    return [Place(str(row["table_id"]), row["seat"], row["serial"], row["due"]) for row in rows]


def _look(db: Database, table: str) -> frozenset[int]:
    """Return the seats that are asked at a stored table; none if it can't be played on."""
    try:
        kept = table_records.read_table(db, table)
        match = None if kept is None else match_restore.opened(db, kept).match
        return frozenset(() if match is None else match.acting())
    except Exception as error:  # damaged data can raise anything; opening the table reports it
        log.info("reading whose turn it is at table %s failed: %s", table, error)
        return frozenset()
