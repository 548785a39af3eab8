"""Compare two or more reports: what changed from the first to the others, with intervals.

Their games are not paired, so each interval is the wider one of two independent figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, hypot, log
from typing import TypeVar

from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..result_types import CellResult, Comparison, MeasuredValue, ResultFields
from ..study_statistics import independent_difference

MAX_REPORTS = 6
TIME_MEASURES = ("minutes", "minutes-5", "minutes-50", "minutes-95")
Result = TypeVar("Result", bound=ResultFields)
CellPair = tuple[CellResult, CellResult]  # a cell of the first report, and the one of another report to compare with it


def compare_reports(reports: Sequence[tuple[str, Result]]) -> Result:
    """Join reports into one, which compares each of the others with the first. Raise BadSetting if they can't be
    compared.
    """
    if not 2 <= len(reports) <= MAX_REPORTS:
        raise BadSetting(f"Two to {MAX_REPORTS} reports can be compared, not {len(reports)}.")
    first_name, first = reports[0]
    cells: list[CellResult] = []
    places: dict[int, int] = {}
    comparisons: list[Comparison] = []
    warnings: list[str] = []
    for name, other in reports[1:]:
        _check_comparable(first_name, first, name, other)
        warnings += _report_warnings(first_name, first, name, other)
        for one, two in _pair_cells(first_name, first, name, other):
            if id(one) not in places:
                places[id(one)] = len(cells)
                cells.append(_label_cell(one, first_name, len(cells)))
            base, place = places[id(one)], len(cells)
            cells.append(_label_cell(two, name, base))
            found = _compare_cells(one, two, base, place)
            comparisons += [c for c in found if c.measure not in TIME_MEASURES or first.people == other.people]
    warnings += [f"{name}: {text}" for name, found in reports for text in found.warnings]
    return replace(
        first,
        command="dicehouse report " + " ".join(name for name, _ in reports),
        bots=list(dict.fromkeys(bot for _, found in reports for bot in found.bots)),
        seconds=sum(found.seconds for _, found in reports),
        stopped="",
        cells=cells,
        comparisons=comparisons,
        warnings=warnings,
    )


def _check_comparable(first_name: str, first: ResultFields, name: str, other: ResultFields) -> None:
    if first.form != other.form:
        raise BadSetting(
            f"{first_name} has form {first.form} and {name} form {other.form}; only reports of the same form can be "
            "compared."
        )
    if first.game != other.game:
        games = f"{shorten(first.game)} and {name} about {shorten(other.game)}"
        raise BadSetting(f"{first_name} is about {games}; only reports about the same game can be compared.")
    if first.confidence != other.confidence:
        raise BadSetting(f"{first_name} and {name} have intervals of different confidence, so they can't be compared.")


def _report_warnings(first_name: str, first: ResultFields, name: str, other: ResultFields) -> Iterator[str]:
    yield "Reports are not paired. Their games used different dice, so the intervals are wider than within one study."
    if first.bots != other.bots:
        yield f"{name} and {first_name} used different bots, which may explain the differences."
    if first.dicehouse != other.dicehouse:
        versions = f"Dicehouse {other.dicehouse} made {name}, and {first.dicehouse} made {first_name}"
        yield f"{versions}. The bots may play differently."
    if first.rules != other.rules:
        yield f"{name} and {first_name} used different rules of the same game."
    if first.people != other.people:
        yield f"{name} and {first_name} estimate minutes differently, so minutes are not compared."


def _pair_cells(first_name: str, first: ResultFields, name: str, other: ResultFields) -> list[CellPair]:
    """Return the cells that are alike in both reports.

    If there are none, return the bases of both for the numbers of players they share; raise BadSetting without any.
    """
    known = {_cell_key(first, cell): cell for cell in first.cells}
    found = [(known[key], cell) for cell in other.cells if (key := _cell_key(other, cell)) in known]
    if not found:  # played by other bots
        known = {key[1:]: cell for key, cell in reversed(known.items())}
        found = [(known[key], cell) for cell in other.cells if (key := _cell_key(other, cell)[1:]) in known]
    if not found:
        bases = {cell.players: cell for cell in reversed(first.cells) if _is_base(first, cell)}
        found = [(bases[c.players], c) for c in other.cells if _is_base(other, c) and c.players in bases]
    if not found:
        raise BadSetting(
            f"{first_name} and {name} have no number of players in common, so there is nothing to compare."
        )
    return found


def _is_base(found: ResultFields, cell: CellResult) -> bool:
    return found.cells[cell.base] is cell


def _cell_key(found: ResultFields, cell: CellResult) -> tuple[object, ...]:
    """Return what two cells that are alike have in common: who plays, then all that the rules are."""
    who = cell.kind or ",".join(found.bots)
    return (who, cell.players, cell.rule, *sorted((key, repr(value)) for key, value in cell.settings.items()))


def _label_cell(cell: CellResult, name: str, base: int) -> CellResult:
    """Return the cell with the name of its report as its rule, which tells it from the others."""
    return replace(cell, rule=name if cell.rule is None else f"{name}, {cell.rule}", base=base, worth=[], skill=None)


def _compare_cells(one: CellResult, two: CellResult, base: int, place: int) -> Iterator[Comparison]:
    for measure in two.measures:
        before = one.measure(measure.name)
        if before and None not in (before.low, before.high, measure.low, measure.high):
            yield _comparison(before, measure, base, place)


def _comparison(before: MeasuredValue, after: MeasuredValue, base: int, place: int) -> Comparison:
    difference, low, high = independent_difference(_value_and_ends(before), _value_and_ends(after))
    relative = (
        _relative_difference(_value_and_ends(before), _value_and_ends(after))
        if min(before.value, after.value) > 0
        else (None, None, None)
    )
    many = min(before.n, after.n)
    clear = not low <= 0 <= high
    return Comparison(place, base, after.name, difference, low, high, *relative, None, None, clear, 0.0, many)


def _value_and_ends(measure: MeasuredValue) -> tuple[float, float, float]:
    assert measure.low is not None and measure.high is not None
    return measure.value, measure.low, measure.high


def _relative_difference(
    before: tuple[float, float, float], after: tuple[float, float, float]
) -> tuple[float | None, float | None, float | None]:
    """Return by what part one figure exceeds another with the ends, by the errors of their logarithms."""
    halves = [(high - low) / 2 / value for value, low, high in (before, after)]
    middle, off = log(after[0] / before[0]), hypot(*halves)
    if off > 50 or abs(middle) > 50:
        return None, None, None
    return exp(middle) - 1, exp(middle - off) - 1, exp(middle + off) - 1
