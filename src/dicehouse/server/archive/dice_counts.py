"""Count every die that was rolled on this server: store the counts when a game is over, and recount them in an audit.

The dice of running games are never included: some of them are hidden, and a count that grew with them would reveal
them. Lessons are left out because their dice were chosen. A draw is anything that the rules left to chance. Draws are
grouped by their number of possible results: 6 for a die, 24 for the next card of a full deck of 24. Dice that were
thrown by hand in a simulated world are aimed, so they are counted separately.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

from dicehouse import games
from dicehouse.match.match import Match

from ..match_restore import opened
from ..storage import table_records
from ..storage.database import Database, Row, Statement
from ..storage.table_records import Kept
from .streak_odds import SIDES, Streaks, streaks

log = logging.getLogger("dicehouse.server")

MOST_WAYS = 100  # more possible results than any die or card has, as for the tremble of a simulated hand
LARGEST = 2**53  # no game has as many throws: a larger count is damage
DRAWN, LANDED = "drawn", "landed"
Draws = Sequence[tuple[int, int]]  # result (from 1) and number of sides of each draw

# Only games with dice of their own: those of a lesson were chosen, and a fork begins with the dice of another game.
_OVER = """FROM game_table t LEFT JOIN thrown ON thrown.table_id = t.id
    WHERE t.phase = 'over' AND t.lesson IS NULL AND t.what_if IS NULL AND t.header IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Tally:
    """Hold what was rolled and drawn in one match."""

    drawn: Mapping[int, Sequence[int]]  # by number of sides: how often each face came up
    landed: Sequence[int]  # the faces of dice thrown by hand, in order
    streaks: Streaks  # of the six-sided dice that were drawn
    throws: int = 0  # actions with such dice, including the deal

    @property
    def dice(self) -> int:
        """Return the number of six-sided dice that were drawn."""
        return sum(self.drawn.get(SIDES, ()))


def tally(draws: Iterable[Draws], landed: Sequence[int] = ()) -> Tally:
    """Count the results in `draws` (the deal, then every action) and in `landed` (faces of dice thrown by hand)."""
    drawn: dict[int, list[int]] = {}
    faces: list[int] = []
    throws = 0
    for action in draws:
        throws += any(sides == SIDES for _, sides in action)
        for result, sides in action:
            if 2 <= sides <= MOST_WAYS:
                drawn.setdefault(sides, [0] * sides)[result - 1] += 1
                if sides == SIDES:
                    faces.append(result)
    return Tally(drawn, list(landed), streaks(faces), throws)


def of_match(match: Match) -> Tally:
    """Count the dice of a finished `match`."""
    thrown = [(match.deal_draws, match.deal_sides), *((action.draws, action.sides) for action in match.actions)]
    return tally((list(zip(*pair, strict=True)) for pair in thrown), _landed(match))


def of_kept(db: Database, kept: Kept) -> Tally:
    """Count the dice of a stored table. Only a game with an engine of its own needs the match for that."""
    landed: Sequence[int] = ()
    if games.find(kept.table.game).engine is not None:
        match = opened(db, kept).match
        landed = _landed(match) if match else ()
    return tally(draws_of(kept), landed)


def draws_of(kept: Kept) -> list[Draws]:
    """Return the draws of a stored table: those of the deal, then those of every action that was not undone."""
    deal = [(int(result), int(sides)) for result, sides in (kept.table.header or {})["deal"]]
    return [deal, *(entry.draws for entry in table_records.acts_not_undone(kept.entries))]


def _landed(match: Match) -> list[int]:
    """Return the faces of dice that were thrown by hand in a simulated world, as the facts of the events give them."""
    log = match.log(None) if match.game.engine is not None else ()
    faces = [face for event in log for face in event.facts.get("landed", ())]
    return [face for face in faces if type(face) is int and 1 <= face <= SIDES]


# storing ----------------------------------------------------------------------------------------------------------


def count(table: str, game: str, ended: float, found: Tally) -> Statement:
    """Return the statement that stores the dice counts of a table, unless it has some already.

    `ended` is when its game ended, in seconds since 1970.
    """
    text = json.dumps(asdict(found), separators=(",", ":"))
    return (
        "INSERT INTO thrown (table_id, game, ended, tally) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (table, game, ended, text),
    )


