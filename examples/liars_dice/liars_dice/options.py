"""Describe the actions of Liar's Dice: their texts, their labels, and the keys to press."""

from __future__ import annotations

from dicehouse.core import Option

from .prompts import many
from .rules import BID, LIAR, THROW, State


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return a legal `action` of `seat` as an option."""
    if action == THROW:
        return Option("throw", "Throw again", "all dice go back under the cups", ("key:throw",))
    if action == LIAR:
        bid = f"{{{state.bidder}}}'s {many(state.quantity, state.face)}"
        return Option("liar", "Liar!", f"doubts {bid}", ("key:liar",))
    quantity, face = BID.quantity(action), BID.face(action)
    bid, facts = many(quantity, face), {"quantity": quantity, "face": face}
    return Option(bid, f"Bid {bid}", "", (f"face:{face}", f"quantity:{quantity}"), facts)
