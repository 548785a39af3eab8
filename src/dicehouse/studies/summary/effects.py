"""Judge the differences of a study: each against the smallest that matters, and all of them together.

With several kinds of player, a claim must hold among all of them, in one direction. Since all must agree, the intervals
of each kind only have to hold for all its own measures at once. That a difference is clear among some kinds only is
shown by intervals that hold for all measures of all kinds. Together, one of these statements is wrong in at most 5% of
studies: a measure that differs among one kind alone risks its part of the 5% by a false claim, and one that differs
nowhere by a false disagreement.
"""

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
    """Hold how a measure of a variant differs from the base's; `simultaneous` holds for all differences at once.

    `among` names the players; `others` are the same differences among the other kinds of player, None for a kind that
    doesn't know it. `shared` is the interval by which a claim about all kinds is judged.
    """

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
    shared: tuple[float, float]
    among: str = ""
    others: tuple[Effect | None, ...] = ()

    @property
    def own(self) -> Verdict:
        """Return what these players alone allow to say, by the interval that holds for all comparisons at once."""
        return judge_interval(*self.simultaneous, self.band)

    @property
    def each(self) -> tuple[Effect, ...]:
        """Return this difference and that of every other kind of player that knows it."""
        return (self, *(other for other in self.others if other))

    @property
    def surely(self) -> Verdict:
        """Return what holds among all kinds of player, all claims taken together."""
        every = (self, *self.others)
        return join_verdicts([judge_interval(*e.shared, e.band) if e else Verdict(0, None) for e in every])

    @property
    def disputed(self) -> bool:
        """Return whether a difference that may matter is clear among some players, but not among all."""
        return (
            self.surely.differs == 0
            and bool(self.others)
            and any(e.own.differs and e.own.matters is not False for e in self.each)
        )

    @property
    def opposed(self) -> bool:
        """Return whether what is clear among some players is surely not so among others: the other way round, too
        small to matter, or of another size.
        """
        share = self.after.kind == "share"
        ends = [effect.simultaneous if share else effect.relative(effect.simultaneous) for effect in self.each]
        return are_opposed([effect.own for effect in self.each], ends)

    @property
    def size(self) -> float:
        """Return the difference in standard deviations of single games under the base rules (or, if those never
        differ, under the changed ones): the smallest, over all kinds of player.
        """
        return min(_size_in_deviations(effect) for effect in self.each)

    def relative(self, ends: tuple[float, float]) -> tuple[float, float]:
        """Return the ends of an interval, relative to the base."""
        base = abs(self.before.value)
        return (ends[0] / base, ends[1] / base) if base else (0.0, 0.0)


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


def _size_in_deviations(effect: Effect) -> float:
    spread = effect.before.sd or effect.after.sd
    return abs(effect.difference) / spread if spread else inf


class StudyEffects:
    """Hold the differences of a study; `points` is the smallest difference of a share that matters.

    Every claim rests on the intervals that hold for all differences of the study at once, and holds among all kinds of
    player of the study.
    """

    def __init__(self, view: VariantTable, points: float = SMALLEST_SHARE) -> None:
        self.view, self.points = view, points
        known = {measure.name for measure in view.measures}
        self.about = view.found.about if view.found.about in known else ""  # the measure that is always told first
        self.every_kind = [self, *(StudyEffects(other, points) for other in self._other_tables())]

    def _other_tables(self) -> list[VariantTable]:
        """Return the tables of the other kinds of player; none if this is one of those others."""
        return self.view.other_kinds if self.view.kind == self.view.kinds[0] else []

    def band(self, measure: MeasuredValue) -> float:
        """Return the smallest difference of a measure that matters."""
        if measure.kind == "share":
            return self.points
        return SMALLEST_PART * abs(measure.value)

    @cached_property
    def family(self) -> int:
        """Return how many comparisons this report makes."""
        return len([row for row in self.view.whole.comparisons if row.low is not None])

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
        kinds, sequence = len(self.view.kinds), found.intervals == "sequence"
        factor = simultaneous_widening(found.confidence, self.family, row.n, sequence)
        thin = shared = widen_interval(row.difference, row.low, row.high, factor)
        if kinds > 1:
            factor = simultaneous_widening(found.confidence, self.family / kinds, row.n, sequence)
            shared = widen_interval(row.difference, row.low, row.high, factor)
        ends = (row.difference, row.low, row.high, thin, self.band(before), shared)
        others = tuple(self._same_change(kind, variant, players, name) for kind in self.every_kind[1:])
        return Effect(variant, players, before, after, row, *ends, self.view.among, others)

    @staticmethod
    def _same_change(kind: StudyEffects, variant: Variant, players: int, name: str) -> Effect | None:
        """Return the same difference among another kind of player, None if that does not know it."""
        same = kind.view.same_variant(variant)
        return kind.change(same, players, name) if same else None

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
        chosen = [
            next((c for c in same if c.name in self._main), max(same, key=lambda c: c.size)) for same in found.values()
        ]
        ranks = [max(c.size for c in same) for same in found.values()]
        order = sorted(
            range(len(chosen)), key=lambda i: (chosen[i].theme != self.about_theme, not chosen[i].may_matter, -ranks[i])
        )
        return [chosen[i] for i in order]

    def disputes(self, variant: Variant) -> list[Claim]:
        """Return what clearly differs in a variant among some kinds of player only, one claim a theme, ordered by
        size.
        """
        claimed = {claim.theme for claim in self.claims(variant)}
        found: dict[str, Claim] = {}
        for measure in self.view.measures:
            known = list(self.changes(measure.name, variant))
            disputed = [effect for effect in known if effect.disputed]
            theme = self.theme(measure.name)
            if disputed and theme not in claimed:
                new = Claim(measure.name, theme, disputed, known)
                old = found.get(theme)
                if old is None or (old.name not in self._main and _disputed_size(new) > _disputed_size(old)):
                    found[theme] = new
        return sorted(found.values(), key=lambda claim: (claim.theme != self.about_theme, -_disputed_size(claim)))

    @property
    def _main(self) -> tuple[str | None, ...]:
        """Return the measures that stand for their theme."""
        return self.about or None, self.length, self.first

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


def _disputed_size(claim: Claim) -> float:
    """Return the largest difference in standard deviations among any kind of player."""
    return max(_size_in_deviations(each) for effect in claim.effects for each in effect.each)


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


def join_verdicts(verdicts: Sequence[Verdict]) -> Verdict:
    """Return what all verdicts say: the way in which all differ, and whether all differences matter."""
    ways, matters = {verdict.differs for verdict in verdicts}, {verdict.matters for verdict in verdicts}
    return Verdict(ways.pop() if len(ways) == 1 else 0, matters.pop() if len(matters) == 1 else None)


def are_opposed(verdicts: Sequence[Verdict], ends: Sequence[tuple[float, float]]) -> bool:
    """Return whether kinds of player surely disagree, given their verdicts and their simultaneous intervals."""
    ways = {verdict.differs for verdict in verdicts}
    apart = max(low for low, _ in ends) > min(high for _, high in ends)
    return apart or ways >= {1, -1} or any(v.differs == 0 and v.matters is False for v in verdicts)


def judge_interval(low: float, high: float, band: float) -> Verdict:
    """Return whether the interval leaves out zero, and on which side of the band from -`band` to `band` it lies."""
    differs = 1 if low > 0 else -1 if high < 0 else 0
    if low > band or high < -band:
        return Verdict(differs, True)
    return Verdict(differs, False if -band <= low and high <= band else None)