def count_match(table: str, ended: float, match: Match) -> list[Statement]:
    """Return the statements that store the dice counts of a match that has just ended.

    Return none if that fails, because it must not cost anybody the match. The dice are then counted later.
    """
    try:
        return [count(table, match.game.id, ended, of_match(match))]
    except Exception:
        log.exception("the dice of table %s can't be counted", table)
        return []


def read(text: str) -> Tally:
    """Return the counts in `text`, the stored JSON form. Raise ValueError if they are damaged."""
    try:
        data = json.loads(text)
        drawn = {int(sides): faces for sides, faces in data["drawn"].items()}
        found = Tally(drawn, data["landed"], Streaks(**data["streaks"]), data.get("throws", 0))
        whole = all(2 <= sides <= MOST_WAYS and len(faces) == sides for sides, faces in drawn.items())
        numbers = [*asdict(found.streaks).values(), found.throws, *(one for faces in drawn.values() for one in faces)]
        whole = whole and all(type(one) is int and 0 <= one < LARGEST for one in numbers)
        whole = whole and all(type(face) is int and 1 <= face <= SIDES for face in found.landed)
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        raise ValueError("the counts of a game are damaged") from error
    if not whole:
        raise ValueError("the counts of a game are damaged")
    return found


def _read_or_none(row: Row) -> Tally | None:
    """Return the counts of a row; None if they are damaged, which must not hide the dice of other games."""
    try:
        return read(row["tally"])
    except ValueError as error:
        log.error("the dice counts of table %s are damaged: %s", row["table_id"], error)
        return None


def uncounted(db: Database) -> list[tuple[str, float]]:
    """Return the finished tables whose dice are not counted yet, and when their games ended, the oldest first."""
    rows = db.execute(f"SELECT t.id, t.ended {_OVER} AND thrown.tally IS NULL ORDER BY t.ended, t.id")
    return [(row["id"], row["ended"] or 0.0) for row in rows]


# adding up --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Record:
    """Hold the longest streak of a kind: its length, its face, its game, and when that game ended."""

    length: int = 0
    face: int = 0
    game: str = ""
    ended: float = 0.0

    def beaten(self, length: int, face: int, game: str, ended: float) -> None:
        """Replace this record if `length` is greater."""
        if length > self.length:
            self.length, self.face, self.game, self.ended = length, face, game, ended


@dataclass(slots=True)
class Faces:
    """Hold how often each face came up: of draws, by number of possible results, and of dice thrown by hand."""

    matches: int = 0
    drawn: dict[int, list[int]] = field(default_factory=dict)
    landed: list[int] = field(default_factory=lambda: [0] * SIDES)

    def add(self, found: Tally) -> None:
        self.matches += 1
        for sides, faces in found.drawn.items():
            mine = self.drawn.setdefault(sides, [0] * sides)
            for at, number in enumerate(faces):
                mine[at] += number
        for face in found.landed:
            self.landed[face - 1] += 1

    @property
    def number(self) -> int:
        """Return the total number of draws and of dice thrown by hand."""
        return sum(map(sum, self.drawn.values())) + sum(self.landed)

    @property
    def dice(self) -> list[int]:
        """Return how often each face of the six-sided dice came up."""
        return self.drawn.get(SIDES, [0] * SIDES)


@dataclass(slots=True)
class Totals:
    """Add up the dice of all finished games on a server."""

    all: Faces = field(default_factory=Faces)
    games: dict[str, Faces] = field(default_factory=dict)
    throws: int = 0
    lengths: Counter[int] = field(default_factory=Counter)  # by number of six-sided dice: how many games had that many
    run: Record = field(default_factory=Record)
    wait: Record = field(default_factory=Record)
    alike: int = 0
    since: float = 0.0  # when the first of these games ended
    last: int = 0  # the number of the last game that is included
    damaged: int = 0  # how many games up to that number are left out

    def add(self, game: str, ended: float, found: Tally) -> None:
        """Add the counts of one more game."""
        self.all.add(found)
        self.games.setdefault(game, Faces()).add(found)
        if found.dice:
            self.lengths[found.dice] += 1
        self.run.beaten(found.streaks.run, found.streaks.face, game, ended)
        self.wait.beaten(found.streaks.wait, 0, game, ended)
        self.alike += found.streaks.alike
        self.throws += found.throws
        self.since = min(self.since or ended, ended)


