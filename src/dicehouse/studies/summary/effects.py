"""Judge the differences of a study: each against the smallest that matters, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from ..result_types import Comparison, MeasuredValue
from ..study_statistics import simultaneous_widening, widen_interval
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
    def surely(self) -> Verdict:
        """Return what the interval that holds for all comparisons at once allows to say."""
        return judge_interval(*self.simultaneous, self.band)

    @property
    def size(self) -> float:
        """Return the difference in standard deviations of single games under the base rules (or, if those never
        differ, under the changed ones).
        """
        spread = self.before.sd or self.after.sd
        return abs(self.difference) / spread if spread else inf

    @property
    def relative_ends(self) -> tuple[float, float]:
        """Return the ends of the interval that holds for all comparisons at once, relative to the base."""
        base = abs(self.before.value)
        low, high = self.simultaneous
        return (low / base, high / base) if base else (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Claim:
    """Hold a measure that clearly differs: `effects` are those that do, `known` are all, by number of players."""

    name: str
    theme: str
    effects: Sequence[Effect]
    known: Sequence[Effect]

    @property
    def may_matter(self) -> bool:
        """Return whether one of the differences may be large enough to matter."""
        return any(effect.surely.matters is not False for effect in self.effects)

    @property
    def size(self) -> float:
        """Return the largest difference in standard deviations."""
        return max(effect.size for effect in self.effects)


class StudyEffects:
    """Hold the differences of a study; `points` is the smallest difference of a share that matters.

    Every claim rests on the intervals that hold for all differences of the study at once.
    """

    def __init__(self, view: VariantTable, points: float = SMALLEST_SHARE) -> None:
        self.view, self.points = view, points
        known = {measure.name for measure in view.measures}
        self.about = view.found.about if view.found.about in known else ""  # the measure that is always told first

    def band(self, measure: MeasuredValue) -> float:
        """Return the smallest difference of a measure that matters."""
        if measure.kind == "share":
            return self.points
        return SMALLEST_PART * abs(measure.value)

    @cached_property
    def family(self) -> int:
        """Return how many comparisons this report makes."""
        return len([row for row in self.view.found.comparisons if row.low is not None])

    def change(self, variant: Variant, players: int, name: str) -> Effect | None:
        """Return one difference, None if the study does not know it."""
        row = self.view.compared(variant, players, name)
        if row is None or row.low is None or row.high is None:
            return None
        before = self.view.found.cells[row.base].measure(name)
        after = self.view.found.cells[row.cell].measure(name)
        if before is None or after is None:
            return None
        found = self.view.found
        factor = simultaneous_widening(found.confidence, self.family, row.n, found.intervals == "sequence")
        thin = widen_interval(row.difference, row.low, row.high, factor)
        band = self.band(before)
        return Effect(variant, players, before, after, row, row.difference, row.low, row.high, thin, band)

    def changes(self, name: str, variant: Variant | None = None) -> Iterator[Effect]:
        """Yield how a measure differs, variant by variant and for every number of players."""
        for other in self.view.others if variant is None else [variant]:
            for players in self.view.players:
                found = self.change(other, players, name)
                if found is not None:
                    yield found

    def theme(self, name: str) -> str:
        """Return what a measure is about: measures of one theme tell the same thing, so only one of them is told."""
        if name in LENGTH_MEASURES:
            return "length"
        return "order" if name in FIRST_SEAT_MEASURES or name.startswith("order-") else name

    @property
    def about_theme(self) -> str:
        """Return the theme of the measure that is always told first; an empty text if there is none."""
        return self.theme(self.about) if self.about else ""

    def claims(self, variant: Variant) -> list[Claim]:
        """Return what clearly differs in a variant, one claim a theme: first the measure that the study is about, then
        those that may matter, each group ordered by size.
        """
        found: dict[str, list[Claim]] = {}
        for measure in self.view.measures:
            known = list(self.changes(measure.name, variant))
            clear = [effect for effect in known if effect.surely.differs]
            if clear:
                claim = Claim(measure.name, self.theme(measure.name), clear, known)
                found.setdefault(claim.theme, []).append(claim)
        main = (self.about, self.length, self.first)
        chosen = [next((c for c in same if c.name in main), max(same, key=lambda c: c.size)) for same in found.values()]
        ranks = [max(c.size for c in same) for same in found.values()]
        order = sorted(
            range(len(chosen)), key=lambda i: (chosen[i].theme != self.about_theme, not chosen[i].may_matter, -ranks[i])
        )
        return [chosen[i] for i in order]

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
