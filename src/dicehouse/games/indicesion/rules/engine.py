"""The engine of games that are thrown: it measures in a simulated world what others draw from dice."""

from __future__ import annotations

import random

from dicehouse.kit.engine import DiceBox, Engine, Position
from dicehouse.kit.game import Game

from .. import rules
from .outcomes import Act
from .prospects import prospects
from .seating import scene_of

__all__ = ["Foam"]


class Foam(Engine):
    """The rules of inDICEsion, which are plain Python over the physics of `throwing`: nothing of them compiles."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, compiled=False)

    def legal(self, position: Position, seat: int) -> list[int]:
        """The numbers of the choices that are listed."""
        return rules.legal(position.state, seat)

    def apply(self, position: Position, seat: int, action: int, box: DiceBox) -> None:
        """Carry out a choice in place; what was measured is left in `box.outcome`."""
        act = Act(box, scene_of(position.state))
        rules.apply(position.state, seat, action, act)
        act.close()
        box.outcome = act.found or None

    def prospects(self, position: Position, seat: int, text: str, tries: int, luck: random.Random) -> list[list[float]]:
        """Each seat's chance to win, as things lie (one row, if there is no text), or after each of so many tries of a
        throw with luck of its own; fewer rows if some tries came to nothing.
        """
        return prospects(position.state, seat, text, tries, luck)
