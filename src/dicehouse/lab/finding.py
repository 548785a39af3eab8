"""From what was counted to what was found: every figure with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, sqrt

from dicehouse.bots.contests import Z

from . import statistics as st
from .chunks import Part, columns_of
from .columns import Column
from .deciding import COURSE, decided
from .findings import Cell, Comparison, Distribution, EventRow, Measure, Worth
from .naming import Name
from .plan import Plan
from .skill import skill_of
from .tallying import AA, AB, BB, BOTH, A, B, Tally
from .watching import BOTH as EVENT_BOTH
from .watching import GAMES, SEATS, SEATS_2, SHARE, TIMES, WON, WON_2
from .weighing import FINE

MOST_BINS = 40
QUANTILES = {5: "1 game in 20 has no more", 50: "half of the games have no more", 95: "19 games in 20 have no more"}
QUANTILES_OF = ("turns", "minutes")
EVENTS, SKILL = "won by whom it befell", "skill"  # in the list of what is exempt
HIDDEN = "hero"  # only what experiments need


def cells_of(plan: Plan, part: Part, sequence: bool) -> tuple[list[Cell], dict[int, int]]:
    """The variants of a study, and by the number in the plan their number in the findings."""
    places: dict[int, int] = {}
    for family in plan.families:
        for place in family:
            if plan.cells[place].item is None and not plan.cells[place].levels:
                places[place] = len(places)
    found = []
    for family in plan.families:
        for place in family:
            if place in places:
                found.append(_cell(plan, part, place, family, places, sequence))
    return found, places


def _cell(plan: Plan, part: Part, place: int, family: Sequence[int], places: Mapping[int, int], sequence: bool) -> Cell:
    cell, tally = plan.cells[place], part.tallies[place]
    columns = columns_of(cell)
    course = decided(tally, cell.players)
    base = place == family[0]
    return Cell(
        cell.name,
        dict(cell.settings),
        dict(cell.changed),
        cell.players,
        cell.rule,
        cell.game.fingerprint if cell.game.engine is None else cell.game.version,
        places[family[0]],
        tally.games,
        tally.unfinished,
        [*_measures(columns, tally, sequence), *_weighed(tally, sequence), *course.measures],
        _distributions(columns, tally),
        course.curves,
        _events(tally, sequence),
        _worth(plan, part, family, sequence) if base else [],
        skill_of(plan, part, family, sequence) if base else None,
    )


def interval_of(column: Column, moments: Sequence[int], sequence: bool) -> st.Interval:
    """A measure's figure by its sums."""
    n, total, squares = moments
    of = st.share if column.kind == "share" else st.mean
    return of(n, total, squares, column.scale, sequence)


def _measures(columns: Sequence[Column], tally: Tally, sequence: bool) -> list[Measure]:
    found = []
    for column, moments in zip(columns, tally.moments.tolist(), strict=True):
        if column.name != HIDDEN:
            interval = interval_of(column, moments, sequence)
            found.append(measure(column.name, column.words, column.unit, column.kind, interval))
    for name in QUANTILES_OF:
        column = next(column for column in columns if column.name == name)
        for part, words in QUANTILES.items():
            interval = st.quantile(tally.histograms.get(name, {}), part / 100)
            found.append(measure(f"{name}-{part}", f"{column.words}: {words}", column.unit, "quantile", interval))
    return found


def _weighed(tally: Tally, sequence: bool) -> list[Measure]:
    """What choices are worth, in points of winning."""
    if not len(tally.weighed) or not tally.weighed[0, 0]:
        return []
    (n, x, xx), (_, y, yy) = tally.weighed.tolist()
    gain = st.mean(n, x, xx, FINE * SHARE / 100, sequence)
    product = st.mean(n, y, yy, FINE * SHARE * SHARE / 10_000, sequence)
    value, low, high = (sqrt(max(square, 0.0)) for square in (product.value, product.low, product.high))
    stake = st.Interval(value, low, high, 0.0, product.n)
    return [
        measure("gain", "what the bot's choice wins over another option", "points", "mean", gain),
        measure("stake", "what usually hangs on a choice", "points", "mean", stake),
    ]


def measure(name: str, words: str, unit: str, kind: str, interval: st.Interval) -> Measure:
    """A measure with an interval."""
    low, high = known(interval.low), known(interval.high)
    return Measure(name, words, unit, kind, interval.value, low, high, interval.sd, interval.n)


def known(end: float) -> float | None:
    """An end of an interval, None if there is none."""
    return end if isfinite(end) else None


# --- distributions and events


def _distributions(columns: Sequence[Column], tally: Tally) -> dict[str, Distribution]:
    found = {name: _binned(counts) for name, counts in tally.histograms.items() if counts}
    options = {number: count for number, count in enumerate(tally.options.tolist()) if count}
    if options:
        top = max(options) + 1
        found["options"] = Distribution(
            [float(e) for e in range(1, top + 1)], [options.get(n, 0) for n in range(1, top)]
        )
    return found


