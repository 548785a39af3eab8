"""Show what a seat sees: nothing of the other's choice until both have chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.core.log_entry import LogEntry

from .options import NAMES
from .rules import State, over


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[LogEntry]) -> dict[str, Any]:
    """Return the seat's own choice, and which seats have chosen."""
    shown = [NAMES[state.chosen[s]] if s == seat or over(state) else "" for s in range(2)]
    return {"chosen": shown, "ready": [bool(state.chosen[s]) for s in range(2)]}
