"""The values of a match: what each stretch was worth and what each decision cost, found within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import Any, Protocol

import numpy as np

from dicehouse.bots.futures import Floats, Futures, error_of
from dicehouse.kit import DiceBox, Seeded
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes
from dicehouse.kit.thinking import SENSIBLE

from .costs import Trial
from .course import Course, Move
from .learning import learn
from .segments import Segment

FIRST = 8  # futures of each option and stretch in the first round; each round has twice as many as the one before
MOST = 64  # and never more at once
MIXES = 40  # how often a player who mixes is asked what it would choose

ASKED = 2  # and any other player
FIT = 0.05  # by how much a model may err to say what a stretch is worth; one that errs more only compares options
WEIGHT = 2  # how many more futures a decision has than a stretch: luck and skill hang on it
CHECKED = 0.75  # of the budget, then what a model calls mistakes is played to the end
MOST_CHECKED = 8
ALIKE = 0.3  # of a model's error, what it does not make alike in positions that are close to each other
SLOWER = 8.0
LEARNING = 0.2  # of the budget, at most, for a model
FOUND = 0.9  # of the budget, then it is asked how seldom great luck comes

Progress = Callable[[int, int], None]


@dataclass
class Value:
    """Shares of the win by seat, and their standard errors."""

    shares: Floats
    error: Floats


@dataclass
class Cost:
    """What a decision took from each seat (from others it may have given), and what was better, and by how much."""

    taken: Floats
    error: float = 0.0
    best: int | None = None
    lost: float = 0.0
    its_error: float = 0.0
    text: str = ""  # of the best, where it is described, not listed


@dataclass
class Found:
    """All that was found out about a match."""

    ends: dict[int, Value] = field(default_factory=dict)  # by segment: before chance; at once: before the choices
    costs: dict[int, Cost] = field(default_factory=dict)  # by number of the move
    wrong: float = 0.0  # by how much a model errs that was used


class Counted(Protocol):
    """What counts how often something was played or tried."""

    played: int


class Budget:
    """How much may be played for a review: so many futures, or so many seconds of a core: where others want it as well
    a review takes longer, up to `SLOWER` times, and is as good.
    """

    def __init__(self, seconds: float, simulations: int, tries: Counted, progress: Progress | None) -> None:
        self._began, self._worked, self._seconds, self._simulations = (
            perf_counter(),
            thread_time(),
            seconds,
            simulations,
        )
        self._tries, self._progress, self._told = tries, progress, -1

    @property
    def spent(self) -> float:
        """The part of it that is gone."""
        if self._simulations:
            return self._tries.played / self._simulations
        return max(thread_time() - self._worked, (perf_counter() - self._began) / SLOWER) / self._seconds

    def over(self, share: float = 1.0) -> bool:
        """Whether so much of it is used up; tells how far it is."""
        spent = self.spent
        percent = min(99, int(100 * spent))
        if self._progress and percent > self._told:
            self._told, asked = percent, perf_counter()
            self._progress(percent, 100)
            self._began += perf_counter() - asked  # whoever holds it up takes nothing from it
        return spent >= share


def find_values(course: Course, segments: Sequence[Segment], futures: Futures, budget: Budget) -> Found:
    """Spend the budget: in each round a sample of every stretch, then every decision that is still open."""
    anchors = [_anchor(segment) for segment in segments if segment.chance]
    wrong = learn(course, anchors, futures, lambda: budget.over(LEARNING))
    samples: dict[int, Floats] = {}
    trials = [
        trial for segment in segments for move in segment.moves if (trial := _trial(course, segment, move, futures))
    ]
    for trial in trials:
        trial.modelled = wrong is not None
    trials.sort(key=lambda trial: trial.usual)  # luck and skill hang on those that are not
    n, share = FIRST, FOUND if wrong is None else CHECKED
    while True:
        before = futures.played
        for trial in trials:
            if not trial.usual and not budget.over(share):
                trial.go_on(futures, WEIGHT * n)
        for place, segment in enumerate(segments):
            if segment.chance and not budget.over(share):
                _sample(samples, place, segment, futures, n, wrong is None or wrong > FIT)
        for trial in trials:
            if trial.usual and not trial.settled and not budget.over(share):
                trial.go_on(futures, n)
        if budget.over(share) or futures.played == before:  # or nothing is left to find out
            break
        n = min(2 * n, MOST)
    if wrong is not None:
        _check(trials, futures, budget, course.players)
    found = Found(wrong=wrong or 0.0)
    alike = ALIKE * found.wrong
    for place, rows in samples.items():
        found.ends[place] = Value(rows.mean(0), np.hypot(error_of(rows), alike if found.wrong <= FIT else 0.0))
    for trial in trials:
        taken, error = trial.skill(course.players)
        lost, its_error, best = trial.found(course.players)
        found.costs[trial.move.number] = Cost(taken, error, best, float(lost[trial.move.seat]), its_error)
    return found


def _check(trials: Sequence[Trial], futures: Futures, budget: Budget, players: int) -> None:
    """Play what a model calls mistakes to the end, the costliest of them, as long as there is time."""
    costly = []
    for trial in trials:
        taken, _, best = trial.found(players, provisional=True)
        if best is not None:
            costly.append((float(taken[trial.move.seat]), trial, best))
    costly = sorted(costly, key=lambda each: -each[0])[:MOST_CHECKED]
    while costly and not budget.over(FOUND):
        for _, trial, best in costly:
            if not budget.over(FOUND):
                trial.check(futures, best, FIRST)


def _anchor(segment: Segment) -> Move:
    """The move whose position says what a stretch is worth."""
    return segment.moves[0] if segment.at_once else segment.moves[-1]


def _sample(samples: dict[int, Floats], place: int, segment: Segment, futures: Futures, n: int, ends: bool) -> None:
    """More futures of a stretch."""
    old = samples.get(place)
    move = _anchor(segment)
    first = [] if segment.at_once else [(move.seat, move.action)]
    if old is not None and len(old) >= 64 and not (old - old[0]).any():
        return  # it is decided
    more = futures.play(move.position, 0 if old is None else len(old), n, first, ends=ends)
    samples[place] = more if old is None else np.concatenate([old, more])


def _trial(course: Course, segment: Segment, move: Move, futures: Futures) -> Trial | None:
    """A decision to be examined; None if there was nothing to choose, or the choice belongs to a mixed strategy."""
    if move.forced:
        return None
    position = course.positions[move.known] if segment.at_once else move.position
    hidden = segment.at_once or not course.game.hooks.SAME_FOR_ALL
    usual = mixed(course, position, move.seat, futures, MIXES if segment.at_once else ASKED)
    if segment.at_once and move.action in usual:
        return None
    same = futures.diced and usual == {move.action}
    return Trial(move, position, hidden, sorted(usual), usual=same)


def mixed(course: Course, position: bytes, seat: int, futures: Futures, times: int, begin: int = 0) -> set[int]:
    """What the game's own player chooses here, asked so many times; another `begin`, other moods."""
    size, chosen = len(position), set()
    work: Bytes = np.zeros(2 * size, np.uint8)
    box: Any = DiceBox(written=False)
    scores = np.zeros(MOST_SEATS)
    for number in range(begin, begin + times):
        work[:size] = np.frombuffer(position, np.uint8)
        Seeded(f"review|{seat}").prepare(box.dice, number)
        call = program(course.game).think
        chosen.add(int(call(course.game, work, seat, SENSIBLE, futures.memo, scores, box.memory)))
    return chosen
