"""Find values in games with measured throws: each throw is simulated again, and the game evaluates the outcomes."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np

from dicehouse.core import Game
from dicehouse.core.policy import BotTraits
from dicehouse.engine import Position, engine_of
from dicehouse.errors import DicehouseError
from dicehouse.records.record import Floats
from dicehouse.records.sentinels import NO_ACTION

from .ordinary_players import sharpen, sharpening_slope
from .position_values import mean_errors
from .review_budget import ROLLOUTS_SHARE, ReviewBudget
from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .typical_game import TypicalGame
from .valuation import DecisionValue, PositionValue, Valuation

TRIALS_PER_ROUND = 4  # trials of each throw in a round
FIRST_TRIALS = 12  # trials of each throw, before those get more for which it helps most
LEAST_KNOWN = 3  # then one throw in so many gets more in each round
MAX_ROUNDS = 1_000
BETTER_ERRORS = 2.5  # standard errors by which another aim must be better than the one played to be called better
OTHER_AIM = BotTraits(looks=1, fancy=20, tempted=8)  # traits of the policy whose aim is tried as the alternative
MODEL_ERROR = 0.03  # the standard error of a chance that comes from points and dice left
MODEL_ROUNDS = 4_000  # rounds that the game simulates for such a chance; the next one may still end otherwise


class ThrowTrials:
    """Hold all simulated throws: shares of the win by move, for what was played and for the aim of the policy."""

    def __init__(self, reviewed: ReviewedMatch, seed: int | str) -> None:
        self._reviewed, self._seed = reviewed, seed
        self.played = 0
        self.own: dict[int, Floats] = {}
        self.other: dict[int, Floats] = {}
        self.aims: dict[int, str] = {}

    def find_aim(self, move: ReviewedMove) -> str:
        """Return how the policy would have thrown."""
        if move.number not in self.aims:
            here = copy_position(self._reviewed.game, move.position)
            luck = random.Random(f"{self._seed}|{move.number}|aim")
            self.aims[move.number] = self._reviewed.game.hooks.choose(here.state, move.seat, OTHER_AIM, luck)
        return self.aims[move.number]

    def simulate_throw(self, move: ReviewedMove) -> None:
        """Simulate a throw a few more times, and the policy's aim as often, with the same unsteady hands."""
        here, aim = copy_position(self._reviewed.game, move.position), self.find_aim(move)
        have = len(self.own.get(move.number, ()))
        found = [
            self._try_throw(here, move.seat, text, random.Random(f"{self._seed}|{move.number}|{have}"))
            for text in (move.option, aim)
        ]
        n = min(map(len, found))  # a simulation may fail
        for rows, more in zip((self.own, self.other), found, strict=True):
            old = rows.get(move.number, np.zeros((0, self._reviewed.players)))
            rows[move.number] = np.concatenate([old, more[:n]])

    def _try_throw(self, here: Position, seat: int, text: str, luck: random.Random) -> Floats:
        self.played += TRIALS_PER_ROUND
        try:
            found = _physics_engine(self._reviewed).prospects(here, seat, text, TRIALS_PER_ROUND, luck)
        except DicehouseError:  # it can't be repeated
            found = []
        return np.array(found, float).reshape(-1, self._reviewed.players)


