"""Check findings that came from a file before a report draws them.

`read_result` makes sure that the form is right, but the file may still hold numbers that no chart can show, or texts
of any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isfinite
from typing import TypeVar

from dicehouse.errors import BadSave

from ..result_types import CellResult, ResultFields

MAX_CELLS, MAX_ROWS, MAX_POINTS = 2_000, 2_000, 5_000
MAX_NAME, MAX_TEXT = 300, 8_000
MAX_NUMBER = 1e15
Result = TypeVar("Result", bound=ResultFields)


def check_result(found: Result, name: str = "This") -> Result:
    """Return `found` if a report can be made of it. Raise BadSave, with `name` for the findings, if not."""
    if why := next(_list_faults(found), None):
        raise BadSave(f"{name} can't be made into a report: {why}.")
    return found


def _list_faults(found: ResultFields) -> Iterator[str]:
    if not 1 <= len(found.cells) <= MAX_CELLS:
        yield f"it has {len(found.cells):,} variants; a report shows up to {MAX_CELLS:,}"
    texts = [
        found.game,
        found.title,
        found.dicehouse,
        found.rules,
        found.stopped,
        found.about,
        *found.bots,
        *found.exempt,
    ]
    if any(len(text) > MAX_NAME for text in texts) or len(found.command) > MAX_TEXT:
        yield "a text in it is too long"
    if any(len(text) > MAX_TEXT for text in found.warnings) or len(found.warnings) > MAX_ROWS:
        yield "it has too many warnings"
    if not 0.5 < found.confidence < 1:
        yield "its confidence must lie between 0.5 and 1"
    for cell in found.cells:
        yield from _list_cell_faults(cell)
    for row in found.comparisons:
        if found.cells[row.cell].players != found.cells[row.base].players:
            yield "it compares different numbers of players"
        if not _are_drawable(
            [row.difference, row.low, row.high, row.relative, row.unpaired_low, row.unpaired_high, row.r]
        ):
            yield "a number in a comparison is too large"


def _list_cell_faults(cell: CellResult) -> Iterator[str]:
    texts = [cell.name, cell.kind, cell.rule or "", *cell.settings, *cell.changed]
    texts += [text for m in (*cell.measures, *cell.people) for text in (m.name, m.words, m.unit)]
    texts += [text for e in cell.events for text in (e.name, e.group, e.kind_words, e.name_words)]
    texts += [text for w in cell.worth for text in (w.name, w.group)]
    texts += [value for value in (*cell.settings.values(), *cell.changed.values()) if isinstance(value, str)]
    if any(len(text) > MAX_NAME for text in texts):
        yield "a name in it is too long"
    if not 1 <= cell.players <= 100 or max(len(texts), len(cell.events), len(cell.worth)) > 3 * MAX_ROWS:
        yield "a variant in it has more players or rows than any game"
    numbers: list[float | None] = [float(cell.games), float(cell.unfinished)]
    for m in (*cell.measures, *cell.people):
        numbers += [m.value, m.low, m.high, m.sd]
    for e in cell.events:
        numbers += [e.games, e.low, e.high, e.each, e.wins, e.wins_low, e.wins_high]
    for w in cell.worth:
        numbers += [w.difference, w.low, w.high, w.wide_low, w.wide_high, w.r]
    if not _are_drawable(numbers):
        yield "a number in it is too large"
    for spread in cell.distributions.values():
        edges, counts = spread.edges, spread.counts
        fits = len(edges) == len(counts) + 1 <= MAX_POINTS and all(one < other for one, other in pairwise(edges))
        if not fits or not _are_drawable([*edges, *map(float, counts)]) or min(counts, default=0) < 0:
            yield "a distribution in it is broken"
    for points in cell.curves.values():
        if len(points) > MAX_POINTS or any(not 2 <= len(p) <= 8 or not _are_drawable(p) for p in points):
            yield "a curve in it is broken"


def _are_drawable(numbers: Iterable[float | None]) -> bool:
    return all(x is None or (isfinite(x) and abs(x) <= MAX_NUMBER) for x in numbers)
