"""Limit the attempts at guessing codes, counted in the database for all servers that share it.

Each limit is one row: a bucket that fills up steadily. The database itself refuses to take more from it than it holds,
so it makes no difference how many servers ask at the same moment.
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
# A clock that was more than an hour ahead was wrong: reset the time, so that the bucket fills up again.
_PUT_RIGHT = "UPDATE tries SET at = ? WHERE what = ? AND at > ?"
HOUR = 3600.0  # seconds
_GIVE_BACK = "UPDATE tries SET remaining = CASE WHEN remaining + 1 > ? THEN ? ELSE remaining + 1 END WHERE what = ?"


class AttemptLimit:
    """Limit the attempts of one kind to `per_second` in the long run, and to `burst` at once after a pause."""

    def __init__(self, what: str, per_second: float, burst: float) -> None:
        self._what, self._per_second, self._burst = what, per_second, burst

    async def take(self, store: Store) -> bool:
        """Take one attempt; return False if there is none left. Raise StoreFailed if the store fails."""
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
        """Give back an attempt that was taken but not used."""
        await store.write((_GIVE_BACK, (self._burst, self._burst, self._what)))

    def _taken(self, now: float) -> Statement:
        rate, burst = self._per_second, self._burst
        return (_TAKE, (self._what, burst - 1, now, rate, burst, burst, rate))

    def _left(self, db: Database) -> float:
        row = db.execute("SELECT remaining, at FROM tries WHERE what = ?", (self._what,)).fetchone()
        if row is None:
            return self._burst
        return float(row["remaining"] + max(0.0, time.time() - row["at"]) * self._per_second)
