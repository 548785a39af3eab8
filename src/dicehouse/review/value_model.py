"""Learn what a position between two turns is worth, from rollouts of the match under review.

Rollouts to the end of a long game tell little: an end is a win or a loss, whatever came before. So rollouts stop a turn
or two ahead, where a model gives their value (Tesauro and Galperin's truncated rollouts, 1996). The model is fitted for
each match, to its own settings and number of players: a conditional logit (McFadden, 1974) of who wins, by each seat's
points, the numbers of its part of the record, and whether it is its turn, all multiplied by powers of the progress of
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dicehouse.core import Game, dtype
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.position_rollouts import NO_OBSERVER, Rollouts, standard_errors
from dicehouse.records.record import Bytes, Floats

from .reviewed_match import ReviewedMatch, ReviewedMove

RIDGE = 50.0  # ridge of the weights of points, turns and seats,
STRONG_RIDGE = 400.0  # and of all other weights, about which a few hundred games say little
MAX_ITERATIONS = 12  # of Newton's method
TOLERANCE = 1e-5  # the step size that ends the iteration
PROGRESS_POWERS = 2  # powers of the progress of the game: 1, p
BITS = 6  # bits of a small number that are features
MOST_ROWS = 20_000


class ValueModel:
    """Predict the shares of the win by seat of positions between turns."""

    def __init__(self, game: Game, players: int, states: Bytes, turns: Floats, returns: Floats) -> None:
        self._game, self._players = game, players
        self._length = max(1.0, float(turns.max()))
        found = self._features(states, turns)
        self._mean, self._scale = found.mean((0, 1)), found.std((0, 1))
        self._scale[self._scale < 1e-9] = np.inf  # constant features carry no information
        ridge = np.full(found.shape[2], STRONG_RIDGE)
        ridge[: 2 + players] = RIDGE
        self._weights = fit_weights(self._cross_with_progress(found, turns), returns, np.tile(ridge, PROGRESS_POWERS))
        plain = np.where(ridge == RIDGE, RIDGE, np.inf)
        self._plain = fit_weights(self._cross_with_progress(found, turns), returns, np.tile(plain, PROGRESS_POWERS))

    def __call__(self, states: Bytes, turns: Floats) -> tuple[Floats, Floats]:
        """Return each seat's expected share for these positions, one a row; and the same by points and turns alone."""
        crossed = self._cross_with_progress(self._features(states, turns), turns)
        return predict_returns(crossed, self._weights), predict_returns(crossed, self._plain)

    def _features(self, states: Bytes, turns: Floats) -> Floats:
        """Return the features by position and seat: its points, whether it acts, and each number of its part of the
        record.
        """
        code, n = match_program(self._game), len(states)
        points, seats = np.zeros((n, MAX_SEATS)), np.arange(self._players)
        masks = np.zeros(n, np.int64)
        for i, state in enumerate(states):
            code.points(self._game, state, points[i])
            masks[i] = code.acting(self._game, state)
        columns = [points[:, : self._players], (masks[:, None] >> seats & 1).astype(float)]
        columns += [np.tile(seats == seat, (n, 1)).astype(float) for seat in seats]  # an indicator of each seat
        batch = states.view(dtype(self._game.rules.State))[:, 0]
        for name, held in _seat_fields(batch.dtype, self._players):
            own = batch[name][held][:, : self._players]
            if own.ndim > 2:
                columns += [(own > 0).sum(2).astype(float), own.sum(2).astype(float)]
                continue
            columns.append(own.astype(float))
            if own.dtype.itemsize == 1:  # a count or a mask: each bit may carry information
                columns += [(own >> bit & 1).astype(float) for bit in range(BITS)]
            else:
                columns.append(np.bitwise_count(own).astype(float))
        return np.stack(columns, axis=2)

    def _cross_with_progress(self, found: Floats, turns: Floats) -> Floats:
        scaled = (found - self._mean) / self._scale
        far = np.minimum(turns / self._length, 1.0)[:, None, None]
        return np.concatenate([scaled * far**power for power in range(PROGRESS_POWERS)], axis=2)


def _seat_fields(kind: np.dtype[Any], players: int) -> list[tuple[str, str]]:
    """Return the numeric fields of a position that each seat has, as names of an array and of a field."""
    found = []
    for name in kind.names or ():
        held = kind[name]
        inner = held.base
        if inner.names and len(held.shape) == 1 and held.shape[0] >= players:
            found += [(name, field) for field in inner.names if inner[field].base.kind in "ib"]
    return found


def predict_returns(figures: Floats, weights: Floats) -> Floats:
    """Return the predicted shares: a seat with a higher weighted sum of features is likelier to win."""
    heights = figures @ weights
    odds = np.exp(heights - heights.max(1, keepdims=True))
    found: Floats = odds / odds.sum(1, keepdims=True)
    return found


