"""Options as text."""

from __future__ import annotations

from dicehouse.kit import Option

from .rules import GO, State


def describe(state: State, seat: int, action: int) -> Option:
    """Go or halt."""
    return Option("go", "Go") if action == GO else Option("halt", "Halt")
