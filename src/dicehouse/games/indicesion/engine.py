"""The engine of games that are thrown: it measures in a simulated world what others draw from dice."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dicehouse.kit.engine import DiceBox, Engine, Position
from dicehouse.kit.game import Game
from dicehouse.kit.record import Bytes, dtype, strict
from dicehouse.kit.settings import Value

from . import rules
from .measured import Act

__all__ = ["Foam"]


class Foam(Engine):
    """The rules of inDICEsion in plain Python, over the physics of `throwing`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled = False

    def deal(self, position: Position, players: int, settings: Mapping[str, Value], box: DiceBox) -> None:
        """Set up a new game in `position`."""
        position.memory[:] = 0
        options: Bytes = np.zeros(dtype(rules.Options).itemsize, np.uint8)
        view = strict(rules.Options, options)
        self.game.fill(view, settings)
        rules.deal(position.state, view, players, box.dice)

    def acting(self, position: Position) -> tuple[int, ...]:
        """The seat that may act now."""
        mask = rules.acting(position.state)
        return tuple(seat for seat in range(self.game.players[1]) if mask >> seat & 1)

    def legal(self, position: Position, seat: int) -> list[int]:
        """The numbers of the choices that are listed."""
        return rules.legal(position.state, seat)

    def apply(self, position: Position, seat: int, action: int, box: DiceBox) -> None:
        """Carry out a choice in place; what was measured is left in `box.outcome`."""
        act = Act(box)
        rules.apply(position.state, seat, action, act)
        box.outcome = act.found or None

    def over(self, position: Position) -> bool:
        """Whether the match has ended."""
        return rules.over(position.state)

    def scores(self, position: Position) -> list[float]:
        """Rounds won by seat, as long as the most seats the game has."""
        return self._padded([float(wins) for wins in rules.scores(position.state)])

    def shares(self, position: Position) -> list[float]:
        """Each seat's share of the win."""
        return self._padded(rules.shares(position.state))

    def redeal(self, position: Position, seat: int, box: DiceBox) -> None:
        """Nothing is hidden."""

    def _padded(self, numbers: list[float]) -> list[float]:
        return numbers + [0.0] * (self.game.players[1] - len(numbers))
