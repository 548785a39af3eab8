"""Values in games that measure what others draw: each throw is tried again, and the game says what came of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from dicehouse.bots.futures import Floats, error_of
from dicehouse.errors import DicehouseError
from dicehouse.kit import Position, engine_of
from dicehouse.kit.hooks import FREE
from dicehouse.kit.weakness import Mind

from .costs import SURE
from .course import Course, Move, position_of
from .segments import Segment
from .values import FOUND, Budget, Cost, Found, Value

TRIES = 4  # of each throw in a round
MOST = 48  # of each throw in all
OTHER = Mind(looks=1, fancy=20, tempted=8)  # of the player whose aim is tried beside the one that was taken
UNTRIED = 0.1  # the error of a value that is read off as things lie


class Trials:
    """Everything that was tried: rows of shares by move, of what was played and of what the house's player would."""

    def __init__(self, course: Course, seed: int | str) -> None:
        self._course, self._seed = course, seed
        self.played = 0
        self.own: dict[int, Floats] = {}
        self.other: dict[int, Floats] = {}
        self.aims: dict[int, str] = {}

    def go_on(self, move: Move) -> None:
        """Try a throw some times more, and another aim as often."""
        here = position_of(self._course.game, move.position)
        if move.number not in self.aims:
            luck = random.Random(f"{self._seed}|{move.number}|aim")
            self.aims[move.number] = self._course.game.hooks.choose(here.state, move.seat, OTHER, luck)
        for rows, text in ((self.own, move.option), (self.other, self.aims[move.number])):
            old = rows.get(move.number, np.zeros((0, self._course.players)))
            luck = random.Random(f"{self._seed}|{move.number}|{len(old)}|{text}")
            rows[move.number] = np.concatenate([old, self._tried(here, move.seat, text, luck)])

    def _tried(self, here: Position, seat: int, text: str, luck: random.Random) -> Floats:
        self.played += TRIES
        try:
            found = _measuring(self._course).prospects(here, seat, text, TRIES, luck)
        except DicehouseError:  # it can't be tried again
            found = []
        return np.array(found, float).reshape(-1, self._course.players)


def measured_values(course: Course, segments: Sequence[Segment], trials: Trials, budget: Budget) -> Found:
    """Try what was thrown again and again, all throws alike, until the budget is spent."""
    thrown = [segment.moves[-1] for segment in segments if segment.chance]
    for _ in range(MOST // TRIES):
        for move in thrown:
            if not budget.over(FOUND):
                trials.go_on(move)
    found = Found()
    for place, segment in enumerate(segments):
        move = segment.moves[-1]
        rows = trials.own.get(move.number, np.zeros(0))
        if segment.chance and len(rows) > 1:
            found.ends[place] = Value(rows.mean(0), error_of(rows))
            found.costs[move.number] = _cost(rows, trials.other[move.number], move.seat, trials.aims[move.number])
        elif segment.chance:
            found.ends[place] = Value(as_it_lies(course, move.number), np.full(course.players, UNTRIED))
    return found


def _cost(own: Floats, other: Floats, seat: int, aim: str) -> Cost:
    """What another aim would have brought more; it is told as better if that is clear."""
    if len(other) < len(own):
        return Cost(np.zeros(own.shape[1]))
    taken = other.mean(0) - own.mean(0)
    error = float(np.hypot(error_of(own)[seat], error_of(other)[seat]))
    if taken[seat] > SURE * error:
        return Cost(taken, error, FREE, float(taken[seat]), error, aim)
    return Cost(taken, error)


def as_it_lies(course: Course, number: int) -> Floats:
    """Everybody's chances after so many actions, read off as things lie."""
    here = position_of(course.game, course.positions[number])
    return np.array(_measuring(course).prospects(here, 0, "", 1, random.Random(0))[0])


def _measuring(course: Course) -> Any:
    """The game's own engine, which can try a throw again and tell what everybody's chances are then."""
    return engine_of(course.game)
