"""Options as text."""

from __future__ import annotations

from dicehouse.kit import Option

from .rules import State

NAMES = ("", "rock", "paper", "scissors")


def describe(state: State, seat: int, action: int) -> Option:
    """By their names."""
    return Option(NAMES[action], NAMES[action].capitalize())
