"""What studies count of a finished game of Dice-ocalypse!."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicehouse.kit import Measure


def unplayed(states: Any, n_players: int) -> Any:
    """Act of War cards that are still in hands."""
    return np.bitwise_count(states.players["hand"][:, :n_players]).sum(1)


def unopened(states: Any, n_players: int) -> Any:
    """Players who have had no scored turn."""
    return n_players - states.players["opened"][:, :n_players].sum(1)


MEASURES = (
    Measure("unplayed", "war cards that nobody played", "cards", unplayed),
    Measure("unopened", "players who never scored", "players", unopened),
)
