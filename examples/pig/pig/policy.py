"""Tell bots how to play Pig."""

from __future__ import annotations

from typing import Any

from dicehouse.core import Actions, Dice, rules

from .rules import BANK, ROLL, State

ENDING_WORDS = ("bank",)
ENOUGH = 20  # with one die, rolling with more points than this loses more than it wins


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """Return BANK with 20 points or with enough to win, and ROLL otherwise."""
    wins = state.totals[seat] + state.turn_points >= state.options.target
    return BANK if state.turn_points >= ENOUGH or (wins and state.turn_points > 0) else ROLL
