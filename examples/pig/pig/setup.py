"""Set up positions of Pig, to play on from the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.value_readers import SetupField, list_by_seat, seat_number, whole_number
from dicehouse.errors import BadSetting

from .rules import State

SET_UP = (
    SetupField("totals", list_by_seat(whole_number(0, 999)), "What each seat has banked: nothing."),
    SetupField("player", seat_number, "Whose turn it is: seat 0."),
    SetupField("turn_points", whole_number(0, 999), "The points of this turn so far: 0."),
)


def set_up(state: State, players: int, *, totals: Sequence[int] = (), player: int = 0, turn_points: int = 0) -> None:
    """Change a dealt `state` to the middle of a turn; raise BadSetting if a seat would have won already."""
    if max(totals, default=0) >= state.options.target:
        raise BadSetting(
            f"totals must be below {state.options.target}, the points that win; {max(totals)} is too high."
        )
    for owner, total in enumerate(totals):
        state.totals[owner] = total
    state.player, state.turn_points = player, turn_points
