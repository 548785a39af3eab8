"""Turn what was counted into figures with their intervals, and decide when they are precise enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, sqrt
from typing import Any

from dicehouse.arena.intervals import Z
from dicehouse.core import Game

from . import study_statistics as st
from .choice_stakes import UNITS
from .chunks import Tallies
from .event_classes import EventClass, event_words
from .play_kernel import BOTH as EVENT_BOTH
from .play_kernel import GAMES, SEATS, SEATS_2, SHARE, TIMES, WON, WON_2
from .result_types import CellResult, Comparison, Distribution, EventStatistics, ItemWorth, MeasuredValue
from .skill_share import estimate_skill
from .standard_measures import StandardMeasure, cell_measures
from .study_plan import StudyPlan
from .tallies import AA, AB, BB, BOTH, A, B, CellTally
from .win_chance_model import MODEL_MEASURES, estimate_decision_timing

MAX_BINS = 40
QUANTILES = {5: "5th percentile", 50: "median", 95: "95th percentile"}
QUANTILE_MEASURES = ("turns", "minutes")
EVENT_WINS, SKILL_SHARE = "won by whom it befell", "skill"  # names in the list of exempt figures
EXPERIMENT_MEASURE = "hero"  # a measure that only experiments need
MIN_GAMES_TO_STOP = 200  # games
PRECISE_MEASURES = ("first", "won")  # measures to be known to `precision`, in shares
PRECISE_LENGTH = "turns"  # the measure that must reach `precision`, relative to its value


def summarize_cells(plan: StudyPlan, part: Tallies, sequence: bool) -> tuple[list[CellResult], dict[int, int]]:
    """Return the variants of a study, and the number of each in the findings by its number in the plan."""
    places: dict[int, int] = {}
    for family in plan.families:
        for place in family:
            if plan.cells[place].item is None and not plan.cells[place].levels:
                places[place] = len(places)
    found = []
    for family in plan.families:
        for place in family:
            if place in places:
                found.append(_summarize_cell(plan, part, place, family, places, sequence))
    return found, places


def _summarize_cell(
    plan: StudyPlan, part: Tallies, place: int, family: Sequence[int], places: Mapping[int, int], sequence: bool
) -> CellResult:
    cell, tally = plan.cells[place], part.tallies[place]
    columns = cell_measures(cell)
    timing = estimate_decision_timing(tally, cell.players)
    base = place == family[0]
    return CellResult(
        cell.name,
        dict(cell.settings),
        dict(cell.changed),
        cell.players,
        cell.rule,
        cell.game.fingerprint if cell.game.engine is None else cell.game.version,
        places[family[0]],
        tally.games,
        tally.unfinished,
        [*_measures(columns, tally, sequence), *_stake_measures(tally, sequence), *timing.measures],
        _distributions(columns, tally),
        timing.curves,
        _events(cell.game, tally, sequence),
        _item_worths(plan, part, family, sequence) if base else [],
        estimate_skill(plan, part, family, sequence) if base else None,
        cell.kind,
    )


def measure_interval(column: StandardMeasure, moments: Sequence[int], sequence: bool) -> st.Interval:
    """Return a measure's figure and interval from its `moments` (n, sum, sum of squares)."""
    n, total, squares = moments
    of = st.share_interval if column.kind == "share" else st.mean_interval
    return of(n, total, squares, column.scale, sequence)


def _measures(columns: Sequence[StandardMeasure], tally: CellTally, sequence: bool) -> list[MeasuredValue]:
    found = []
    for column, moments in zip(columns, tally.moments.tolist(), strict=True):
        if column.name != EXPERIMENT_MEASURE:
            interval = measure_interval(column, moments, sequence)
            found.append(make_measured_value(column.name, column.words, column.unit, column.kind, interval))
    for name in QUANTILE_MEASURES:
        column = next(column for column in columns if column.name == name)
        for part, words in QUANTILES.items():
            interval = st.quantile_interval(tally.histograms.get(name, {}), part / 100)
            found.append(
                make_measured_value(f"{name}-{part}", f"{column.words}: {words}", column.unit, "quantile", interval)
            )
    return found