def fit_weights(figures: Floats, returns: Floats, ridge: Floats) -> Floats:
    """Return the most likely weights, each drawn towards 0 by its ridge; an infinite ridge fixes a weight at 0."""
    if len(figures) > MOST_ROWS:
        figures, returns = figures[:: len(figures) // MOST_ROWS + 1], returns[:: len(returns) // MOST_ROWS + 1]
    weights, every = np.zeros(len(ridge)), figures
    used = np.isfinite(ridge)
    figures, ridge = every[:, :, used], ridge[used]
    for _ in range(MAX_ITERATIONS):
        expected = predict_returns(figures, weights[used])
        off = figures - (expected[:, :, None] * figures).sum(1, keepdims=True)
        slope = np.einsum("nsk,ns->k", figures, returns - expected) - ridge * weights[used]
        heavy = (off * np.sqrt(expected)[:, :, None]).reshape(-1, len(ridge))
        step = np.linalg.solve(heavy.T @ heavy + np.diag(ridge), slope)
        weights[used] += step
        if np.abs(step).max() < TOLERANCE:
            break
    return weights


# --- learning

MAX_GAMES = 400  # games that a model is trained on
MIN_GAMES = 60
START_COUNT = 10  # positions of the match from which they start
TEST_ROLLOUTS = 64  # rollouts with the model that test it at each of these positions
MAX_ERROR = 0.2  # the largest mean error, as a share of the win, with which a model may compare options
MIN_ERROR = 0.02  # the error is never assumed to be smaller


@dataclass
class TrainingGames:
    """Hold the positions between turns of training games, and how the games ended."""

    states: list[Floats] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    returns: list[Floats] = field(default_factory=list)
    ends: dict[int, list[Floats]] = field(default_factory=dict)  # by number of the move that they started with


def train_value_model(
    reviewed: ReviewedMatch, anchors: Sequence[ReviewedMove], futures: Rollouts, over: Callable[[], bool]
) -> float | None:
    """Give the rollouts a model to stop at, if a sufficiently accurate one can be trained. Return its error, or None
    without one.
    """
    if reviewed.moves[-1].turn <= 1 or reviewed.players < 2 or not anchors:
        return None
    lesson, games = TrainingGames(), 0
    places = [anchors[i * len(anchors) // START_COUNT] for i in range(START_COUNT)]
    while games < MAX_GAMES and not over():
        if games % 2:
            _play_training_game(futures, futures.deal_position(games), 0, [], games, lesson)
        else:
            move = places[games // 2 % START_COUNT]
            _play_training_game(futures, move.position, move.number, first_actions(move), games, lesson)
        games += 1
    if games < MIN_GAMES or len(lesson.states) < games:
        return None
    turns = np.array(lesson.turns, float)
    leaf = ValueModel(reviewed.game, reviewed.players, np.array(lesson.states), turns, np.array(lesson.returns))
    futures.leaf_model = leaf
    wrong = _measure_error(futures, {move.number: move for move in anchors}, lesson)
    if wrong > MAX_ERROR:
        futures.leaf_model = None
        return None
    return max(wrong, MIN_ERROR)


def first_actions(move: ReviewedMove) -> list[tuple[int, int]]:
    """Return the first actions in the rollouts of a segment: its last move, or none where seats chose
    simultaneously.
    """
    return [] if len(move.asked) > 1 else [(move.seat, move.action)]


def _play_training_game(
    futures: Rollouts, position: bytes, place: int, first: list[tuple[int, int]], number: int, lesson: TrainingGames
) -> None:
    """Play one game to its end, turn by turn, from the position of move number `place`, or from a new deal (0)."""
    now, found = futures.count_turns(position), 0
    while True:
        now += 1
        ends, returns = futures.play_until_turn(position, number, 1, first, NO_OBSERVER, now)
        first = []
        if returns.any():
            break
        lesson.states.append(ends[0])
        lesson.turns.append(now)
        found += 1
        position = ends[0].tobytes()
        number += 1_000_003  # other dice for each turn
    own = returns[0, : futures.players]
    lesson.returns += [own] * found
    if place:
        lesson.ends.setdefault(place, []).append(own)
    futures.played -= found  # count one game, however many positions it gave


def _measure_error(futures: Rollouts, moves: dict[int, ReviewedMove], lesson: TrainingGames) -> float:
    """Return how far the model's values are from the results of games beyond chance, as a root mean square."""
    squares = []
    for number, ends in lesson.ends.items():
        move = moves[number]
        rows = futures.play_rollouts(move.position, 0, TEST_ROLLOUTS, first_actions(move))
        seen, said = np.array(ends)[:, 0], rows[:, 0]
        mean = said.mean()
        noise = mean * (1.0 - mean) / len(seen) + standard_errors(rows)[0] ** 2
        squares.append((seen.mean() - mean) ** 2 - noise)
    return float(max(0.0, np.mean(squares)) ** 0.5)
