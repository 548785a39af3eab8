"""Count games of studies as sums of whole numbers, which merge in any order to the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from .standard_measures import IntArray, PlayedGames, StandardMeasure

N, X, XX = range(3)  # of a measure: games, their sum, the sum of the squares
BOTH, A, B, AA, BB, AB = range(6)  # of a measure in two variants: games that have it in both, and sums over these
HISTOGRAM_MEASURES = ("turns", "decisions", "minutes", "score")
MAX_POSITIONS = 160  # positions of a game that are kept for the model
SAMPLED_GAMES = 800  # games of a cell of which positions are kept
Counts = dict[int, int]
MeasureValues = tuple[IntArray, npt.NDArray[np.bool_]]
MAX_OPTIONS = 64  # decisions with more options count together


@dataclass
class ChanceSample:
    """Hold one game as the model of winning chances needs it: the values of all seats as each turn began, who was to
    act, and who won.
    """

    won: IntArray
    looks: npt.NDArray[np.float32]


@dataclass
class CellTally:
    """Hold what was counted in the games of one cell."""

    games: int = 0
    unfinished: int = 0
    moments: IntArray = field(default_factory=lambda: np.zeros((0, 3), np.int64))
    cross_moments: IntArray = field(default_factory=lambda: np.zeros((0, 6), np.int64))  # with the base of its family
    histograms: dict[str, Counts] = field(default_factory=dict)
    options: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    events: dict[tuple[str, str], IntArray] = field(default_factory=dict)
    samples: dict[int, ChanceSample] = field(default_factory=dict)
    pairs: dict[tuple[int, int], IntArray] = field(default_factory=dict)  # by the bots of hero and others: moments
    weighed: IntArray = field(default_factory=lambda: np.zeros((0, 3), np.int64))  # of choices: moments

    def copied(self) -> CellTally:
        """Return a copy; adding to it leaves this tally unchanged."""
        return replace(
            self,
            histograms={name: dict(counts) for name, counts in self.histograms.items()},
            events=dict(self.events),
            samples=dict(self.samples),
            pairs=dict(self.pairs),
        )

    def add(self, other: CellTally) -> None:
        """Add what another tally has counted."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.moments = _add_arrays(self.moments, other.moments)
        self.cross_moments = _add_arrays(self.cross_moments, other.cross_moments)
        self.options = _add_arrays(self.options, other.options)
        self.weighed = _add_arrays(self.weighed, other.weighed)
        for name, counts in other.histograms.items():
            mine = self.histograms.setdefault(name, {})
            for value, count in counts.items():
                mine[value] = mine.get(value, 0) + count
        for key, sums in other.events.items():
            self.events[key] = _add_arrays(self.events.get(key, np.zeros(0, np.int64)), sums)
        for pair, sums in other.pairs.items():
            self.pairs[pair] = _add_arrays(self.pairs.get(pair, np.zeros(0, np.int64)), sums)
        self.samples |= other.samples


def _add_arrays(one: IntArray, other: IntArray) -> IntArray:
    return one + other if len(one) and len(other) else (one if len(one) else other).copy()


def tally_games(columns: list[StandardMeasure], seen: PlayedGames, found: CellTally) -> list[MeasureValues]:
    """Add up the measurements of some games, and return the values, to be paired with those of another variant."""
    values = [column.values(seen) for column in columns]
    found.games, found.unfinished = len(seen.rows), int((~seen.ended).sum())
    found.moments = np.array([_moments(x[known]) for x, known in values], np.int64)
    for column, (x, known) in zip(columns, values, strict=True):
        if column.name in HISTOGRAM_MEASURES:
            whole, times = np.unique(x[known] // column.scale, return_counts=True)
            found.histograms[column.name] = dict(zip(whole.tolist(), times.tolist(), strict=True))
    return values


def _moments(x: IntArray) -> tuple[int, int, int]:
    return len(x), int(x.sum()), int((x * x).sum())


def cross_moments_with_base(
    base: Mapping[str, MeasureValues], columns: list[StandardMeasure], values: list[MeasureValues]
) -> IntArray:
    """Return the sums that compare the same games in the base and in another variant, by measure of the variant."""
    rows = []
    for column, (x, known) in zip(columns, values, strict=True):
        other, also = base.get(column.name, (x, np.zeros(len(x), np.bool_)))
        both = known & also
        a, b = other[both], x[both]
        rows.append((len(a), int(a.sum()), int(b.sum()), int((a * a).sum()), int((b * b).sum()), int((a * b).sum())))
    return np.array(rows, np.int64)
