"""Every die that was ever thrown here: counted when a game is over, kept game by game, and counted again by an audit.

What a running game draws is not in it, whoever asks: some of it is hidden, and a count that grew with it would tell.
Lessons are not in it either, since their dice were chosen. A draw is anything that the rules left to chance, by how
many ways it could go: of six ways a die, of twenty-four the next card of a full deck. Dice that were thrown by hand in
a simulated world are aimed, so they stand apart.
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
from dicehouse.match import Match

from ..carrying import opened
from ..storage import records
from ..storage.database import Database, Row, Statement
from ..storage.records import Kept
from .streaks import SIDES, Streaks, streaks

log = logging.getLogger("dicehouse.table")

MOST_WAYS = 100  # a draw of more is no die and no card: a number from which a simulated hand trembles
DRAWN, LANDED = "drawn", "landed"
Draws = Sequence[tuple[int, int]]  # result (from 1) and sides

# Finished, with the house's own dice: those of a lesson were chosen, and a what-if begins with another game's.
_OVER = """FROM game_table t LEFT JOIN thrown ON thrown.table_id = t.id
    WHERE t.phase = 'over' AND t.lesson IS NULL AND t.what_if IS NULL AND t.header IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Tally:
    """What fell in one match."""

    drawn: Mapping[int, Sequence[int]]  # by sides: how often each face
    landed: Sequence[int]  # the faces of what was thrown by hand, in order
    streaks: Streaks  # of the six-sided dice that were drawn
    throws: int = 0  # actions in which such dice fell, the deal among them

    @property
    def dice(self) -> int:
        """How many six-sided dice were drawn."""
        return sum(self.drawn.get(SIDES, ()))


def tally(draws: Iterable[Draws], landed: Sequence[int] = ()) -> Tally:
    """Count what was drawn in the deal and in every action, in this order."""
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
    """Count the dice of a match that is over."""
    thrown = [(match.deal_draws, match.deal_sides), *((action.draws, action.sides) for action in match.actions)]
    return tally((list(zip(*pair, strict=True)) for pair in thrown), _landed(match))


def of_kept(db: Database, kept: Kept) -> Tally:
    """Count the dice of a table that is kept; only a game that measures needs its match for it."""
    landed: Sequence[int] = ()
    if games.find(kept.table.game).engine is not None:
        match = opened(db, kept).match
        landed = _landed(match) if match else ()
    return tally(draws_of(kept), landed)


def draws_of(kept: Kept) -> list[Draws]:
    """What was drawn at a table: in the deal, then in every action that stands."""
    deal = [(int(result), int(sides)) for result, sides in (kept.table.header or {})["deal"]]
    return [deal, *(entry.draws for entry in records.standing(kept.entries))]


def _landed(match: Match) -> list[int]:
    """The faces on which things came to rest that were thrown in a simulated world: facts of events say so."""
    told = match.log(None) if match.game.engine is not None else ()
    faces = [face for event in told for face in event.facts.get("landed", ())]
    return [face for face in faces if type(face) is int and 1 <= face <= SIDES]


# keeping ----------------------------------------------------------------------------------------------------------


def count(table: str, game: str, ended: float, found: Tally) -> Statement:
    """Keep what fell at a table; a table is counted once."""
    text = json.dumps(asdict(found), separators=(",", ":"))
    return (
        "INSERT INTO thrown (table_id, game, ended, tally) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (table, game, ended, text),
    )


def count_match(table: str, ended: float, match: Match) -> list[Statement]:
    """The same of a match that has just ended. If that fails it is done later: it must not cost anybody a match."""
    try:
        return [count(table, match.game.id, ended, of_match(match))]
    except Exception:
        log.exception("the dice of table %s can't be counted", table)
        return []


def read(text: str) -> Tally:
    """A tally as it is kept."""
    data = json.loads(text)
    drawn = {int(sides): faces for sides, faces in data["drawn"].items()}
    return Tally(drawn, data["landed"], Streaks(**data["streaks"]), data.get("throws", 0))


def uncounted(db: Database) -> list[tuple[str, float]]:
    """Finished tables whose dice nobody has counted, and when their games ended, the oldest first."""
    rows = db.execute(f"SELECT t.id, t.ended {_OVER} AND thrown.tally IS NULL ORDER BY t.ended, t.id")
    return [(row["id"], row["ended"] or 0.0) for row in rows]


