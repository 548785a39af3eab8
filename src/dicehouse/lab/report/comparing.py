"""Two or more reports side by side: what changed from the first to the others, with intervals.

Their games are not paired, so every interval here is that of two independent figures, which is the careful one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, hypot, log

from dicehouse.errors import BadSetting
from dicehouse.kit.settings import short

from ..findings import Cell, Comparison, Findings, Measure
from .numbers import together

MOST = 6
TIMES = ("minutes", "minutes-5", "minutes-50", "minutes-95")
Named = tuple[str, Findings]
Pair = tuple[Cell, Cell]  # of the first report, and of another one


def beside(reports: Sequence[Named]) -> Findings:
    """All of them as one: each other report is compared with the first. BadSetting if they don't go together."""
    if not 2 <= len(reports) <= MOST:
        raise BadSetting(f"Two to {MOST} reports can be compared, not {len(reports)}.")
    first_name, first = reports[0]
    cells: list[Cell] = []
    places: dict[int, int] = {}
    comparisons: list[Comparison] = []
    warnings: list[str] = []
    for name, other in reports[1:]:
        _go_together(first_name, first, name, other)
        warnings += _warnings(first_name, first, name, other)
        for one, two in _pairs(first_name, first, name, other):
            if id(one) not in places:
                places[id(one)] = len(cells)
                cells.append(_renamed(one, first_name, len(cells)))
            base, place = places[id(one)], len(cells)
            cells.append(_renamed(two, name, base))
            found = _compared(one, two, base, place)
            comparisons += [c for c in found if c.measure not in TIMES or first.people == other.people]
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


def _go_together(first_name: str, first: Findings, name: str, other: Findings) -> None:
    if first.form != other.form:
        raise BadSetting(
            f"{first_name} has form {first.form} and {name} form {other.form}; only the same form compares."
        )
    if first.game != other.game:
        games = f"{short(first.game)} and {name} about {short(other.game)}"
        raise BadSetting(f"{first_name} is about {games}; only reports about the same game can be compared.")
    if first.confidence != other.confidence:
        raise BadSetting(f"{first_name} and {name} have intervals of different confidence, so they don't compare.")


def _warnings(first_name: str, first: Findings, name: str, other: Findings) -> Iterator[str]:
    yield "Reports are not paired: intervals are those of different games, wider than within one study."
    if first.bots != other.bots:
        yield f"Other bots play in {name} than in {first_name}, so what differs may be the bots."
    if first.dicehouse != other.dicehouse:
        yield f"Dicehouse {other.dicehouse} made {name}, {first.dicehouse} {first_name}: bots may play otherwise."
    if first.rules != other.rules:
        yield f"The rules in {name} are not those in {first_name}, though the game is the same."
    if first.people != other.people:
        yield f"Minutes in {name} were told by another model of people than in {first_name}; they are not compared."


def _pairs(first_name: str, first: Findings, name: str, other: Findings) -> list[Pair]:
    """The cells that are alike in both; where none are, the bases of both, for the numbers of players they share."""
    known = {_kind(cell): cell for cell in first.cells}
    found = [(known[_kind(cell)], cell) for cell in other.cells if _kind(cell) in known]
    if not found:
        bases = {cell.players: cell for cell in reversed(first.cells) if _is_base(first, cell)}
        found = [(bases[c.players], c) for c in other.cells if _is_base(other, c) and c.players in bases]
    if not found:
        raise BadSetting(
            f"{first_name} and {name} have no number of players in common, so there is nothing to compare."
        )
    return found


def _is_base(found: Findings, cell: Cell) -> bool:
    return found.cells[cell.base] is cell


def _kind(cell: Cell) -> tuple[object, ...]:
    return (cell.players, cell.rule, *sorted((key, repr(value)) for key, value in cell.settings.items()))


def _renamed(cell: Cell, name: str, base: int) -> Cell:
    """A cell as one of a comparison: its report is what tells it apart."""
    return replace(cell, rule=name if cell.rule is None else f"{name}, {cell.rule}", base=base, worth=[], skill=None)


def _compared(one: Cell, two: Cell, base: int, place: int) -> Iterator[Comparison]:
    for measure in two.measures:
        before = one.measure(measure.name)
        if before and None not in (before.low, before.high, measure.low, measure.high):
            yield _comparison(before, measure, base, place)


def _comparison(before: Measure, after: Measure, base: int, place: int) -> Comparison:
    difference, low, high = together(_ends(before), _ends(after))
    relative = _ratio(_ends(before), _ends(after)) if min(before.value, after.value) > 0 else (None, None, None)
    many = min(before.n, after.n)
    clear = not low <= 0 <= high
    return Comparison(place, base, after.name, difference, low, high, *relative, None, None, clear, 0.0, many)


def _ends(measure: Measure) -> tuple[float, float, float]:
    assert measure.low is not None and measure.high is not None
    return measure.value, measure.low, measure.high


def _ratio(
    before: tuple[float, float, float], after: tuple[float, float, float]
) -> tuple[float | None, float | None, float | None]:
    """By what part one figure exceeds another, by the errors of their logarithms."""
    halves = [(high - low) / 2 / value for value, low, high in (before, after)]
    middle, off = log(after[0] / before[0]), hypot(*halves)
    if off > 50 or abs(middle) > 50:
        return None, None, None
    return exp(middle) - 1, exp(middle - off) - 1, exp(middle + off) - 1
