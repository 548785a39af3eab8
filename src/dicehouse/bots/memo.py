"""What a game works out once for its bots, under the settings of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.kit import DiceBox, Game, Position, engine_of


def memo_of(game: Game, players: int, settings: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    """What the game works out for its bots under these settings."""
    memo = np.zeros(game.hooks.MEMO)
    position = Position(game)
    engine_of(game).deal(position, players, game.complete(settings), DiceBox(written=False))
    game.hooks.prepare(position.state, memo)
    return memo