# adding up --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Record:
    """The longest streak of a kind: how long, which face, in which game, and when that ended."""

    length: int = 0
    face: int = 0
    game: str = ""
    ended: float = 0.0

    def beaten(self, length: int, face: int, game: str, ended: float) -> None:
        """Take it over if it is longer."""
        if length > self.length:
            self.length, self.face, self.game, self.ended = length, face, game, ended


@dataclass(slots=True)
class Faces:
    """How often each face fell: of draws by their ways, and of dice thrown by hand."""

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
        """How many draws and landings there are in all."""
        return sum(map(sum, self.drawn.values())) + sum(self.landed)

    @property
    def dice(self) -> list[int]:
        """The six-sided ones."""
        return self.drawn.get(SIDES, [0] * SIDES)


@dataclass(slots=True)
class Totals:
    """All dice of a house."""

    all: Faces = field(default_factory=Faces)
    games: dict[str, Faces] = field(default_factory=dict)
    throws: int = 0
    lengths: Counter[int] = field(default_factory=Counter)  # how many games had so many six-sided dice
    run: Record = field(default_factory=Record)
    wait: Record = field(default_factory=Record)
    alike: int = 0
    since: float = 0.0  # when the first of these games ended
    last: int = 0  # the number of the last game that is in it

    def add(self, game: str, ended: float, found: Tally) -> None:
        """One game more."""
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
    """The sum of all games that were counted, kept up to date: each is read once, as long as none is removed."""

    def __init__(self) -> None:
        self._totals = Totals()
        self._lock = threading.Lock()

    def read(self, db: Database) -> Totals:
        """The sum as of now. It is the ledger's own: look at it, change nothing."""
        with self._lock:
            known = db.execute("SELECT count(*) FROM thrown WHERE number <= ?", (self._totals.last,)).fetchone()[0]
            if known != self._totals.all.matches:  # another server removed some, and nobody told
                self._totals = Totals()
            rows = db.execute(
                "SELECT number, game, ended, tally FROM thrown WHERE number > ? ORDER BY number", (self._totals.last,)
            ).fetchall()
            if rows:
                fresh = deepcopy(self._totals)  # whoever holds the old sum goes on reading it
                for row in rows:
                    fresh.add(row["game"], row["ended"], read(row["tally"]))
                    fresh.last = row["number"]
                self._totals = fresh
            return self._totals


def recounted(db: Database) -> Iterator[tuple[str, str, float, Tally | None, Tally | None]]:
    """Every finished table with its game and when that ended, counted anew from its match (None: what is kept of the
    match is damaged), and what is kept of its dice.
    """
    rows = db.execute(f"SELECT t.id, t.game, t.ended, thrown.tally {_OVER} ORDER BY t.ended, t.id").fetchall()
    for row in rows:
        try:
            kept = records.read_table(db, row["id"])
            known = None if row["tally"] is None else read(row["tally"])
            found = None if kept is None else of_kept(db, kept)
        except Exception:  # a damaged row can be wrong in any way, and must not hide the others
            found = known = None
        yield row["id"], row["game"], row["ended"] or 0.0, found, known


COLUMNS = {"match": int, "game": str, "how": str, "action": int, "die": int, "sides": int, "result": int}


def details(db: Database, after: int, most: int) -> list[dict[str, Any]]:
    """The dice of the counted games numbered from `after` + 1 to `after` + `most`, a row for each.

    Games have numbers here, not the names under which their tables can be found. `action` 0 is the deal; `die` says
    which one of the action it was, `sides` how many ways it could go, `result` which it went.
    """
    rows = db.execute(
        "SELECT number, table_id, game, tally FROM thrown WHERE number > ? AND number <= ? ORDER BY number",
        (after, after + most),
    ).fetchall()
    return [each for row in rows for each in _whole(db, row)]


def _whole(db: Database, row: Row) -> list[dict[str, Any]]:
    """The dice of one game; none if what is kept of it is damaged."""
    try:
        return list(_dice_of(db, row))
    except Exception:  # as above
        return []


def _dice_of(db: Database, row: Row) -> Iterator[dict[str, Any]]:
    kept = records.read_table(db, row["table_id"])
    game = {"match": row["number"], "game": row["game"]}
    for action, draws in enumerate([] if kept is None else draws_of(kept)):
        for at, (result, sides) in enumerate(draws):
            if 2 <= sides <= MOST_WAYS:
                yield {**game, "how": DRAWN, "action": action, "die": at, "sides": sides, "result": result}
    for at, face in enumerate(read(row["tally"]).landed):
        yield {**game, "how": LANDED, "action": None, "die": at, "sides": SIDES, "result": face}
