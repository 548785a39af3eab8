"""Each seat's chance to win, by the rounds that it has won, the points that lie on the boards and the dice in hand.

Every throw still to come adds to the points of whoever throws and moves those of others, by bell curves whose middles
and widths were counted in games of the house's own players (`SWINGS`). What then wins the round is worked out in many
rounds with these; rounds to come are as good for all.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import numpy.typing as npt

from .judge import judge
from .rounds import in_hand
from .scoring import points_of
from .seating import scene_of
from .state import Phase, State, Where
from .trials import aimed, trial

Floats = npt.NDArray[np.float64]
# Points by which a throw moves the thrower's and each other seat's points: middle and width (python -m bench.swings).
SWINGS = ((3.7, 2.5), (-1.3, 3.3))
ROUNDS = 4_000  # that are worked out


def prospects(state: State, seat: int, text: str, tries: int, luck: random.Random) -> list[list[float]]:
    """What every seat may expect of the win: as things lie, or after each of so many tries of a throw."""
    if not text:
        return [chances(state, points_of(state, judge(scene_of(state))))]
    meant, scene = aimed(state, seat, text)
    found = []
    for _ in range(tries):
        tried = trial(state, scene, meant, luck)
        if tried is not None:
            found.append(chances(tried.after, tried.points))
    return found


def chances(state: State, points: list[int]) -> list[float]:
    """The same from points and from what is left to throw."""
    n = state.n_players
    if state.phase == Phase.OVER:
        return [1.0 if seat == state.winner else 0.0 for seat in range(n)]
    left = [len(in_hand(state, seat)) for seat in range(n)]
    if any(die.where == Where.POOL for die in state.dice) or state.phase in (Phase.STARTER, Phase.BARRELS, Phase.BUILD):
        left = [6] * n  # the round has yet to begin
    wins = tuple(int(state.wins[seat]) for seat in range(n))
    round_won = _round(tuple(points[:n]), tuple(left))
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
    """Chances to win the match between rounds, if every round is anybody's."""
    n = len(wins)
    for seat, won in enumerate(wins):
        if won >= target:
            return tuple(float(each == seat) for each in range(n))
    next_ones = [_match(_with(wins, seat), target) for seat in range(n)]
    return tuple(sum(each[seat] for each in next_ones) / n for seat in range(n))


def _round(points: tuple[int, ...], left: tuple[int, ...]) -> list[float]:
    """Chances to win the round alone; the rest is a tie."""
    ends = np.array(points, float) + _drift(left)
    order = np.sort(np.round(ends), axis=1)
    alone = order[:, -1] > order[:, -2]
    best = np.round(ends).argmax(1)
    return [float((alone & (best == seat)).mean()) for seat in range(len(points))]


@cache
def _drift(left: tuple[int, ...]) -> Floats:
    """What throws to come may add to the points of every seat, in many rounds: the same luck wherever it is asked."""
    luck = np.random.default_rng(len(left))
    noise = luck.standard_normal((ROUNDS, len(left), 2))
    (own, own_width), (other, other_width) = SWINGS
    total = np.zeros((ROUNDS, len(left)))
    for seat in range(len(left)):
        others = sum(left) - left[seat]
        total[:, seat] = own * left[seat] + other * others / max(1, len(left) - 1)
        total[:, seat] += noise[:, seat, 0] * own_width * left[seat] ** 0.5
        total[:, seat] += noise[:, seat, 1] * other_width * (others / max(1, len(left) - 1)) ** 0.5
    return total
