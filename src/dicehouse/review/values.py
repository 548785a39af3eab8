"""The values of a match: what each stretch was worth and what each decision cost, found within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.kit import DiceBox, Seeded
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.thinking import SENSIBLE

from .costs import Trial
from .course import Course, Move
from .futures import Floats, Futures, error_of
from .segments import Segment

FIRST = 8  # futures of each option and stretch in the first round; each round has twice as many as the one before
MOST = 256  # and never more at once
MIXES = 40  # how often a player who mixes is asked what it would choose

Progress = Callable[[int, int], None]


@dataclass
class Value:
    """Shares of the win by seat, and their standard errors."""

    shares: Floats
    error: Floats


@dataclass
class Cost:
    """What a decision took from each seat (from others it may have given), and what was better."""

    taken: Floats
    error: float = 0.0
    best: int | None = None


@dataclass
class Found:
    """All that was found out about a match."""

    ends: dict[int, Value] = field(default_factory=dict)  # by segment: before chance; at once: before the choices
    costs: dict[int, Cost] = field(default_factory=dict)  # by number of the move


class Budget:
    """How much may be played for a review: so many futures, or for so long."""

    def __init__(self, seconds: float, simulations: int, futures: Futures, progress: Progress | None) -> None:
        self._began, self._seconds, self._simulations = perf_counter(), seconds, simulations
        self._futures, self._progress, self._told = futures, progress, -1

    @property
    def spent(self) -> float:
        """The part of it that is gone."""
        if self._simulations:
            return self._futures.played / self._simulations
        return (perf_counter() - self._began) / self._seconds

    def over(self) -> bool:
        """Whether it is used up; tells how far it is."""
        spent = self.spent
        percent = min(99, int(100 * spent))
        if self._progress and percent > self._told:
            self._told, asked = percent, perf_counter()
            self._progress(percent, 100)
            self._began += perf_counter() - asked  # whoever holds it up takes nothing from it
        return spent >= 1.0


def find_values(course: Course, segments: Sequence[Segment], futures: Futures, budget: Budget) -> Found:
    """Spend the budget: in each round a sample of every stretch, then every decision that is still open."""
    samples: dict[int, Floats] = {}
    trials = [
        trial for segment in segments for move in segment.moves if (trial := _trial(course, segment, move, futures))
    ]
    n = FIRST
    while True:
        before = futures.played
        for place, segment in enumerate(segments):
            if segment.chance and not budget.over():
                _sample(samples, place, segment, futures, n)
        for trial in trials:
            if not trial.settled and not budget.over():
                trial.go_on(futures, n)
        if budget.over() or futures.played == before:  # or nothing is left to find out
            break
        n = min(2 * n, MOST)
    found = Found()
    for place, rows in samples.items():
        found.ends[place] = Value(rows.mean(0), error_of(rows))
    for trial in trials:
        taken, error, best = trial.found()
        found.costs[trial.move.number] = Cost(taken if len(taken) else np.zeros(course.players), error, best)
    return found


def _sample(samples: dict[int, Floats], place: int, segment: Segment, futures: Futures, n: int) -> None:
    """More futures of a stretch."""
    old = samples.get(place)
    move = segment.moves[0] if segment.at_once else segment.moves[-1]
    first = [] if segment.at_once else [(move.seat, move.action)]
    if old is not None and len(old) >= 64 and not (old - old[0]).any():
        return  # it is decided
    more = futures.play(move.position, 0 if old is None else len(old), n, first)
    samples[place] = more if old is None else np.concatenate([old, more])


def _trial(course: Course, segment: Segment, move: Move, futures: Futures) -> Trial | None:
    """A decision to be examined; None if there was nothing to choose, or the choice belongs to a mixed strategy."""
    if move.forced:
        return None
    position = course.positions[move.known] if segment.at_once else move.position
    if segment.at_once and move.action in mixed(course, position, move.seat, futures):
        return None
    return Trial(move, position, hidden=not course.game.hooks.SAME_FOR_ALL or segment.at_once)


def mixed(course: Course, position: bytes, seat: int, futures: Futures) -> set[int]:
    """What the game's own player might choose here, where it must not be foreseen."""
    size, chosen = len(position), set()
    work: Bytes = np.zeros(2 * size, np.uint8)
    box: Any = DiceBox(written=False)
    scores = np.zeros(MOST_SEATS)
    for number in range(MIXES):
        work[:size] = np.frombuffer(position, np.uint8)
        Seeded(f"review|{seat}").prepare(box.dice, number)
        call = program(course.game).think
        chosen.add(int(call(course.game, work, seat, SENSIBLE, futures.memo, scores, box.memory)))
    return chosen