def _binned(counts: Mapping[int, int]) -> Distribution:
    low, high = min(counts), max(counts)
    width = _round_width(-(-(high - low + 1) // MOST_BINS))
    first = low // width * width
    bins = [0] * ((high - first) // width + 1)
    for value, count in counts.items():
        bins[(value - first) // width] += count
    return Distribution([float(first + width * place) for place in range(len(bins) + 1)], bins)


def _round_width(width: int) -> int:
    """A width of 1, 2 or 5 times a power of ten."""
    power: int = 10 ** (len(str(width)) - 1)
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= width)


def _events(tally: Tally, sequence: bool) -> list[EventRow]:
    return [_event(name, sums.tolist(), tally.games, sequence) for name, sums in sorted(tally.events.items())]


def _event(name: Name, sums: Sequence[int], games: int, sequence: bool) -> EventRow:
    kind, about = name
    seen = st.share(games, sums[GAMES], sums[GAMES], sequence=sequence)
    wins = st.ratio((sums[GAMES], sums[SEATS], sums[WON], sums[SEATS_2], sums[WON_2], sums[EVENT_BOTH]), SHARE)
    told = sums[SEATS] > 0
    return EventRow(
        about or kind,
        kind,
        seen.value,
        seen.low,
        seen.high,
        sums[TIMES] / games,
        sums[SEATS],
        wins.value if told else None,
        known(wins.low) if told else None,
        known(wins.high) if told else None,
    )


def exempt(cells: Sequence[Cell]) -> list[str]:
    """What has intervals for a number of games set beforehand even where one stops when it suits: there are no others
    here for quantiles, rates of events, the share of skill, and a course that is fitted to the first games alone.
    """
    names = [m.name for cell in cells for m in cell.measures if m.kind == "quantile" or m.name in COURSE]
    names += [EVENTS for cell in cells if any(event.wins is not None for event in cell.events)]
    names += [SKILL for cell in cells if cell.skill is not None]
    return list(dict.fromkeys(names))


# --- what is compared


def _worth(plan: Plan, part: Part, family: Sequence[int], sequence: bool) -> list[Worth]:
    tested = [place for place in family if plan.cells[place].item is not None]
    differences = []
    for place in tested:
        columns = columns_of(plan.cells[place])
        hero = next((number for number, column in enumerate(columns) if column.name == HIDDEN), None)
        if hero is None:
            return []
        sums = part.tallies[place].crossed[hero].tolist()
        item = plan.cells[place].item
        assert item is not None
        if item.experiment == "denied":  # what it is worth to have it: with less without
            sums = [sums[BOTH], sums[B], sums[A], sums[BB], sums[AA], sums[AB]]
        differences.append((item, st.difference(sums, SHARE, sequence, columns[hero].most)))
    p = [d.p for _, d in differences]
    clear, look = st.holm(p), st.benjamini_hochberg(p)
    wide = st.simultaneous(len(p)) / Z
    return [
        Worth(
            item.name,
            item.group,
            item.experiment,
            d.value,
            known(d.low),
            known(d.high),
            known(d.unpaired_low),
            known(d.unpaired_high),
            *_within(d.times(wide)),
            clear[number],
            look[number],
            d.r,
            d.n,
        )
        for number, (item, d) in enumerate(differences)
    ]


def _within(ends: tuple[float, float]) -> tuple[float | None, float | None]:
    """The ends of an interval of a difference of shares."""
    low, high = ends
    return known(max(-1.0, low)), known(min(1.0, high))


def comparisons_of(plan: Plan, part: Part, places: Mapping[int, int], sequence: bool) -> list[Comparison]:
    """Every variant beside its base, in every measure that both have."""
    rows = []
    for family in plan.families:
        for place in family[1:]:
            if place in places:
                columns = columns_of(plan.cells[place])
                for column, sums in zip(columns, part.tallies[place].crossed.tolist(), strict=True):
                    if column.name != HIDDEN and sums[BOTH] > 1:
                        d = st.difference(sums, column.scale, sequence, column.most)
                        rows.append((places[place], places[family[0]], column.name, d))
    clear = st.holm([d.p for *_, d in rows])
    return [_comparison(*row, sure) for row, sure in zip(rows, clear, strict=True)]


def _comparison(cell: int, base: int, name: str, d: st.Difference, clear: bool) -> Comparison:
    return Comparison(
        cell,
        base,
        name,
        d.value,
        known(d.low),
        known(d.high),
        _part(d.value, d.base),
        _part(d.low, d.base),
        _part(d.high, d.base),
        known(d.unpaired_low),
        known(d.unpaired_high),
        clear and d.low * d.high > 0,
        d.r,
        d.n,
    )


def _part(end: float, base: float) -> float | None:
    return known(end / abs(base)) if base else None
