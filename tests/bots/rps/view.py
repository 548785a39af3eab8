"""What one sees: nothing of the other's choice until both lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit.telling import Told

from .options import NAMES
from .rules import State, over


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
    """One's own choice, and who has chosen."""
    shown = [NAMES[state.chosen[s]] if s == seat or over(state) else "" for s in range(2)]
    return {"chosen": shown, "ready": [bool(state.chosen[s]) for s in range(2)]}
