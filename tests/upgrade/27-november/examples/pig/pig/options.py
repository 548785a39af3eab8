"""Options as text, as words, and as keys that a hand would touch."""

from __future__ import annotations

from dicehouse.kit import Option

from .rules import ROLL, State


def describe(state: State, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
    points = state.turn_points
    if action == ROLL:
        many = "both dice" if state.options.two_dice else "the die"
        return Option("roll", f"Throw {many}", f"puts {points} points at risk" if points else "", ("key:roll",))
    total = state.totals[seat] + points
    return Option("bank", f"Bank {points}", f"{state.totals[seat]} → {total}", ("key:bank",), {"total": total})
