"""Work out ratings for guests who want them, from matches in which all players want them.

The store keeps only who wants ratings. The ratings are worked out from all finished matches each time, so they stay
right when a guest is deleted or two guests are merged. A match counts if all its players wanted ratings when its table
was opened, each on their own device, without bots, without hints for all and without a take-back by consent. Lessons
and forks never count.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...i18n import Text, ngettext
from ..storage.database import Database, Row, Statement
from ..storage.store import Store
from .glicko import Rating, Result, idle, rated

PERIOD = 7 * 24 * 3600.0  # Glickman wants several matches in a period; friends play weekly
FEWEST = 5  # matches before a rating is shown
SURE = 1.96  # deviations to each side of a 95% interval
STEP = 10  # ratings are rounded to this, because they are never known more exactly


@dataclass(frozen=True, slots=True)
class GuestRating:
    """Hold the rating of a guest in a game, and the number of matches behind it."""

    rating: Rating
    matches: int

    @property
    def shown(self) -> bool:
        """Return True if there are enough matches to show the rating."""
        return self.matches >= FEWEST

    @property
    def words(self) -> str:
        """Return the rating with its 95% interval, such as 1,540 ± 90, or how many more matches are needed for one."""
        if not self.shown:
            missing = FEWEST - self.matches
            return ngettext("{n} more match needed", "{n} more matches needed", missing)
        low = STEP * round(self.rating.value / STEP)
        margin = max(STEP, STEP * round(SURE * self.rating.deviation / STEP))
        return Text("{rating} ± {margin}", {"rating": low, "margin": margin})


@dataclass(frozen=True, slots=True)
class Played:
    """Hold a match that counts: when it ended, and each guest with their returns (1 for a win, a part if shared)."""

    ended: float
    returns: tuple[tuple[str, float], ...]


class Ratings:
    """Work out the ratings of a server, and cache them until something that they depend on changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[tuple[float, ...], dict[str, GuestRating]]] = {}

    async def of(self, game: str) -> dict[str, GuestRating]:
        """Return the ratings in `game` by guest, of guests who want ratings only."""
        now = time.time()
        stamp = await self._store.read(lambda db: _stamp(db, game, now))
        known = self._known.get(game)
        if known is None or known[0] != stamp:
            found = await self._store.read(lambda db: guest_ratings(db, game, now))
            known = self._known[game] = (stamp, found)
        return known[1]

    async def wanted(self, guest: str | None) -> float | None:
        """Return since when `guest` wants ratings, in seconds since 1970; None if they don't."""
        return None if guest is None else await self._store.read(lambda db: read_wanted(db, guest))

    async def want(self, guest: str, on: bool) -> None:
        """Give `guest` ratings from now on, or no ratings any more.

        Turning ratings off is final for the matches so far: they never count again.
        """
        await self._store.write(put_wanted(guest, time.time()) if on else delete_wanted(guest))


