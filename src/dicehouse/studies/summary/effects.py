"""Judge the differences of a study: each against the smallest that matters, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..result_types import Comparison, MeasuredValue
from ..study_statistics import bonferroni_widening, widen_interval
from .variants import Variant, VariantTable

LENGTH_MEASURES = ("turns", "minutes", "decisions")
FIRST_SEAT_MEASURES = ("first",)
SMALLEST_SHARE = 0.03  # of a share: the smallest effect that matters by default
SMALLEST_PART = 0.05  # of a mean or a quantile, as a part of it


@dataclass(frozen=True, slots=True)
class Effect:
    """Hold how a measure of a variant differs from the base's; `simultaneous` holds for all differences at once."""

    variant: Variant
    players: int
    before: MeasuredValue
    after: MeasuredValue
    row: Comparison
    difference: float
    low: float
    high: float
    simultaneous: tuple[float, float]
    band: float

    @property
    def verdict(self) -> Verdict:
        """Return what the plain interval allows to say."""
        return judge_interval(self.low, self.high, self.band)

    @property
    def surely(self) -> Verdict:
        """Return what the interval that holds for all comparisons at once allows to say."""
        return judge_interval(*self.simultaneous, self.band)


class StudyEffects:
    """Hold the differences of a study; `points` is the smallest difference of a share that matters."""

    def __init__(self, view: VariantTable, points: float = SMALLEST_SHARE) -> None:
        self.view, self.points = view, points

    def band(self, measure: MeasuredValue) -> float:
        """Return the smallest difference of a measure that matters."""
        if measure.kind == "share":
            return self.points
        return SMALLEST_PART * abs(measure.value)

    @cached_property
    def family(self) -> int:
        """Return how many comparisons this report makes."""
        return len([row for row in self.view.found.comparisons if row.low is not None])

    @cached_property
    def widening(self) -> float:
        """Return by what factor an interval must be wider to hold together with all the others."""
        return bonferroni_widening(self.view.found.confidence, self.family)

    def change(self, variant: Variant, players: int, name: str) -> Effect | None:
        """Return one difference, None if the study does not know it."""
        row = self.view.compared(variant, players, name)
        if row is None or row.low is None or row.high is None:
            return None
        before = self.view.found.cells[row.base].measure(name)
        after = self.view.found.cells[row.cell].measure(name)
        if before is None or after is None:
            return None
        thin = widen_interval(row.difference, row.low, row.high, self.widening)
        band = self.band(before)
        return Effect(variant, players, before, after, row, row.difference, row.low, row.high, thin, band)

    def changes(self, name: str, variant: Variant | None = None) -> Iterator[Effect]:
        """Yield how a measure differs, variant by variant and for every number of players."""
        for other in self.view.others if variant is None else [variant]:
            for players in self.view.players:
                found = self.change(other, players, name)
                if found is not None:
                    yield found

    @cached_property
    def length(self) -> str | None:
        """Return the name of the measure that says how long a game is."""
        return self._first_known(LENGTH_MEASURES)

    @cached_property
    def first(self) -> str | None:
        """Return the name of the measure that says how often the seat that acts first wins."""
        return self._first_known(FIRST_SEAT_MEASURES)

    @cached_property
    def won(self) -> str | None:
        """Return the name of the measure that says how often a seat that plays alone wins."""
        return self._first_known(("won",))

    def _first_known(self, names: tuple[str, ...]) -> str | None:
        known = {measure.name for measure in self.view.measures}
        return next((name for name in names if name in known), None)


def relative_effect(change: Effect) -> tuple[float, float, float] | None:
    """Return by what share a measure has changed, with its interval; None if that is not known."""
    row = change.row
    if row.relative is None or row.relative_low is None or row.relative_high is None:
        return None
    return row.relative, row.relative_low, row.relative_high


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold what an interval allows to say of a difference, given the smallest one that matters.

    `differs` is 1 for more, -1 for less, and 0 if it can't be told from none. `matters` is True or False, and None if
    it can't be told.
    """

    differs: int
    matters: bool | None


def judge_interval(low: float, high: float, band: float) -> Verdict:
    """Return whether the interval leaves out zero, and on which side of the band from -`band` to `band` it lies."""
    differs = 1 if low > 0 else -1 if high < 0 else 0
    if low > band or high < -band:
        return Verdict(differs, True)
    return Verdict(differs, False if -band <= low and high <= band else None)
