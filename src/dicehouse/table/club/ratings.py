"""Ratings, for those who want them: from the matches of a game between people who all do.

Nothing of them is kept but who wants one: they are worked out anew from the matches that are over, so that they are
true when somebody leaves, or two guests become one. What counts is a match whose people all wanted ratings when it was
opened, each on their own device, without bots, without hints for all and without a take-back by consent; lessons and
what-ifs never do.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..storage.database import Database, Row, Statement
from ..storage.store import Store
from .glicko import Rating, Result, idle, rated

PERIOD = 7 * 24 * 3600.0  # Glickman wants some matches in each; friends play by the week
FEWEST = 5  # matches from which on a figure is shown
SURE = 1.96  # deviations to each side hold the truth 95 times in 100
STEP = 10  # to which figures are rounded: they are never known more exactly


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of somebody's strength at a game."""

    rating: Rating
    matches: int

    @property
    def shown(self) -> bool:
        """Whether there are enough matches for a figure."""
        return self.matches >= FEWEST

    @property
    def words(self) -> str:
        """1,540 ± 90, or that it is too early to say."""
        if not self.shown:
            missing = FEWEST - self.matches
            return f"too few matches yet; {missing} more {'is' if missing == 1 else 'are'} needed"
        low = STEP * round(self.rating.value / STEP)
        return f"{low:,} ± {max(STEP, STEP * round(SURE * self.rating.deviation / STEP)):,}"


@dataclass(frozen=True, slots=True)
class Played:
    """A match that counts: when it ended, and each guest's share of the win."""

    ended: float
    shares: tuple[tuple[str, float], ...]


class Ratings:
    """The ratings of a house, worked out anew when something they are made of has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[tuple[float, ...], dict[str, Standing]]] = {}

    async def of(self, game: str) -> dict[str, Standing]:
        """The standings at a game, by guests; nobody is in it who does not want to be."""
        now = time.time()
        stamp = await self._store.read(lambda db: _stamp(db, game, now))
        known = self._known.get(game)
        if known is None or known[0] != stamp:
            found = await self._store.read(lambda db: standings(db, game, now))
            known = self._known[game] = (stamp, found)
        return known[1]

    async def wanted(self, guest: str | None) -> float | None:
        """Since when a guest wants ratings; None if they don't."""
        return None if guest is None else await self._store.read(lambda db: read_wanted(db, guest))

    async def want(self, guest: str, on: bool) -> None:
        """A guest wants ratings from now on, or none any more; what was rated before is forgotten then."""
        await self._store.write(put_wanted(guest, time.time()) if on else delete_wanted(guest))


def read_wanted(db: Database, guest: str) -> float | None:
    row = db.execute("SELECT since FROM rated WHERE guest = ?", (guest,)).fetchone()
    return None if row is None else float(row["since"])


def put_wanted(guest: str, at: float) -> Statement:
    return ("INSERT INTO rated (guest, since) VALUES (?, ?) ON CONFLICT (guest) DO NOTHING", (guest, at))


def delete_wanted(guest: str) -> Statement:
    return ("DELETE FROM rated WHERE guest = ?", (guest,))


def read_games(db: Database, guest: str) -> list[str]:
    """The games that a guest has finished, the first first."""
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
    """The matches of a game that count, the first first."""
    rows = db.execute(
        f"SELECT t.id, t.ended, t.result, s.guest {_COUNTS} ORDER BY t.ended, t.id, s.seat",  # constants
        (game,),
    )
    return [found for _, seats in groupby(rows, key=lambda row: row["id"]) if (found := _played(list(seats)))]


def _played(seats: Sequence[Row]) -> Played | None:
    guests = [str(seat["guest"]) for seat in seats]
    if len(guests) < 2 or len(set(guests)) < len(guests):  # alone, or one person in two seats
        return None
    try:
        places = json.loads(seats[0]["result"] or "null")["places"]
        winners = sum(place == 1 for place in places)
        shares = [(place == 1) / winners for place in places]
        return Played(float(seats[0]["ended"] or 0.0), tuple(zip(guests, shares, strict=True)))
    except (ValueError, TypeError, KeyError, ZeroDivisionError, RecursionError):
        return None  # damaged, or from before results were kept


def standings(db: Database, game: str, now: float) -> dict[str, Standing]:
    """Everybody's standing at a game."""
    return rate(read_played(db, game), now)


def rate(played: Iterable[Played], now: float) -> dict[str, Standing]:
    """The same of these matches, in the order in which they ended."""
    known: dict[str, Rating] = {}
    counts: dict[str, int] = {}
    last = None
    for period, matches in groupby(played, key=lambda one: int(one.ended // PERIOD)):
        if last is not None and period > last + 1:
            known = {guest: idle(rating, period - last - 1) for guest, rating in known.items()}
        results: dict[str, list[Result]] = {guest: [] for guest in known}
        for match in matches:
            for guest, share in match.shares:
                counts[guest] = counts.get(guest, 0) + 1
                results.setdefault(guest, []).extend(_against(match, guest, share, known))
        known = {guest: rated(known.get(guest, Rating()), found) for guest, found in results.items()}
        last = period
    gone_by = 0 if last is None else max(0, int(now // PERIOD) - last - 1)
    return {
        guest: Standing(idle(rating, gone_by) if gone_by else rating, counts[guest]) for guest, rating in known.items()
    }


def _against(match: Played, guest: str, share: float, known: dict[str, Rating]) -> list[Result]:
    """A match of several counts as one against all others together: against each by their shares of the win."""
    others = [(other, theirs) for other, theirs in match.shares if other != guest]
    return [Result(known.get(o, Rating()), (1 + share - theirs) / 2, 1 / len(others)) for o, theirs in others]


def _stamp(db: Database, game: str, now: float) -> tuple[float, ...]:
    """What changes when ratings may: matches, who wants ratings, who is who, and the time."""
    asked = (
        ("SELECT count(*), max(ended), sum(taken_back) FROM game_table WHERE game = ? AND phase = 'over'", (game,)),
        ("SELECT count(*), max(since), sum(since) FROM rated", ()),
        ("SELECT count(*) FROM joined", ()),
    )
    found = [value or 0.0 for sql, values in asked for value in db.execute(sql, values).fetchone()]
    return (*found, now // PERIOD)