def find_physics_values(
    reviewed: ReviewedMatch,
    trials: ThrowTrials,
    typical: TypicalGame,
    budget: ReviewBudget,
    sharpness: float = 1.0,
) -> Valuation:
    """Simulate all throws again, equally often, until the budget is spent.

    The value of a position comes from its points and the dice left. A throw changes it by what its aim brings on
    average, compared with the aim of the policy; how the dice then came to rest is luck.
    """
    thrown = [move for move in reviewed.moves if move.chance and not move.forced]
    thrown = [move for move in thrown if trials.find_aim(move) != move.option]
    rounds = MAX_ROUNDS
    if budget.simulations:
        per_throw = ROLLOUTS_SHARE * budget.simulations / (2 * max(1.0, typical.decisions))
        rounds = min(rounds, max(1, round(per_throw / TRIALS_PER_ROUND)))
    for _ in range(rounds):
        for move in thrown if budget.simulations else _least_known_throws(thrown, trials):
            budget.is_spent()  # reports the progress
            trials.simulate_throw(move)
        if not budget.simulations and budget.is_spent(ROLLOUTS_SHARE):
            half_width = 2.0 * float(_total_error(reviewed, _decision_values(thrown, trials, sharpness)).max())
            if budget.extend_for(half_width) == 1.0:
                break
    last = len(reviewed.moves)
    luck = frozenset(move.number for move in reviewed.moves if move.chance or move.number == last)
    positions = {number: value_by_points(reviewed.game, reviewed.positions[number], sharpness) for number in (0, *luck)}
    decisions = _decision_values(thrown, trials, sharpness)
    return Valuation(positions, luck, decisions, _total_error(reviewed, decisions))


def _least_known_throws(thrown: list[ReviewedMove], trials: ThrowTrials) -> list[ReviewedMove]:
    """Return the throws for which more trials help most; at first all."""
    spread = {}
    for move in thrown:
        own, other = trials.own.get(move.number), trials.other.get(move.number)
        if own is None or other is None or len(own) < FIRST_TRIALS:
            return thrown
        spread[move.number] = float(mean_errors(own - other).max()) ** 2 / len(own)
    return sorted(thrown, key=lambda move: -spread[move.number])[: len(thrown) // LEAST_KNOWN + 1]


def _leave_open(chances: Floats) -> Floats:
    """Return chances that simulated rounds gave, with one more round that is as open as can be."""
    found: Floats = (MODEL_ROUNDS * chances + 1.0 / len(chances)) / (MODEL_ROUNDS + 1)
    return found


def _decision_values(thrown: list[ReviewedMove], trials: ThrowTrials, sharpness: float) -> dict[int, DecisionValue]:
    found = {}
    for move in thrown:
        own, other, seat = trials.own.get(move.number, np.zeros(0)), trials.other.get(move.number), move.seat
        if other is None or len(own) < TRIALS_PER_ROUND:
            continue
        error = mean_errors(own - other)
        lost = float((other - own).mean(0)[seat])
        better = (NO_ACTION, trials.aims[move.number]) if lost > BETTER_ERRORS * error[seat] else (None, "")
        usual, chosen = (_leave_open(rows.mean(0)) for rows in (other, own))
        found[move.number] = DecisionValue(
            sharpen(usual, sharpness),
            sharpen(chosen, sharpness),
            error * sharpening_slope(usual, sharpness),
            *better,
        )
    return found


def _total_error(reviewed: ReviewedMatch, decisions: dict[int, DecisionValue]) -> Floats:
    squares = [each.error**2 for each in decisions.values()]
    found: Floats = np.sqrt(np.sum([np.zeros(reviewed.players), *squares], axis=0))
    return found


def current_chances(reviewed: ReviewedMatch, number: int) -> Floats:
    """Return all seats' chances after `number` actions, as the game evaluates the position."""
    return _chances(reviewed.game, reviewed.positions[number])


def value_by_points(game: Game, position: bytes, sharpness: float) -> PositionValue:
    """Return the value of a position from its points and the dice left, sharpened for the players."""
    chances = _leave_open(_chances(game, position))
    return PositionValue(sharpen(chances, sharpness), MODEL_ERROR * sharpening_slope(chances, sharpness))


def _chances(game: Game, position: bytes) -> Floats:
    here, engine = copy_position(game, position), cast(Any, engine_of(game))
    return np.array(engine.prospects(here, 0, "", 1, random.Random(0))[0])


def _physics_engine(reviewed: ReviewedMatch) -> Any:
    """Return the game's own engine, which can simulate a throw again and evaluate the chances after it."""
    return engine_of(reviewed.game)
