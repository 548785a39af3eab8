"""The first part of a review: games are played on to their ends, a model learns from them, and has to prove itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from dicehouse.bots.futures import OPEN, Floats, Futures, error_of

from .course import Course, Move
from .leaf import Leaf

MOST = 400  # games that a model learns from
FEWEST = 60
PLACES = 10  # of the match from which they begin
TRIED = 64  # futures by which each of these is judged with the model, for the trial
WORST = 0.2  # what a model may be wrong by on average, as a share of the win, to tell options of a decision apart
LEAST = 0.02  # it is never taken to be better than that


@dataclass
class Lesson:
    """What was seen in games that were played on: positions between turns, and how the games ended."""

    states: list[Floats] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    shares: list[Floats] = field(default_factory=list)
    ends: dict[int, list[Floats]] = field(default_factory=dict)  # by number of the move that they began with


def learn(course: Course, anchors: Sequence[Move], futures: Futures, over: Callable[[], bool]) -> float | None:
    """Give the futures a model to stop at, if one can be made that is right; returns by how much it errs, else None."""
    if course.moves[-1].turn <= 1 or course.players < 2 or not anchors:
        return None
    lesson, games = Lesson(), 0
    places = [anchors[i * len(anchors) // PLACES] for i in range(PLACES)]
    while games < MOST and not over():
        if games % 2:
            _play(futures, futures.dealt(games), 0, [], games, lesson)
        else:
            move = places[games // 2 % PLACES]
            _play(futures, move.position, move.number, first_of(move), games, lesson)
        games += 1
    if games < FEWEST or len(lesson.states) < games:
        return None
    turns = np.array(lesson.turns, float)
    leaf = Leaf(course.game, course.players, np.array(lesson.states), turns, np.array(lesson.shares))
    futures.leaf = leaf
    wrong = _wrong(futures, {move.number: move for move in anchors}, lesson)
    if wrong > WORST:
        futures.leaf = None
        return None
    return max(wrong, LEAST)


def first_of(move: Move) -> list[tuple[int, int]]:
    """What comes first in the futures of a stretch: its last move, or nothing where seats chose at once."""
    return [] if len(move.asked) > 1 else [(move.seat, move.action)]


def _play(
    futures: Futures, position: bytes, place: int, first: list[tuple[int, int]], number: int, lesson: Lesson
) -> None:
    """One game to its end, turn by turn, from the place of that number or from a new deal (0)."""
    now, found = futures.turns(position), 0
    while True:
        now += 1
        ends, shares = futures.until(position, number, 1, first, OPEN, now)
        first = []
        if shares.any():
            break
        lesson.states.append(ends[0])
        lesson.turns.append(now)
        found += 1
        position = ends[0].tobytes()
        number += 1_000_003  # other dice in each turn
    own = shares[0, : futures.players]
    lesson.shares += [own] * found
    if place:
        lesson.ends.setdefault(place, []).append(own)
    futures.played -= found  # one game, however often it was looked at


def _wrong(futures: Futures, moves: dict[int, Move], lesson: Lesson) -> float:
    """How far values by the model are from the ends of games, beyond what chance explains: a root mean square."""
    squares = []
    for number, ends in lesson.ends.items():
        move = moves[number]
        rows = futures.play(move.position, 0, TRIED, first_of(move))
        seen, said = np.array(ends)[:, 0], rows[:, 0]
        mean = said.mean()
        noise = mean * (1.0 - mean) / len(seen) + error_of(rows)[0] ** 2
        squares.append((seen.mean() - mean) ** 2 - noise)
    return float(max(0.0, np.mean(squares)) ** 0.5)
