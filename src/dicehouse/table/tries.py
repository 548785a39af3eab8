"""How many wrong codes may still come, counted in the database: for all servers of a house together.

A bucket that fills up steadily is one row. The database itself refuses what would take more from it than it holds, so
it makes no difference how many servers ask at the same moment.
"""

from __future__ import annotations

import time

from .storage.database import Database, Statement
from .storage.store import Store, StoreFailed

CODES = "codes"
_THEN = (
    "CASE WHEN tries.at < excluded.at THEN excluded.at ELSE tries.at END"  # clocks of servers are not quite the same
)
_NOW = f"tries.remaining + ({_THEN} - tries.at) * ?"
_TAKE = (
    "INSERT INTO tries (what, remaining, at) VALUES (?, ?, ?) ON CONFLICT (what) DO UPDATE SET"  # noqa: S608  # constants
    f" remaining = CASE WHEN {_NOW} > ? THEN ? ELSE {_NOW} END - 1, at = {_THEN}"
)
# A clock that was further ahead than an hour was wrong: from now on it fills up again.
_PUT_RIGHT = "UPDATE tries SET at = ? WHERE what = ? AND at > ?"
HOUR = 3600.0  # seconds
_GIVE_BACK = "UPDATE tries SET remaining = CASE WHEN remaining + 1 > ? THEN ? ELSE remaining + 1 END WHERE what = ?"


class Tries:
    """Those of one kind: so many a second, and so many at once after a pause."""

    def __init__(self, what: str, per_second: float, burst: float) -> None:
        self._what, self._per_second, self._burst = what, per_second, burst

    async def take(self, store: Store) -> bool:
        """Take one; False if there is none left."""
        now = time.time()
        try:
            await store.write(self._taken(now))
        except StoreFailed:
            if await store.read(self._left) >= 1:
                raise
            await store.write((_PUT_RIGHT, (now, self._what, now + HOUR)))
            return False
        return True

    async def give_back(self, store: Store) -> None:
        """Put back what was taken for nothing."""
        await store.write((_GIVE_BACK, (self._burst, self._burst, self._what)))

    def _taken(self, now: float) -> Statement:
        rate, burst = self._per_second, self._burst
        return (_TAKE, (self._what, burst - 1, now, rate, burst, burst, rate))

    def _left(self, db: Database) -> float:
        row = db.execute("SELECT remaining, at FROM tries WHERE what = ?", (self._what,)).fetchone()
        if row is None:
            return self._burst
        return float(row["remaining"] + max(0.0, time.time() - row["at"]) * self._per_second)