class Ledger:
    """Keep the sum of all counted games up to date, reading each game only once as long as none is removed."""

    def __init__(self) -> None:
        self._totals = Totals()
        self._lock = threading.Lock()

    def read(self, db: Database) -> Totals:
        """Return the sum as it is now. It belongs to the ledger: callers must not change it."""
        with self._lock:
            known = db.execute("SELECT count(*) FROM thrown WHERE number <= ?", (self._totals.last,)).fetchone()[0]
            if (
                known != self._totals.all.matches + self._totals.damaged
            ):  # another server removed some without telling this one
                self._totals = Totals()
            rows = db.execute(
                "SELECT number, table_id, game, ended, tally FROM thrown WHERE number > ? ORDER BY number",
                (self._totals.last,),
            ).fetchall()
            if rows:
                fresh = deepcopy(self._totals)  # readers may still hold the old sum
                for row in rows:
                    found = _read_or_none(row)
                    if found is None:
                        fresh.damaged += 1
                    else:
                        fresh.add(row["game"], row["ended"], found)
                    fresh.last = row["number"]
                self._totals = fresh
            return self._totals


def recounted(db: Database) -> Iterator[tuple[str, str, float, Tally | None, Tally | None]]:
    """Yield for every finished table its id, its game, when that ended, its dice counted again, and its stored counts.

    The new counts are None if the table is damaged, and so are the stored ones if they are missing or damaged.
    """
    rows = db.execute(f"SELECT t.id, t.game, t.ended, thrown.tally {_OVER} ORDER BY t.ended, t.id").fetchall()
    for row in rows:
        try:
            kept = table_records.read_table(db, row["id"])
            known = None if row["tally"] is None else read(row["tally"])
            found = None if kept is None else of_kept(db, kept)
        except Exception:  # damaged data can raise anything, and must not hide the other tables
            found = known = None
        yield row["id"], row["game"], row["ended"] or 0.0, found, known


COLUMNS = {"match": int, "game": str, "how": str, "action": int, "die": int, "sides": int, "result": int}


def first_after(db: Database, number: int) -> int | None:
    """Return the first number of a counted game after `number`; None if there is none. Numbers may have large gaps."""
    found: int | None = db.execute("SELECT min(number) FROM thrown WHERE number > ?", (number,)).fetchone()[0]
    return found


def details(db: Database, after: int, most: int) -> list[dict[str, Any]]:
    """Return the dice of the counted games numbered from `after` + 1 to `after` + `most`, one row for each.

    Games have numbers here, so that nobody can find their tables. `action` 0 is the deal; `die` is the index of the
    draw in its action, `sides` the number of its possible results, and `result` its result.
    """
    rows = db.execute(
        "SELECT number, table_id, game, tally FROM thrown WHERE number > ? AND number <= ? ORDER BY number",
        (after, after + most),
    ).fetchall()
    return [each for row in rows for each in _whole(db, row)]


def _whole(db: Database, row: Row) -> list[dict[str, Any]]:
    """Return the dice of one game; none if its data is damaged."""
    try:
        return list(_dice_of(db, row))
    except Exception:  # as above
        return []


def _dice_of(db: Database, row: Row) -> Iterator[dict[str, Any]]:
    kept = table_records.read_table(db, row["table_id"])
    game = {"match": row["number"], "game": row["game"]}
    for action, draws in enumerate([] if kept is None else draws_of(kept)):
        for at, (result, sides) in enumerate(draws):
            if 2 <= sides <= MOST_WAYS:
                yield {**game, "how": DRAWN, "action": action, "die": at, "sides": sides, "result": result}
    for at, face in enumerate(read(row["tally"]).landed):
        yield {**game, "how": LANDED, "action": None, "die": at, "sides": SIDES, "result": face}
