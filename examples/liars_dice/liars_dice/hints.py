"""What a bot should know of Liar's Dice beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit import Actions, Dice, rules

from .rules import BID, FACES, LIAR, THROW, WILD, State, dice_left, matching


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """Whatever is safest by one's own cup: to call the last bid, or to raise it on some face."""
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
    """How many dice of a face there are: those under one's own cup, and the usual share of the others."""
    likely = 2 if state.options.ones_wild and face != WILD else 1
    return matching(state, seat, face) + (dice_left(state) - state.left[seat]) * likely / FACES


def set_up(
    state: Any,
    players: int,
    *,
    cups: Sequence[Sequence[int]],
    player: int = 0,
    bid: tuple[int, int] | None = None,
    bidder: int = 0,
) -> None:
    """A position of one's own, for tests and studies: the faces under each cup, and the last bid."""
    state.player, state.bidder, state.open = player, bidder, False
    state.quantity, state.face = bid or (0, 0)
    for seat in range(players):
        state.left[seat] = len(cups[seat])
        for i in range(5):
            state.cups[seat, i] = cups[seat][i] if i < len(cups[seat]) else 0
