"""Compute once per table the numbers that a game's bots use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.engine import DiceBox, Position, engine_of


def make_policy_memo(game: Game, players: int, settings: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    """Return the numbers that the game computes for its bots with these players and settings."""
    memo = np.zeros(game.hooks.MEMO)
    position = Position(game)
    engine_of(game).deal(position, players, game.complete(settings), DiceBox(written=False))
    game.hooks.prepare(position.state, memo)
    return memo