def _stake_measures(tally: CellTally, sequence: bool) -> list[MeasuredValue]:
    """Return what choices are worth, in points of winning; nothing if no choices were weighed."""
    if not len(tally.weighed) or not tally.weighed[0, 0]:
        return []
    (n, x, xx), (_, y, yy) = tally.weighed.tolist()
    gain = st.mean_interval(n, x, xx, UNITS * SHARE / 100, sequence)
    product = st.mean_interval(n, y, yy, UNITS * SHARE * SHARE / 10_000, sequence)
    value, low, high = (sqrt(max(square, 0.0)) for square in (product.value, product.low, product.high))
    stake = st.Interval(value, low, high, 0.0, product.n)
    return [
        make_measured_value("gain", "gain of the bot's choice over another option", "points", "mean", gain),
        make_measured_value("stake", "usual stake of a choice", "points", "mean", stake),
    ]


def make_measured_value(name: str, words: str, unit: str, kind: str, interval: st.Interval) -> MeasuredValue:
    """Return the measure `name` with the figure and ends of `interval`."""
    low, high = finite_or_none(interval.low), finite_or_none(interval.high)
    return MeasuredValue(name, words, unit, kind, interval.value, low, high, interval.sd, interval.n)


def finite_or_none(end: float) -> float | None:
    """Return an end of an interval, None where it is infinite or not a number."""
    return end if isfinite(end) else None


# --- distributions and events


def _distributions(columns: Sequence[StandardMeasure], tally: CellTally) -> dict[str, Distribution]:
    found = {name: _bin_counts(counts) for name, counts in tally.histograms.items() if counts}
    options = {number: count for number, count in enumerate(tally.options.tolist()) if count}
    if options:
        top = max(options) + 1
        found["options"] = Distribution(
            [float(e) for e in range(1, top + 1)], [options.get(n, 0) for n in range(1, top)]
        )
    return found


