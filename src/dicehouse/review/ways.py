"""The three ways to the values of a match: known exactly, played on, or thrown again; and how seldom its luck comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from dicehouse.bots.futures import Futures

from .course import Course, is_diced
from .exact import chances_of, exact_values
from .ledger import Entry
from .measured import Trials, measured_values
from .rare import Count, gainer, is_great, told_by_futures, told_by_trials, told_exactly
from .segments import Segment
from .shape import CHANCE, EXACT, MODEL, SEARCH, Row
from .telling import turning_of
from .values import Budget, Counted, Found, find_values

Great = Sequence[tuple[Entry, Row]]  # strokes of chance, each of one move
Segments = Sequence[Segment]


class Way(Protocol):
    """How values are found."""

    @property
    def method(self) -> str:
        """Its name."""

    @property
    def tries(self) -> Counted:
        """What was played for it."""

    def values(self, segments: Segments, budget: Budget) -> Found:
        """What every stretch was worth, and what every decision cost."""

    def seldom(self, great: Great, segments: Segments, budget: Budget) -> Mapping[int, Count]:
        """How often luck comes that good, or that bad, by the numbers of the moves; what can't be told is missing."""


class Exact:
    """A race that was solved; `chances` are the first seat's in every position."""

    method = EXACT

    def __init__(self, course: Course, chances: Sequence[float]) -> None:
        self._course, self._chances = course, chances
        self.tries: Counted = Trials(course, 0)  # none

    def values(self, segments: Segments, budget: Budget) -> Found:
        return exact_values(self._course, segments, self._chances)

    def seldom(self, great: Great, segments: Segments, budget: Budget) -> Mapping[int, Count]:
        return {
            entry.move.number: told_exactly(
                self._course, entry.move, self._chances[entry.move.number], row.luck[entry.move.seat]
            )
            for entry, row in great
            if entry.move
        }


class Thrown:
    """A game that measures: its throws are tried again."""

    method = MODEL

    def __init__(self, course: Course, seed: int | str) -> None:
        self._course, self.tries = course, Trials(course, seed)

    def values(self, segments: Segments, budget: Budget) -> Found:
        return measured_values(self._course, segments, self.tries, budget)

    def seldom(self, great: Great, segments: Segments, budget: Budget) -> Mapping[int, Count]:
        """As far as there is time the throws are tried some times more for it."""
        moves = {entry.move.number: entry.move for entry, _ in great if entry.move}
        while moves and not budget.over():
            for move in moves.values():
                if not budget.over():
                    self.tries.go_on(move)
        counts = {
            entry.move.number: told_by_trials(self._course, self.tries, entry.move, row.luck[entry.move.seat])
            for entry, row in great
            if entry.move
        }
        return {number: count for number, count in counts.items() if count}


class Played:
    """Any other game: it is played on from its positions."""

    method = SEARCH

    def __init__(self, course: Course, seed: int | str) -> None:
        self._course, self.tries = course, Futures(course.match, seed, is_diced(course))

    def values(self, segments: Segments, budget: Budget) -> Found:
        return find_values(self._course, segments, self.tries, budget)

    def seldom(self, great: Great, segments: Segments, budget: Budget) -> Mapping[int, Count]:
        return told_by_futures(self._course, segments, great, self.tries, budget)


def way_of(course: Course, seed: int | str) -> Way:
    """The best way to the values of this match."""
    chances = chances_of(course)
    if chances is not None:
        return Exact(course, chances)
    return Thrown(course, seed) if course.game.engine is not None else Played(course, seed)


def with_odds(way: Way, segments: Segments, entries: Sequence[Entry], rows: list[Row], budget: Budget) -> list[Row]:
    """The rows, with how seldom luck comes that turned the match."""
    great = {at: entries[at] for at in turning_of(rows) if rows[at].kind == CHANCE and is_great(entries[at], rows[at])}
    found = way.seldom([(entry, rows[at]) for at, entry in great.items()], segments, budget)
    told = list(rows)
    for at, entry in great.items():
        count = found.get(entry.move.number) if entry.move else None
        words = count.words(rows[at].luck[gainer(entry, rows[at])] > 0) if count else ""
        if count and words:
            told[at] = replace(rows[at], says=f"{rows[at].says} {words}", odds=count.share)
    return told