def read_wanted(db: Database, guest: str) -> float | None:
    row = db.execute("SELECT since FROM rated WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else float(row["since"])


def put_wanted(guest: str, at: float) -> Statement:
    return ("INSERT INTO rated (guest, since) VALUES (?, ?) ON CONFLICT (guest) DO NOTHING", (guest, at))


def delete_wanted(guest: str) -> Statement:
    return ("DELETE FROM rated WHERE guest = ?", (guest,))


def read_games(db: Database, guest: str) -> list[str]:
    """Return the ids of the games in which `guest` has finished a match, in the order of the first one."""
    rows = db.execute(
        "SELECT t.game, min(t.ended) AS first FROM game_table t JOIN seat s ON s.table_id = t.id"
        " WHERE s.guest = ? AND t.phase = 'over' GROUP BY t.game ORDER BY min(t.ended), t.game",
        (guest,),
    )
    return [str(row["game"]) for row in rows]


_COUNTS = """FROM game_table t JOIN seat s ON s.table_id = t.id
    WHERE t.game = ? AND t.phase = 'over' AND t.lesson IS NULL AND t.what_if IS NULL AND t.taken_back = 0
    AND t.hinted = 0 AND NOT EXISTS (
        SELECT 1 FROM seat x LEFT JOIN rated r ON r.guest = x.guest WHERE x.table_id = t.id
        AND (x.kind <> 'person' OR r.guest IS NULL OR r.since > t.created)
    ) AND EXISTS (SELECT 1 FROM seat y WHERE y.table_id = t.id AND y.hints = 0)"""


def read_played(db: Database, game: str) -> list[Played]:
    """Return the matches of `game` that count, in the order in which they ended."""
    rows = db.execute(
        f"SELECT t.id, t.ended, t.result, s.guest {_COUNTS} ORDER BY t.ended, t.id, s.seat",  # constants
        (game,),
    )
    return [found for _, seats in groupby(rows, key=lambda row: row["id"]) if (found := _played(list(seats)))]


def _played(seats: Sequence[Row]) -> Played | None:
    guests = [str(seat["guest"]) for seat in seats]
    if len(guests) < 2 or len(set(guests)) < len(guests):  # one player, or one guest in two seats
        return None
    try:
        places = json.loads(seats[0]["result"] or "null")["places"]
        winners = sum(place == 1 for place in places)
        returns = [(place == 1) / winners for place in places]
        return Played(float(seats[0]["ended"] or 0.0), tuple(zip(guests, returns, strict=True)))
    except (ValueError, TypeError, KeyError, ZeroDivisionError, RecursionError):
        return None  # damaged, or older than stored results


def guest_ratings(db: Database, game: str, now: float) -> dict[str, GuestRating]:
    """Return the ratings in `game` at the time `now`, by guest."""
    return rate(read_played(db, game), now)


def rate(played: Iterable[Played], now: float) -> dict[str, GuestRating]:
    """Return the ratings at the time `now`, by guest, after the matches `played`.

    The matches must be in the order in which they ended.
    """
    known: dict[str, Rating] = {}
    counts: dict[str, int] = {}
    last = None
    for period, matches in groupby(played, key=lambda one: int(one.ended // PERIOD)):
        if last is not None and period > last + 1:
            known = {guest: idle(rating, period - last - 1) for guest, rating in known.items()}
        results: dict[str, list[Result]] = {guest: [] for guest in known}
        for match in matches:
            for guest, own in match.returns:
                counts[guest] = counts.get(guest, 0) + 1
                results.setdefault(guest, []).extend(_against(match, guest, own, known))
        known = {guest: rated(known.get(guest, Rating()), found) for guest, found in results.items()}
        last = period
    gone_by = 0 if last is None else max(0, int(now // PERIOD) - last - 1)
    return {
        guest: GuestRating(idle(rating, gone_by) if gone_by else rating, counts[guest])
        for guest, rating in known.items()
    }


def _against(match: Played, guest: str, own: float, known: dict[str, Rating]) -> list[Result]:
    """Return the results of `guest` in `match`, one against each opponent, which count as one match together.

    Each result compares the returns of the guest (`own`) with the opponent's.
    """
    others = [(other, theirs) for other, theirs in match.returns if other != guest]
    return [Result(known.get(o, Rating()), (1 + own - theirs) / 2, 1 / len(others)) for o, theirs in others]


def _stamp(db: Database, game: str, now: float) -> tuple[float, ...]:
    """Return numbers that change whenever ratings in `game` may change.

    They count finished matches, take-backs, guests who want ratings, merged guests, and rating periods.
    """
    asked = (
        ("SELECT count(*), max(ended), sum(taken_back) FROM game_table WHERE game = ? AND phase = 'over'", (game,)),
        ("SELECT count(*), max(since), sum(since) FROM rated", ()),
        ("SELECT count(*) FROM joined", ()),
    )
    found = [value or 0.0 for sql, values in asked for value in db.execute(sql, values).fetchone()]
    return (*found, now // PERIOD)
