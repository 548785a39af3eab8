"""Hold a review: a row for each decision and each throw, draw or reveal, and their sums.

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
from dicehouse.i18n.text import plain_text

REVIEW_VERSION = 5  # version of this form and of the methods: stored reviews of another version are made again
DECISION, CHANCE = "decision", "chance"
EXACT, SEARCH, MODEL = "exact", "search", "model"


@dataclass(frozen=True)
class BetterOption:
    """Hold an option that was found to be better than what was played; `value` is the chance of the seat that chose."""

    option: str
    text: str
    value: float


@dataclass(frozen=True)
class ReviewRow:
    """Hold a decision, or the chance event that followed it.

    `number` counts actions from 1: a decision was made in position `number - 1`, and `match.actions[number - 1]` is
    what was played. The deal is the chance event number 0 and has no seat. `turn` is the turn it belongs to, 0 where
    turns are not counted.
    """

    kind: str
    number: int
    seat: int | None
    turn: int
    option: str  # of a decision: the option played, in the game's notation
    text: str  # the same in words, or the result of chance
    before: list[float]
    after: list[float]
    error: float  # the standard error of the change, or of the cost if a better option is reported
    luck: list[float] = field(default_factory=list)  # of a chance event
    odds: float | None = None  # of great luck: about how often luck is that good (or that bad), if known
    cost: float = 0.0  # of a decision: what the seat lost against `best`; 0 if nothing is clearly better
    best: BetterOption | None = None
    reason: str = ""  # of the best option, if the game gives a reason
    options: int = 0  # of a decision: how many there were
    says: str = ""  # one sentence


@dataclass(frozen=True)
class Review:
    """Hold the luck and skill of a finished match."""

    game: str
    players: list[str]  # their names by seat
    method: str  # the method: EXACT, SEARCH or MODEL
    version: int
    seconds: float
    simulations: int  # games and parts of games that were played for the review
    outcome: list[float]  # each seat's share of the win
    start: list[float]  # before the deal
    luck: list[float]
    skill: list[float]  # what a seat gained by its own decisions and those of others
    error: list[float]  # the standard errors of luck and of skill
    rows: list[ReviewRow]
    turning: list[int]  # the rows that turned the game, the largest change first
    looks: list[int]  # the decisions worth a second look, the costliest first
    says: list[str]  # a sentence about each seat

    def table(self) -> Any:
        """Return the rows as a table: a data frame if pandas is installed, otherwise a list of dicts."""
        rows = [asdict(row) for row in self.rows]
        if importlib.util.find_spec("pandas") is None:
            return rows
        return importlib.import_module("pandas").DataFrame(rows)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as in JSON."""
        return asdict(self)

    def as_json(self) -> str:
        """Return the review as JSON."""
        return msgspec.json.encode(self, enc_hook=plain_text).decode()


def read_review(text: str | bytes) -> Review:
    """Read a review from its JSON form. Raise BadMatch if it is none, or one of another version."""
    try:
        found = msgspec.json.decode(text, type=Review)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadMatch("That is no review.") from error
    if found.version != REVIEW_VERSION:
        raise BadMatch(f"The review is of version {found.version}, this is version {REVIEW_VERSION}.")
    return found


__all__ = [
    "CHANCE",
    "DECISION",
    "EXACT",
    "MODEL",
    "REVIEW_VERSION",
    "SEARCH",
    "BetterOption",
    "Review",
    "ReviewRow",
    "read_review",
]
