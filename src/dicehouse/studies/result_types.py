"""Hold the records that the result of a study consists of; their fields are those of the JSON (docs/laboratory.md).

A number that is not known, such as the missing end of an interval, is None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

CurvePoint = list[float]
Value = int | str | bool


@dataclass(frozen=True)
class MeasuredValue:
    """Hold one figure of a cell with its interval; `sd` is that of single games, and shares are from 0 to 1."""

    name: str
    words: str
    unit: str
    kind: str  # mean, share or quantile
    value: float
    low: float | None
    high: float | None
    sd: float
    n: int


@dataclass(frozen=True)
class Distribution:
    """Hold how often a value lay from each edge up to the next."""

    edges: list[float]
    counts: list[int]

    def quantile(self, share: float) -> float:
        """Return the value below which this share of the distribution lies, as if each bin were even."""
        left, total = share * sum(self.counts), 0.0
        for at, number in enumerate(self.counts):
            if total + number >= left and number:
                begin, end = self.edges[at], self.edges[at + 1]
                return begin + (end - begin) * (left - total) / number
            total += number
        return self.edges[-1]


@dataclass(frozen=True)
class EventStatistics:
    """Hold in which share of games an event happened, how often in each, and what the seats that it happened to won.

    What they won is not the worth of the event: it happens in a situation, and the situation decides the game.
    """

    name: str
    group: str
    games: float
    low: float
    high: float
    each: float
    n: int  # seats that it happened to, over all games
    wins: float | None
    wins_low: float | None
    wins_high: float | None
    kind_words: str = ""  # what a report calls the group; `name` and `group` stay as the game counts them
    name_words: str = ""

    @property
    def shown_kind(self) -> str:
        """Return the group in words."""
        return self.kind_words or self.group.replace("-", " ")

    @property
    def shown_name(self) -> str:
        """Return the name in words; an empty text for events of a kind that is not split into names."""
        return "" if self.name == self.group else self.name_words or self.name.replace("-", " ")

    @property
    def shown(self) -> str:
        """Return the kind and the name of the event in words."""
        return ": ".join(filter(None, (self.shown_kind, self.shown_name)))


@dataclass(frozen=True)
class ItemWorth:
    """Hold what an item is worth to a seat, in shares of the win: the same games with it and without.

    The `wide` ends hold for all items of the table at once (Bonferroni); `clear` tells whether the worth differs from
    zero by Holm's test, `look` by that of Benjamini and Hochberg.
    """

    name: str
    group: str
    experiment: str  # denied: the item was taken from a seat that has it; granted: it replaced the one that was dealt
    difference: float
    low: float | None
    high: float | None
    unpaired_low: float | None
    unpaired_high: float | None
    wide_low: float | None
    wide_high: float | None
    clear: bool
    look: bool
    r: float
    n: int


@dataclass(frozen=True)
class BotMatchup:
    """Hold how often one bot wins among others of one kind."""

    bot: str
    others: str
    wins: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class SkillShare:
    """Hold which part of the variance of winning comes from who plays how well among these bots, with all their
    results.
    """

    bots: list[str]
    share: float
    low: float
    high: float
    duels: list[BotMatchup]
    stopped: int = 0  # games between these bots that were stopped before their end; no figure includes them


@dataclass(frozen=True)
class CellResult:
    """Hold one variant for one number of players."""

    name: str
    settings: dict[str, Value]
    changed: dict[str, Value]  # the settings that the study varies
    players: int
    rule: str | None
    rules: str  # their fingerprint or version
    base: int  # the number of the cell that it is compared with; its own if it is that one
    games: int
    unfinished: int
    measures: list[MeasuredValue]
    distributions: dict[str, Distribution]
    curves: dict[str, list[CurvePoint]]
    events: list[EventStatistics]
    worth: list[ItemWorth] = field(default_factory=list)
    skill: SkillShare | None = None
    kind: str = ""  # the kind of player, if the study compares several
    people: list[MeasuredValue] = field(default_factory=list)  # what people's matches of this variant show

    @property
    def ended(self) -> int:
        """Return how many games came to their end."""
        return self.games - self.unfinished

    @property
    def even(self) -> float:
        """Return a fair share of all games; those that were stopped are won by nobody."""
        return self.ended / max(self.games, 1) / max(self.players, 1)

    def measure(self, name: str) -> MeasuredValue | None:
        """Return the measure `name`, None if the cell has none."""
        return next((measure for measure in self.measures if measure.name == name), None)


@dataclass(frozen=True)
class Comparison:
    """Hold the difference of one measure between a cell and its base, over the same games."""

    cell: int
    base: int
    measure: str
    difference: float
    low: float | None
    high: float | None
    relative: float | None
    relative_low: float | None
    relative_high: float | None
    unpaired_low: float | None
    unpaired_high: float | None
    clear: bool
    r: float
    n: int


@dataclass(frozen=True, kw_only=True)
class ResultFields:
    """Hold all that a study found; `StudyResult` adds what can be done with it."""

    form: int
    dicehouse: str
    game: str
    title: str
    rules: str
    command: str
    seed: int
    bots: list[str]
    confidence: float
    intervals: str  # "fixed": the number of games was set beforehand; "sequence": valid at any stop
    seconds: float
    stopped: str  # games, precision, minutes or interrupted
    people: dict[str, float]  # the model of people: seconds
    cells: list[CellResult]
    comparisons: list[Comparison]
    warnings: list[str]
    exempt: list[str] = field(default_factory=list)  # names whose intervals are "fixed" in a "sequence"
    about: str = ""  # name of the measure that the study is about; it is always reported first


class StudyOrigin(NamedTuple):
    """Hold what a study was asked, and by which version."""

    dicehouse: str
    game: str
    title: str
    rules: str
    command: str
    seed: int
    bots: list[str]
    people: dict[str, float]
    about: str = ""


class StudyEnd(NamedTuple):
    """Hold how long a study took, in seconds, and why it stopped."""

    seconds: float
    stopped: str


class IntervalKind(NamedTuple):
    """Hold what the intervals of a study promise."""

    confidence: float
    intervals: str
    exempt: list[str]


class StudyFigures(NamedTuple):
    """Hold what a study found."""

    cells: list[CellResult]
    comparisons: list[Comparison]
    warnings: list[str]
