"""Hold a position of a game as bytes, with a checked view of the record in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Game
from ..records.record import Bytes, dtype, strict


class Position:
    """Hold a position: its bytes, and a checked view of them (shared memory)."""

    __slots__ = ("memory", "state")

    def __init__(self, game: Game, memory: Bytes | None = None) -> None:
        self.memory: Bytes = np.zeros(dtype(game.rules.State).itemsize, np.uint8) if memory is None else memory
        self.state: Any = strict(game.rules.State, self.memory)

    def tobytes(self) -> bytes:
        """Return the bytes of the whole position; two positions are equal if these are."""
        return self.memory.tobytes()

    def restore(self, data: bytes) -> None:
        """Make this the position with the bytes `data`."""
        self.memory[:] = np.frombuffer(data, np.uint8)
