"""Findings that came from anywhere, checked before a word or a line of them is drawn: what `lab.read` has read has the
right form, but may still hold numbers that no picture can show and texts without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isfinite
from pathlib import Path

from dicehouse.errors import BadSave
from dicehouse.kit.settings import short

from .. import findings
from ..findings import Cell, Findings

MOST_CELLS, MOST_ROWS, MOST_POINTS = 2_000, 2_000, 5_000
LONGEST, LONGEST_TEXT = 300, 8_000
LARGEST = 1e15


def read(place: Path) -> Findings:
    """The findings in a file; BadSave says in a sentence why it holds none that can be drawn."""
    return checked(findings.read(place), short(place.name))


def checked(found: Findings, name: str = "This") -> Findings:
    """The same findings, if a report can be made of them."""
    if why := next(_faults(found), None):
        raise BadSave(f"{name} holds findings of which no report can be made: {why}.")
    return found


def _faults(found: Findings) -> Iterator[str]:
    if not 1 <= len(found.cells) <= MOST_CELLS:
        yield f"it has {len(found.cells):,} variants; a report shows up to {MOST_CELLS:,}"
    texts = [found.game, found.title, found.dicehouse, found.rules, found.stopped, *found.bots, *found.exempt]
    if any(len(text) > LONGEST for text in texts) or len(found.command) > LONGEST_TEXT:
        yield "a text in it is too long"
    if any(len(text) > LONGEST_TEXT for text in found.warnings) or len(found.warnings) > MOST_ROWS:
        yield "it warns of too much"
    if not 0.5 < found.confidence < 1:
        yield "its confidence is no share between a half and 1"
    for cell in found.cells:
        yield from _cell_faults(cell)
    for row in found.comparisons:
        if found.cells[row.cell].players != found.cells[row.base].players:
            yield "it compares different numbers of players"
        if not _sound([row.difference, row.low, row.high, row.relative, row.unpaired_low, row.unpaired_high, row.r]):
            yield "a number in a comparison is too large"


def _cell_faults(cell: Cell) -> Iterator[str]:
    texts = [cell.name, cell.rule or "", *cell.settings, *cell.changed]
    texts += [text for m in cell.measures for text in (m.name, m.words, m.unit)]
    texts += [text for e in cell.events for text in (e.name, e.group)]
    texts += [text for w in cell.worth for text in (w.name, w.group)]
    texts += [value for value in (*cell.settings.values(), *cell.changed.values()) if isinstance(value, str)]
    if any(len(text) > LONGEST for text in texts):
        yield "a name in it is too long"
    if not 1 <= cell.players <= 100 or max(len(texts), len(cell.events), len(cell.worth)) > 3 * MOST_ROWS:
        yield "a variant in it has more players or rows than any game"
    numbers: list[float | None] = [float(cell.games), float(cell.unfinished)]
    for m in cell.measures:
        numbers += [m.value, m.low, m.high, m.sd]
    for e in cell.events:
        numbers += [e.games, e.low, e.high, e.each, e.wins, e.wins_low, e.wins_high]
    for w in cell.worth:
        numbers += [w.difference, w.low, w.high, w.wide_low, w.wide_high, w.r]
    if not _sound(numbers):
        yield "a number in it is too large"
    for spread in cell.distributions.values():
        edges, counts = spread.edges, spread.counts
        fits = len(edges) == len(counts) + 1 <= MOST_POINTS and all(one < other for one, other in pairwise(edges))
        if not fits or not _sound([*edges, *map(float, counts)]) or min(counts, default=0) < 0:
            yield "a distribution in it is none"
    for points in cell.curves.values():
        if len(points) > MOST_POINTS or any(not 2 <= len(p) <= 8 or not _sound(p) for p in points):
            yield "a curve in it is none"


def _sound(numbers: Iterable[float | None]) -> bool:
    return all(x is None or (isfinite(x) and abs(x) <= LARGEST) for x in numbers)
