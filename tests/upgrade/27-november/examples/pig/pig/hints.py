"""What a bot should know of Pig beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.kit import Actions, Dice, rules
from dicehouse.kit.reading import Word, by_seat, seat, whole

from .rules import BANK, ROLL, State

ENOUGH = 20  # with one die, a throw on more than this loses more than it wins


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """Hold at 20, or at once when it wins."""
    wins = state.totals[seat] + state.turn_points >= state.options.target
    return BANK if state.turn_points >= ENOUGH or (wins and state.turn_points > 0) else ROLL


SET_UP = (
    Word("totals", by_seat(whole(0, 999)), "What each seat has banked: nothing."),
    Word("player", seat, "Whose turn it is: seat 0."),
    Word("turn_points", whole(0, 999), "The points of this turn so far: 0."),
)


def set_up(state: State, players: int, *, totals: Sequence[int] = (), player: int = 0, turn_points: int = 0) -> None:
    """The middle of a turn."""
    if max(totals, default=0) >= state.options.target:
        raise BadSetting(f"totals are below {state.options.target}: whoever has that has won; not {max(totals)}.")
    for owner, total in enumerate(totals):
        state.totals[owner] = total
    state.player, state.turn_points = player, turn_points
