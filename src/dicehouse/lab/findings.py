"""What a study found: plain data with a form of its own, which is written as JSON and read again.

The fields are those of docs/laboratory.md. A number that isn't known (an interval without an end) is None.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from dicehouse.errors import BadSave, why_not
from dicehouse.kit.settings import short

FORM = 1
MOST_BYTES = 64 * 1024 * 1024
Point = list[float]
Value = int | str | bool


@dataclass(frozen=True)
class Measure:
    """One figure of a cell, with its interval; `sd` is that of single games. Shares are parts of 1."""

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
    """How often something had a value from one edge up to the next."""

    edges: list[float]
    counts: list[int]


@dataclass(frozen=True)
class EventRow:
    """Something that happens in games: in which part of them, how often in each, and what those won whom it befell.

    What they won is no worth: it happens in a situation, and the situation decides the game.
    """

    name: str
    group: str
    games: float
    low: float
    high: float
    each: float
    n: int  # seats of games to which it happened
    wins: float | None
    wins_low: float | None
    wins_high: float | None


@dataclass(frozen=True)
class Worth:
    """What something is worth to a seat, in shares of the win: the same games with it and without.

    The `wide` ends hold for all things of the table together (Bonferroni); `clear` tells whether it differs from
    nothing by Holm's test, `look` by that of Benjamini and Hochberg.
    """

    name: str
    group: str
    experiment: str  # denied: the worth of what everybody has; granted: of having it rather than what was dealt
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
class Duel:
    """How often one bot wins among others of one kind."""

    bot: str
    others: str
    wins: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Skill:
    """Which part of the variance of winning comes from who plays how well, among these bots, and all their results."""

    bots: list[str]
    share: float
    low: float
    high: float
    duels: list[Duel]
    stopped: int = 0  # games between them that were stopped before their end: they are in none of the figures


@dataclass(frozen=True)
class Cell:
    """One variant for one number of players."""

    name: str
    settings: dict[str, Value]
    changed: dict[str, Value]  # the settings that the study varies
    players: int
    rule: str | None
    rules: str  # their fingerprint
    base: int  # the number of the cell that it is compared with; its own if it is that one
    games: int
    unfinished: int
    measures: list[Measure]
    distributions: dict[str, Distribution]
    curves: dict[str, list[Point]]
    events: list[EventRow]
    worth: list[Worth] = field(default_factory=list)
    skill: Skill | None = None

    @property
    def ended(self) -> int:
        """How many games came to their end."""
        return self.games - self.unfinished

    @property
    def even(self) -> float:
        """A fair share of all games: those that were stopped are won by nobody."""
        return self.ended / max(self.games, 1) / max(self.players, 1)

    def measure(self, name: str) -> Measure | None:
        """A measure by its name."""
        return next((measure for measure in self.measures if measure.name == name), None)


@dataclass(frozen=True)
class Comparison:
    """How much more one cell has of a measure than its base, over the same games."""

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


@dataclass(frozen=True)
class Findings:
    """All that a study found."""

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
    cells: list[Cell]
    comparisons: list[Comparison]
    warnings: list[str]
    exempt: list[str] = field(default_factory=list)  # of a "sequence": what has intervals that are "fixed" even so

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def report(self, matters: float = 0.03) -> str:
        """One self-contained HTML page about it; `matters` is the smallest difference of a share that does."""
        from .report import page

        return page(self, matters)

    def frame(self, table: str = "measures") -> Any:
        """A table of it ("measures", "comparisons", "distributions", "curves", "events", "worth") as a DataFrame.

        Of pandas if that is installed, else of polars; without either it is a list of rows.
        """
        from .report import frame

        return frame(self, table)

    def _repr_html_(self) -> str:
        """The page, as a notebook shows it."""
        from .report import notebook

        return notebook(self)

    def write(self, path: Path | str) -> None:
        """Write it as JSON: wholly, or not at all."""
        place = Path(path)
        try:
            with tempfile.NamedTemporaryFile("wb", dir=place.parent, delete=False) as file:
                try:
                    file.write(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
                    file.close()
                    os.replace(file.name, place)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)  # ^C may come when it has its name already
                    raise
        except (OSError, ValueError) as error:
            why = why_not(error, "there is no such folder")
            raise BadSave(f"The findings can't be written to {short(str(place))}: {why}.") from error


def read(path: Path | str) -> Findings:
    """Read what `Findings.write` or `dicehouse study --json` has written; BadSave if it is anything else."""
    place = Path(path)
    try:
        if place.stat().st_size > MOST_BYTES:
            raise BadSave(f"{short(str(place))} is too large for the findings of a study.")
        data = place.read_bytes()
    except (OSError, ValueError) as error:
        raise BadSave(f"The findings {short(str(place))} can't be read: {why_not(error)}.") from error
    return from_json(data, short(str(place)))


def from_json(data: bytes | str, name: str = "This") -> Findings:
    """The same of the text itself."""
    try:
        found = msgspec.json.decode(data, type=Findings)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSave(
            f"{name} does not hold the findings of a study, as `dicehouse study --json` writes them: {_why(error)}."
        ) from error
    if found.form != FORM:
        raise BadSave(f"{name} holds findings of form {found.form}; this version reads form {FORM}.")
    cells = range(len(found.cells))
    numbers = [cell.base for cell in found.cells] + [n for c in found.comparisons for n in (c.cell, c.base)]
    if not found.cells or any(number not in cells for number in numbers):
        raise BadSave(f"{name} does not hold the findings of a study: it compares cells that aren't there.")
    return found


def _why(error: BaseException) -> str:
    told = " ".join(str(error).split())[:160].rstrip(".").replace("Object missing required field", "it lacks")
    return told or "it is nested too deeply"
