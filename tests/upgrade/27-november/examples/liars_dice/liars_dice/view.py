"""What a seat may see: the dice under its own cup, and all of them when the cups are lifted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit import Told

from .rules import State


def view(state: State, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
    """The position as plain data; a 0 is a die that lies hidden."""
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
    """The dice of a cup in order, or so many zeros."""
    faces = sorted(face for i in range(5) if (face := state.cups[seat, i]))
    return faces if seen else [0] * len(faces)
