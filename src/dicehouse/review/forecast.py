"""Forecast who wins from a position, as a review does: without knowing how the match went on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehouse.core import Game, SettingValue
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.position_rollouts import NO_OBSERVER

from .ordinary_players import PEOPLE, OrdinaryPlayer, joint_sharpness, ordinary_player
from .physics_values import value_by_points
from .position_values import PositionValues, position_stream
from .review_budget import ReviewBudget
from .review_rollouts import ReviewRollouts, can_use_estimate
from .typical_game import TypicalGame, find_typical_game
from .valuation import PositionValue


@dataclass(frozen=True)
class Table:
    """Hold what a value may depend on besides the position: the settings, and the players' levels by seat."""

    game: Game
    players: int
    settings: Mapping[str, SettingValue]
    levels: Sequence[str] = ()

    def seated(self) -> list[OrdinaryPlayer]:
        """Return the players of rollouts, by seat; people where no levels are known."""
        dice_decide = self.game.engine is not None or self.typical_game().dice_decide
        levels = [*self.levels, *[PEOPLE] * self.players][: self.players]
        return [ordinary_player(self.game, level, dice_decide) for level in levels]

    @property
    def sharpness(self) -> float:
        """Return how much surer than rollouts, or points, the chances of these players are."""
        return joint_sharpness(self.seated())

    def typical_game(self) -> TypicalGame:
        """Return what games with these settings are like."""
        return find_typical_game(self.game, self.players, self.settings)


def make_rollouts(table: Table, seed: int | str, seated: Sequence[OrdinaryPlayer] = ()) -> ReviewRollouts:
    """Return the rollouts of a review at this table; `seated` plays in them, by default the players of the levels."""
    given, typical = (table.game, table.players, table.settings), table.typical_game()
    found = ReviewRollouts(*given, seed, typical.dice_decide, seated or table.seated())
    found.uses_estimate = typical.dice_decide and can_use_estimate(*given)
    return found


class Forecaster:
    """Value positions of games at one table, one by one."""

    def __init__(self, table: Table, seed: int | str = 0, seated: Sequence[OrdinaryPlayer] = ()) -> None:
        use_compiled(table.game)
        self._table, self._sharpness = table, joint_sharpness(seated or table.seated())
        self._rollouts = None if table.game.engine is not None else make_rollouts(table, seed, seated)

    def value(self, position: bytes, simulations: int) -> PositionValue:
        """Return the chances of all seats, from this number of rollouts where the game has to be played on."""
        if self._rollouts is None:
            return value_by_points(self._table.game, position, self._sharpness)
        values = PositionValues(self._table.game, self._rollouts)
        question = values.ask(position, None, NO_OBSERVER, position_stream(position))
        values.play_rollouts(simulations, ReviewBudget(None, simulations, self._rollouts, None))
        return values.value(question)
