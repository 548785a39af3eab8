"""What the differences of a study come to: each held against the smallest that matters, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..findings import Comparison, Measure
from .numbers import PART, POINTS, Verdict, verdict, widened, wider
from .variants import Variant, View

LENGTHS = ("turns", "minutes", "decisions")
FIRSTS = ("first",)


@dataclass(frozen=True, slots=True)
class Change:
    """How a measure of a variant differs from the base's; `thin` holds together with all others of the report."""

    variant: Variant
    players: int
    before: Measure
    after: Measure
    row: Comparison
    difference: float
    low: float
    high: float
    thin: tuple[float, float]
    band: float

    @property
    def verdict(self) -> Verdict:
        """What the plain interval allows to say."""
        return verdict(self.low, self.high, self.band)

    @property
    def surely(self) -> Verdict:
        """What the interval allows to say that is true of all comparisons at once."""
        return verdict(*self.thin, self.band)


class Judged:
    """The changes of a study."""

    def __init__(self, view: View, points: float = POINTS) -> None:
        self.view, self.points = view, points

    def band(self, measure: Measure) -> float:
        """The smallest difference of a measure that matters."""
        if measure.kind == "share":
            return self.points
        return PART * abs(measure.value)

    @cached_property
    def family(self) -> int:
        """How many comparisons this report makes."""
        return len([row for row in self.view.found.comparisons if row.low is not None])

    @cached_property
    def factor(self) -> float:
        """How much wider an interval must be to hold together with all the others."""
        return wider(self.view.found.confidence, self.family)

    def change(self, variant: Variant, players: int, name: str) -> Change | None:
        """One difference, if the study knows it."""
        row = self.view.compared(variant, players, name)
        if row is None or row.low is None or row.high is None:
            return None
        before = self.view.found.cells[row.base].measure(name)
        after = self.view.found.cells[row.cell].measure(name)
        if before is None or after is None:
            return None
        thin = widened(row.difference, row.low, row.high, self.factor)
        band = self.band(before)
        return Change(variant, players, before, after, row, row.difference, row.low, row.high, thin, band)

    def changes(self, name: str, variant: Variant | None = None) -> Iterator[Change]:
        """How a measure differs, variant by variant and for every number of players."""
        for other in self.view.others if variant is None else [variant]:
            for players in self.view.players:
                found = self.change(other, players, name)
                if found is not None:
                    yield found

    @cached_property
    def length(self) -> str | None:
        """The measure that says how long a game is."""
        return self._first_of(LENGTHS)

    @cached_property
    def first(self) -> str | None:
        """The measure that says how often whoever acts first wins."""
        return self._first_of(FIRSTS)

    @cached_property
    def won(self) -> str | None:
        """The measure that says how often whoever plays alone wins."""
        return self._first_of(("won",))

    def _first_of(self, names: tuple[str, ...]) -> str | None:
        known = {measure.name for measure in self.view.measures}
        return next((name for name in names if name in known), None)


def ratio(change: Change) -> tuple[float, float, float] | None:
    """By what part a measure has changed, with its interval."""
    row = change.row
    if row.relative is None or row.relative_low is None or row.relative_high is None:
        return None
    return row.relative, row.relative_low, row.relative_high
