"""Describe the actions of Pig: their texts, their labels, and the keys to press."""

from __future__ import annotations

from dicehouse.core import Option

from .rules import ROLL, State


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return a legal `action` of `seat` as an option."""
    points = state.turn_points
    if action == ROLL:
        many = "both dice" if state.options.two_dice else "the die"
        return Option("roll", f"Throw {many}", f"puts {points} points at risk" if points else "", ("key:roll",))
    total = state.totals[seat] + points
    return Option("bank", f"Bank {points}", f"{state.totals[seat]} → {total}", ("key:bank",), {"total": total})
