"""What a bot should know of Liar's Dice beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.kit import Actions, Dice, rules
from dicehouse.kit.reading import Word, by_seat, either, many, nothing, seat, whole

from .rules import BID, FACES, LIAR, THROW, WILD, State, dice_left, matching, over


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


SET_UP = (
    Word("cups", by_seat(many(whole(1, FACES), 5)), "The faces under each cup: as dealt if not given."),
    Word("player", seat, "Whose turn it is: seat 0."),
    Word("bid", either(many(whole(1, 30), 2, 2), nothing), "The last bid, a quantity and a face: none yet."),
    Word("bidder", seat, "Who made it: seat 0."),
)


def set_up(
    state: State,
    players: int,
    *,
    cups: Sequence[Sequence[int]] = (),
    player: int = 0,
    bid: Sequence[int] | None = None,
    bidder: int = 0,
) -> None:
    """Closed cups, and perhaps a bid."""
    for owner, cup in enumerate(cups):
        state.left[owner] = len(cup)
        for i in range(5):
            state.cups[owner, i] = cup[i] if i < len(cup) else 0
    if over(state) or state.left[player] == 0:
        raise BadSetting("player: whoever is to play has dice, and somebody else has, too.")
    state.player, state.bidder = player, bidder
    state.quantity, state.face = bid or (0, 0)
    if state.quantity > dice_left(state) or state.face > FACES:
        raise BadSetting(f"bid: there are {dice_left(state)} dice with faces 1 to {FACES}, not {bid}.")
