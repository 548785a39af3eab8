"""Tell bots how to play Liar's Dice."""

from __future__ import annotations

from typing import Any

from dicehouse.core import Actions, Dice, rules

from .rules import BID, FACES, LIAR, THROW, WILD, State, dice_left, matching


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """Return the safest action by the seat's own cup: calling the last bid a lie, or a higher bid."""
    if state.open:
        return THROW
    best, margin = LIAR, -100.0
    if state.quantity > 0:
        margin = state.quantity - expected(state, seat, state.face)
    for face in range(1, FACES + 1):
        quantity = state.quantity + (face <= state.face or state.quantity == 0)
        if quantity <= dice_left(state) and expected(state, seat, face) - quantity > margin:
            best, margin = BID.of(quantity, face), expected(state, seat, face) - quantity
    return best


@rules
def expected(state: State, seat: int, face: int) -> float:
    """Return how many dice of `face` to expect: those under the seat's own cup, and an average part of the others."""
    likely = 2 if state.options.ones_wild and face != WILD else 1
    return matching(state, seat, face) + (dice_left(state) - state.left[seat]) * likely / FACES
