"""Estimate each seat's chance to win from its rounds won, the points on the boards and the dice in hand.

Every throw still to come adds to the thrower's points and changes those of others, by normal distributions whose means
and spreads were counted in games of the computer players (`SWINGS`). The winner of the round is simulated many times
with these; later rounds are equal chances for all.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import numpy.typing as npt

from .judge import judge
from .rounds import in_hand
from .scoring import points_of
from .state import Phase, PieceStatus, State
from .table_layout import scene_of
from .trial_throws import prepare_trial, try_throw

Floats = npt.NDArray[np.float64]
# By the version of the physics, how a throw changes the thrower's and each other seat's points: mean and spread
# (python -m bench.swings).
SWINGS = {1: ((3.7, 2.5), (-1.3, 3.3)), 2: ((2.4, 2.2), (-1.1, 2.1))}
ROUNDS = 4_000  # simulated rounds


def win_chances(state: State, seat: int, text: str, n_trials: int, luck: random.Random) -> list[list[float]]:
    """Return each seat's expected share of the win: now, or after each of `n_trials` simulations of a throw."""
    if not text:
        return [chances_from_points(state, points_of(state, judge(scene_of(state))))]
    meant, scene = prepare_trial(state, seat, text)
    found = []
    for _ in range(n_trials):
        tried = try_throw(state, scene, meant, luck)
        if tried is not None:
            found.append(chances_from_points(tried.after, tried.points))
    return found


def chances_from_points(state: State, points: list[int]) -> list[float]:
    """Return the chances from points and from the dice left to throw."""
    n = state.n_players
    if state.phase == Phase.OVER:
        return [1.0 if seat == state.winner else 0.0 for seat in range(n)]
    left = [len(in_hand(state, seat)) for seat in range(n)]
    if any(die.where == PieceStatus.POOL for die in state.dice) or state.phase in (
        Phase.STARTER,
        Phase.BARRELS,
        Phase.BUILD,
    ):
        left = [6] * n  # the round has yet to begin
    wins = tuple(int(state.wins[seat]) for seat in range(n))
    round_won = _round(tuple(points[:n]), tuple(left), int(state.options.physics))
    target = int(state.options.rounds)
    worth = [_match(_with(wins, seat), target) for seat in range(n)]
    again = _match(wins, target)
    tie = 1.0 - sum(round_won)
    return [
        sum(round_won[winner] * worth[winner][seat] for winner in range(n)) + tie * again[seat] for seat in range(n)
    ]


def _with(wins: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(won + (each == seat) for each, won in enumerate(wins))


@cache
def _match(wins: tuple[int, ...], target: int) -> tuple[float, ...]:
    """Return the chances to win the match between rounds, if every round is equally open."""
    n = len(wins)
    for seat, won in enumerate(wins):
        if won >= target:
            return tuple(float(each == seat) for each in range(n))
    next_ones = [_match(_with(wins, seat), target) for seat in range(n)]
    return tuple(sum(each[seat] for each in next_ones) / n for seat in range(n))


def _round(points: tuple[int, ...], left: tuple[int, ...], physics: int) -> list[float]:
    """Return the chances to win the round alone; the rest is a tie."""
    ends = np.array(points, float) + _drift(left, physics)
    order = np.sort(np.round(ends), axis=1)
    alone = order[:, -1] > order[:, -2]
    best = np.round(ends).argmax(1)
    return [float((alone & (best == seat)).mean()) for seat in range(len(points))]


@cache
def _drift(left: tuple[int, ...], physics: int) -> Floats:
    """Return simulated additions to the points of every seat, in many rounds, with fixed random numbers."""
    luck = np.random.default_rng(len(left))
    noise = luck.standard_normal((ROUNDS, len(left), 2))
    (own, own_width), (other, other_width) = SWINGS[physics]
    total = np.zeros((ROUNDS, len(left)))
    for seat in range(len(left)):
        others = sum(left) - left[seat]
        total[:, seat] = own * left[seat] + other * others / max(1, len(left) - 1)
        total[:, seat] += noise[:, seat, 0] * own_width * left[seat] ** 0.5
        total[:, seat] += noise[:, seat, 1] * other_width * (others / max(1, len(left) - 1)) ** 0.5
    return total
