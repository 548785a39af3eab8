"""Run the functions of a game, interpreted or compiled."""

from .engine import DiceBox, Engine, engine_of
from .position import Position

__all__ = ["DiceBox", "Engine", "Position", "engine_of"]
