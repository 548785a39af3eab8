"""What is kept of games that were watched: sums of whole numbers, which merge in any order to the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from .columns import Column, Seen, Wholes

N, X, XX = range(3)  # of a measure: games, their sum, the sum of the squares
BOTH, A, B, AA, BB, AB = range(6)  # of a measure in two variants: games that have it in both, and sums over these
HISTOGRAMS = ("turns", "decisions", "minutes", "score")
MOST_LOOKS = 160  # positions of a game that are kept for the model
SAMPLE = 800  # games of a cell of which positions are kept
Counts = dict[int, int]
Values = tuple[Wholes, npt.NDArray[np.bool_]]


@dataclass
class Sample:
    """One game as the model of winning chances sees it: who stood how as each turn began, who was to act, who won."""

    won: Wholes
    looks: npt.NDArray[np.float32]


@dataclass
class Tally:
    """What is kept of the games of one cell."""

    games: int = 0
    unfinished: int = 0
    moments: Wholes = field(default_factory=lambda: np.zeros((0, 3), np.int64))
    crossed: Wholes = field(default_factory=lambda: np.zeros((0, 6), np.int64))  # with the base of its family
    histograms: dict[str, Counts] = field(default_factory=dict)
    options: Wholes = field(default_factory=lambda: np.zeros(0, np.int64))
    events: dict[tuple[str, str], Wholes] = field(default_factory=dict)
    samples: dict[int, Sample] = field(default_factory=dict)
    pairs: dict[tuple[int, int], Wholes] = field(default_factory=dict)  # by the bots of hero and others: moments
    weighed: Wholes = field(default_factory=lambda: np.zeros((0, 3), np.int64))  # of choices: moments

    def copied(self) -> Tally:
        """The same as a value of its own: adding to it leaves this one as it is."""
        return replace(
            self,
            histograms={name: dict(counts) for name, counts in self.histograms.items()},
            events=dict(self.events),
            samples=dict(self.samples),
            pairs=dict(self.pairs),
        )

    def add(self, other: Tally) -> None:
        """Take over what another one has counted."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.moments = _sum(self.moments, other.moments)
        self.crossed = _sum(self.crossed, other.crossed)
        self.options = _sum(self.options, other.options)
        self.weighed = _sum(self.weighed, other.weighed)
        for name, counts in other.histograms.items():
            mine = self.histograms.setdefault(name, {})
            for value, count in counts.items():
                mine[value] = mine.get(value, 0) + count
        for key, sums in other.events.items():
            self.events[key] = _sum(self.events.get(key, np.zeros(0, np.int64)), sums)
        for pair, sums in other.pairs.items():
            self.pairs[pair] = _sum(self.pairs.get(pair, np.zeros(0, np.int64)), sums)
        self.samples |= other.samples


def _sum(one: Wholes, other: Wholes) -> Wholes:
    return one + other if len(one) and len(other) else (one if len(one) else other).copy()


def tally(columns: list[Column], seen: Seen, found: Tally) -> list[Values]:
    """Add up what was seen of some games; returns the values, to be paired with those of another variant."""
    values = [column.values(seen) for column in columns]
    found.games, found.unfinished = len(seen.rows), int((~seen.ended).sum())
    found.moments = np.array([_moments(x[known]) for x, known in values], np.int64)
    for column, (x, known) in zip(columns, values, strict=True):
        if column.name in HISTOGRAMS:
            whole, times = np.unique(x[known] // column.scale, return_counts=True)
            found.histograms[column.name] = dict(zip(whole.tolist(), times.tolist(), strict=True))
    return values


def _moments(x: Wholes) -> tuple[int, int, int]:
    return len(x), int(x.sum()), int((x * x).sum())


def cross(base: Mapping[str, Values], columns: list[Column], values: list[Values]) -> Wholes:
    """The sums that tell how the same games went in the base and in another variant, by measure of the variant."""
    rows = []
    for column, (x, known) in zip(columns, values, strict=True):
        other, also = base.get(column.name, (x, np.zeros(len(x), np.bool_)))
        both = known & also
        a, b = other[both], x[both]
        rows.append((len(a), int(a.sum()), int(b.sum()), int((a * a).sum()), int((b * b).sum()), int((a * b).sum())))
    return np.array(rows, np.int64)
