"""What a seat may see: everything, since Pig hides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit import Told

from .rules import State


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
    """The position as plain data."""
    return {
        "game": "pig",
        "player": state.player,
        "dice": [face for face in state.dice if face],
        "turn_points": state.turn_points,
        "target": state.options.target,
        "seats": [{"total": state.totals[seat]} for seat in range(state.n_players)],
        "winner": None if asked else state.player,
    }
