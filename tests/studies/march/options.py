"""Options as text."""

from __future__ import annotations

from dicehouse.core import Option

from .rules import GO, State


def describe_action(state: State, seat: int, action: int) -> Option:
    """Go or halt."""
    return Option("go", "Go") if action == GO else Option("halt", "Halt")
