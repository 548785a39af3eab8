"""What a game counts of its own when it is over, beyond what studies measure in any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadGame
from .settings import short

MOST = 1_000_000  # so the squares of nine million games can be added up


@dataclass(frozen=True)
class Measure:
    """One such thing: its name, what it is in words ("dice left in the Wasteland"), and what it counts ("dice").

    `values(states, n_players)` gets the last positions of some games, an array of the game's record, and returns a
    whole number for each of them. It is called by numpy's rules: `states.totals.max(1)` is the best total of each.
    """

    id: str
    words: str
    unit: str
    values: Callable[[Any, int], npt.ArrayLike]

    def of(self, states: Any, n_players: int) -> npt.NDArray[np.int64]:
        """Its numbers for these games; BadGame if it doesn't return one whole number for each."""
        found = np.asarray(self.values(states.view(np.recarray), n_players))
        whole = found.shape == (len(states),) and found.dtype.kind in "biu"
        if not whole or (len(found) and int(np.abs(found.astype(np.int64)).max()) > MOST):
            raise BadGame(f"The measure {short(self.id)} returns one whole number for each game, of at most {MOST:,}.")
        return found.astype(np.int64)
