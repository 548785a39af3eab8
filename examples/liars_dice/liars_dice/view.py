"""Show a seat the dice under its own cup, and all dice when the cups are lifted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.core import LogEntry

from .rules import State


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return the position as plain data, with a 0 for each hidden die."""
    bid = {"by": state.bidder, "quantity": state.quantity, "face": state.face} if state.quantity else None
    return {
        "game": "liars-dice",
        "player": state.player,
        "bid": bid,
        "dice_on_the_table": sum(state.left),
        "ones_wild": state.options.ones_wild,
        "seats": [
            {"total": state.left[other], "dice": cup(state, other, state.open or other == seat)}
            for other in range(state.n_players)
        ],
        "winner": None if asked else state.player,
    }


def cup(state: State, seat: int, seen: bool) -> list[int]:
    """Return the dice of a seat's cup in order, or a 0 for each if they are not `seen`."""
    faces = sorted(face for i in range(5) if (face := state.cups[seat, i]))
    return faces if seen else [0] * len(faces)
