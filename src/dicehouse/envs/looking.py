"""What seats see of positions that lie in no batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dicehouse.kit import Game
from dicehouse.kit.program import ready
from dicehouse.kit.sights import Sight

from .program import PLAN, Envs

Floats = npt.NDArray[np.float32]


def seen_of(
    game: Game, sight: Sight, players: int, positions: npt.NDArray[np.uint8], seats: npt.NDArray[np.int64]
) -> Floats:
    """What a seat of each position sees, a row for each; `positions` has the bytes of one in each row."""
    plan = np.zeros(1, PLAN)
    plan["players"] = players
    for part, width in sight.parts.items():
        plan[part] = width
    out: Floats = np.zeros((len(positions), sight.width), np.float32)
    memory = np.ascontiguousarray(positions).reshape(-1)
    ready(Envs, game).sights(game, memory.copy(), plan.view(np.uint8), seats, sight.divided, sight.factors, out)
    if sight.generic:
        sight.fill(out, positions, seats)
    return out
