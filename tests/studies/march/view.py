"""What one sees: everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry

from .rules import State


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[LogEntry]) -> dict[str, Any]:
    """Where everybody stands."""
    return {"totals": [state.totals[seat] for seat in range(state.n_players)]}