def _bin_counts(counts: Mapping[int, int]) -> Distribution:
    low, high = min(counts), max(counts)
    width = _round_width(-(-(high - low + 1) // MAX_BINS))
    first = low // width * width
    bins = [0] * ((high - first) // width + 1)
    for value, count in counts.items():
        bins[(value - first) // width] += count
    return Distribution([float(first + width * place) for place in range(len(bins) + 1)], bins)


def _round_width(width: int) -> int:
    """Return the smallest width from `width` on that is 1, 2 or 5 times a power of ten."""
    power: int = 10 ** (len(str(width)) - 1)
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= width)


def _events(game: Game, tally: CellTally, sequence: bool) -> list[EventStatistics]:
    words = event_words(game)
    return [
        replace(_event_statistics(name, sums.tolist(), tally.games, sequence), **_shown_words(words.get(name)))
        for name, sums in sorted(tally.events.items())
    ]


def _shown_words(words: tuple[str, str] | None) -> dict[str, Any]:
    return {"kind_words": words[0], "name_words": words[1]} if words else {}


def _event_statistics(name: EventClass, sums: Sequence[int], games: int, sequence: bool) -> EventStatistics:
    kind, about = name
    seen = st.share_interval(games, sums[GAMES], sums[GAMES], sequence=sequence)
    wins = st.ratio_interval((sums[GAMES], sums[SEATS], sums[WON], sums[SEATS_2], sums[WON_2], sums[EVENT_BOTH]), SHARE)
    known = sums[SEATS] > 0
    return EventStatistics(
        about or kind,
        kind,
        seen.value,
        seen.low,
        seen.high,
        sums[TIMES] / games,
        sums[SEATS],
        wins.value if known else None,
        finite_or_none(wins.low) if known else None,
        finite_or_none(wins.high) if known else None,
    )


def fixed_interval_names(cells: Sequence[CellResult]) -> list[str]:
    """Return the names of figures whose intervals hold only for a number of games set beforehand.

    For quantiles, rates of events, the share of skill, and the timing of decisions, which is fitted to the first games
    alone, there are no intervals that hold at any stop.
    """
    names = [m.name for cell in cells for m in cell.measures if m.kind == "quantile" or m.name in MODEL_MEASURES]
    names += [EVENT_WINS for cell in cells if any(event.wins is not None for event in cell.events)]
    names += [SKILL_SHARE for cell in cells if cell.skill is not None]
    return list(dict.fromkeys(names))


# --- what is compared


def _item_worths(plan: StudyPlan, part: Tallies, family: Sequence[int], sequence: bool) -> list[ItemWorth]:
    tested = [place for place in family if plan.cells[place].item is not None]
    differences = []
    for place in tested:
        columns = cell_measures(plan.cells[place])
        hero = next((number for number, column in enumerate(columns) if column.name == EXPERIMENT_MEASURE), None)
        if hero is None:
            return []
        sums = part.tallies[place].cross_moments[hero].tolist()
        item = plan.cells[place].item
        assert item is not None
        if item.experiment == "denied":  # the worth of having it: games with it less games without it
            sums = [sums[BOTH], sums[B], sums[A], sums[BB], sums[AA], sums[AB]]
        differences.append((item, st.paired_difference(sums, SHARE, sequence, columns[hero].most)))
    p = [d.p for _, d in differences]
    clear, look = st.holm_rejections(p), st.benjamini_hochberg_rejections(p)
    wide = st.bonferroni_factor(sum(cell.item is not None for cell in plan.cells)) / Z
    return [
        ItemWorth(
            item.name,
            item.group,
            item.experiment,
            d.value,
            finite_or_none(d.low),
            finite_or_none(d.high),
            finite_or_none(d.unpaired_low),
            finite_or_none(d.unpaired_high),
            *_clip_to_share(d.times(wide)),
            clear[number],
            look[number],
            d.r,
            d.n,
        )
        for number, (item, d) in enumerate(differences)
    ]


def _clip_to_share(ends: tuple[float, float]) -> tuple[float | None, float | None]:
    """Return the ends of an interval of a difference of shares, cut at -1 and 1."""
    low, high = ends
    return finite_or_none(max(-1.0, low)), finite_or_none(min(1.0, high))


def compare_variants(plan: StudyPlan, part: Tallies, places: Mapping[int, int], sequence: bool) -> list[Comparison]:
    """Return the difference of every variant from its base, in every measure that both have."""
    rows = []
    for family in plan.families:
        for place in family[1:]:
            if place in places:
                columns = cell_measures(plan.cells[place])
                for column, sums in zip(columns, part.tallies[place].cross_moments.tolist(), strict=True):
                    if column.name != EXPERIMENT_MEASURE and sums[BOTH] > 1:
                        d = st.paired_difference(sums, column.scale, sequence, column.most)
                        rows.append((places[place], places[family[0]], column.name, d))
    clear = st.holm_rejections([d.p for *_, d in rows])
    return [_comparison(*row, sure) for row, sure in zip(rows, clear, strict=True)]


def _comparison(cell: int, base: int, name: str, d: st.PairedDifference, clear: bool) -> Comparison:
    return Comparison(
        cell,
        base,
        name,
        d.value,
        finite_or_none(d.low),
        finite_or_none(d.high),
        _relative_to_base(d.value, d.base),
        _relative_to_base(d.low, d.base),
        _relative_to_base(d.high, d.base),
        finite_or_none(d.unpaired_low),
        finite_or_none(d.unpaired_high),
        clear and d.low * d.high > 0,
        d.r,
        d.n,
    )


def _relative_to_base(end: float, base: float) -> float | None:
    return finite_or_none(end / abs(base)) if base else None


def is_precise(plan: StudyPlan, part: Tallies, precision: float) -> bool:
    """Return True if the study knows enough to stop. In every cell, the first player's share of wins must be known to
    within `precision`, and the mean length to within that part of its value; of every experiment, the difference. This
    holds no matter how often it is checked.
    """
    return all(
        _is_cell_precise(plan, part, place, precision)
        for family in plan.families
        for place in family
        if not plan.cells[place].levels
    )


def _is_cell_precise(plan: StudyPlan, part: Tallies, place: int, precision: float) -> bool:
    cell, tally = plan.cells[place], part.tallies.get(place)
    if tally is None or tally.games < MIN_GAMES_TO_STOP:
        return False
    for number, column in enumerate(cell_measures(cell)):
        if cell.item is not None:
            if column.name == "hero":
                found = st.paired_difference(tally.cross_moments[number].tolist(), column.scale, True, column.most)
                return found.half <= precision
        elif column.name in PRECISE_MEASURES or column.name == PRECISE_LENGTH:
            interval = measure_interval(column, tally.moments[number].tolist(), sequence=True)
            if interval.half > precision * (abs(interval.value) if column.name == PRECISE_LENGTH else 1.0):
                return False
    return True
