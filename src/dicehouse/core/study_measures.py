"""Describe what studies count of a finished game, in addition to what they measure in any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadGame
from ..text_format import shorten

MAX_VALUE = 1_000_000  # so that the squares of nine million games fit into 64 bits when added up


@dataclass(frozen=True)
class StudyMeasure:
    """Describe one measure: its id, its name in words ("dice left in the Wasteland"), and its unit ("dice").

    `values(states, n_players)` gets the last positions of some games, an array of the game's record, and returns a
    whole number for each of them. It uses NumPy: `states.totals.max(1)` is the best total of each game.
    """

    id: str
    words: str
    unit: str
    values: Callable[[Any, int], npt.ArrayLike]

    def of(self, states: Any, n_players: int) -> npt.NDArray[np.int64]:
        """Return the numbers of these games; raise BadGame if the measure doesn't return one whole number for each."""
        found = np.asarray(self.values(states.view(np.recarray), n_players))
        whole = found.shape == (len(states),) and found.dtype.kind in "biu"
        if not whole or (len(found) and int(np.abs(found.astype(np.int64)).max()) > MAX_VALUE):
            raise BadGame(
                f"The measure {shorten(self.id)} returns one whole number for each game, of at most {MAX_VALUE:,}."
            )
        return found.astype(np.int64)
