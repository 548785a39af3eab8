"""Write options as text."""

from __future__ import annotations

from dicehouse.core import Option

from .rules import State

NAMES = ("", "rock", "paper", "scissors")


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return an option by its name."""
    return Option(NAMES[action], NAMES[action].capitalize())
