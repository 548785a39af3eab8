"""What a bot should know of Pig beyond its rules."""

from __future__ import annotations

from typing import Any

from dicehouse.kit import Actions, Dice, rules

from .rules import BANK, ROLL, State

ENOUGH = 20  # with one die, a throw on more than this loses more than it wins


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """Hold at 20, or at once when it wins."""
    wins = state.totals[seat] + state.turn_points >= state.options.target
    return BANK if state.turn_points >= ENOUGH or (wins and state.turn_points > 0) else ROLL


def set_up(state: Any, players: int, *, totals: list[int], player: int = 0, turn_points: int = 0) -> None:
    """A position of one's own, for tests and studies."""
    state.player, state.turn_points = player, turn_points
    for seat in range(players):
        state.totals[seat] = totals[seat]
