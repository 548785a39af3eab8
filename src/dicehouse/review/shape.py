"""What a review says: a row for each decision and each throw, draw or reveal, and what they add up to.

All values are shares of the win, from 0 to 1, in lists by seat. For every seat they add up exactly:

    start + luck + skill = outcome

A row's `before` is the `after` of the row above it, the first row's is `start`, the last row's `after` is `outcome`.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from dicehouse.errors import BadMatch

VERSION = 3  # of this form, and of how values are found: a kept review of another version is made again
DECISION, CHANCE = "decision", "chance"
EXACT, SEARCH, MODEL = "exact", "search", "model"


@dataclass(frozen=True)
class Best:
    """What was found to be better than what was played; `value` is the chance of the seat that chose."""

    option: str
    text: str
    value: float


@dataclass(frozen=True)
class Row:
    """A decision, or what came of one by chance.

    `number` counts actions from 1: a decision was made in position `number - 1`, and `match.actions[number - 1]` is
    what was played. The deal is chance number 0 and has no seat. `turn` is the turn it belongs to, 0 where nobody
    counts any.
    """

    kind: str
    number: int
    seat: int | None
    turn: int
    option: str  # of a decision: what was played, in the game's notation
    text: str  # the same in words, or what fell
    before: list[float]
    after: list[float]
    error: float  # the standard error of the change; where something better is told, of the cost
    luck: list[float] = field(default_factory=list)  # of chance
    odds: float | None = None  # of great luck: about how often it comes that good (or that bad), where that can be told
    cost: float = 0.0  # of a decision: what whoever chose lost against `best`, 0 where nothing is clearly better
    best: Best | None = None
    reason: str = ""  # of the best, where the game gives one
    options: int = 0  # of a decision: how many there were
    says: str = ""  # one sentence


@dataclass(frozen=True)
class Review:
    """The luck and skill of a finished match."""

    game: str
    players: list[str]  # their names by seat
    method: str  # how the values were found: EXACT, SEARCH or MODEL
    version: int
    seconds: float
    simulations: int  # games and parts of games that were played for it
    outcome: list[float]  # each seat's share of the win
    start: list[float]  # before the deal
    luck: list[float]
    skill: list[float]  # what a seat's own decisions brought it, and those of others
    error: list[float]  # the standard errors of luck and of skill
    rows: list[Row]
    turning: list[int]  # the rows that turned the game, the greatest swing first
    looks: list[int]  # the decisions worth a second look, the costliest first
    says: list[str]  # a sentence about each seat

    def table(self) -> Any:
        """The rows as a table: a data frame where pandas is installed, else a list of dicts."""
        rows = [asdict(row) for row in self.rows]
        if importlib.util.find_spec("pandas") is None:
            return rows
        return importlib.import_module("pandas").DataFrame(rows)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as JSON has it."""
        return asdict(self)

    def as_json(self) -> str:
        """The JSON form."""
        return msgspec.json.encode(self).decode()


def read(text: str | bytes) -> Review:
    """A review from its JSON form; BadMatch if it is none, or one of another version."""
    try:
        found = msgspec.json.decode(text, type=Review)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadMatch("That is no review.") from error
    if found.version != VERSION:
        raise BadMatch(f"The review is of version {found.version}, this is version {VERSION}.")
    return found


__all__ = ["CHANCE", "DECISION", "EXACT", "MODEL", "SEARCH", "VERSION", "Best", "Review", "Row", "read"]
