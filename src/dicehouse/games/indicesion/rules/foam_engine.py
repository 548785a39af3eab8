"""Run a game of physical throws: this engine measures in a simulated world what other games draw from dice."""

from __future__ import annotations

import random

from dicehouse.core.game import Game
from dicehouse.engine import DiceBox, Engine, Position

from .. import rules
from .action_events import count_alike
from .measurements import RecordedAction
from .table_layout import scene_of
from .win_chances import win_chances

__all__ = ["FoamEngine"]


class FoamEngine(Engine):
    """Run the rules of inDICEsion, which are plain Python over the physics of `throw_physics`; nothing is compiled."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, compiled=False)

    def legal(self, position: Position, seat: int) -> list[int]:
        """Return the numbers of the listed choices."""
        return rules.legal(position.state, seat)

    def apply(self, position: Position, seat: int, action: int, box: DiceBox) -> None:
        """Carry out a choice in place; the measurements are left in `box.outcome`."""
        act = RecordedAction(box, scene_of(position.state))
        rules.apply(position.state, seat, action, act)
        act.close()
        count_alike(box.dice)
        box.outcome = act.found or None

    def prospects(
        self, position: Position, seat: int, text: str, n_trials: int, luck: random.Random
    ) -> list[list[float]]:
        """Return each seat's chance to win: now (one row, if `text` is empty), or after each of `n_trials` simulations
        of a throw with random noise of its own; fewer rows if some simulations failed.
        """
        return win_chances(position.state, seat, text, n_trials, luck)
