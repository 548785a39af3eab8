"""Measure how much the dice of a game gave each seat, so that fewer games show which bot plays better.

After every action that drew dice or cards, rollouts are played from the resulting position, and others from before the
action, with fresh dice for the same action. The difference of their means is what those dice gave. Actual and fresh
dice have the same distribution, so it is 0 on average: for any players, for any number of rollouts, and however wrong
the policy of the rollouts or the game's estimate may be. So a result without its luck is unbiased, and has a much
smaller variance.

It is an advantage sum (Zinkevich, Bowling, Bard, Kan and Billings, *Optimal Unbiased Estimators for Evaluating Agent
Performance*, 2006), which backgammon players know as a luck-adjusted result.
"""

from __future__ import annotations

import numpy as np

from dicehouse.engine import Position, engine_of
from dicehouse.match.match import Match

from ..engine.position_rollouts import NO_OBSERVER, NO_TURN_LIMIT, Rollouts
from ..records.record import Floats

ESTIMATE_TURNS = 1  # turns after which a rollout stops, where the game can estimate the win chances


class LuckAdjustment:
    """Measure the luck of one match while it is played; `luck` holds it by seat, as a part of the returns."""

    def __init__(self, match: Match, seed: str, memo: Floats, n: int) -> None:
        self._rollouts = Rollouts(match.game, match.players, match.settings, f"luck|{seed}", memo=memo)
        self._estimated = "value_estimate" in match.game.hooks.own
        self._n, self._number = n, 0
        self.luck = np.zeros(match.players)

    def add_last_action(self, match: Match) -> None:
        """Add the luck of the last action."""
        if not match.actions[-1].draws:
            return
        before, first = match.position(match.number - 1), self._last_action(match)
        if not first:  # the action was described freely, not listed, so it can't be repeated
            return
        until = self._rollouts.count_turns(before) + ESTIMATE_TURNS if self._estimated else NO_TURN_LIMIT
        self.luck += self._mean_returns(match.position(), [], until) - self._mean_returns(before, first, until)

    def _last_action(self, match: Match) -> list[tuple[int, int]]:
        """Return the seat and the number of the last action."""
        game, played = match.game, match.actions[-1]
        here = Position(game, np.frombuffer(match.position(match.number - 1), np.uint8).copy())
        legal, describe = engine_of(game).legal(here, played.seat), game.hooks.describe_action
        return [(played.seat, a) for a in legal if describe(here.state, played.seat, a).id == played.option]

    def _mean_returns(self, position: bytes, first: list[tuple[int, int]], turn_limit: int) -> Floats:
        """Return each seat's mean share of the win in rollouts from a position."""
        rollouts, number = self._rollouts, self._number
        self._number += self._n
        _, returns = rollouts.play_until_turn(
            position, number, self._n, first, NO_OBSERVER, turn_limit, use_estimate=self._estimated
        )
        mean: Floats = returns[:, : len(self.luck)].mean(0)
        return mean
