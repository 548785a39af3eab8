"""Options as text, as words, and as keys that a hand would touch."""

from __future__ import annotations

from dicehouse.kit import Option

from .rules import BID, LIAR, THROW, State
from .words import many


def describe(state: State, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
    if action == THROW:
        return Option("throw", "Throw again", "all dice go back under the cups", ("key:throw",))
    if action == LIAR:
        bid = f"{{{state.bidder}}}'s {many(state.quantity, state.face)}"
        return Option("liar", "Liar!", f"doubts {bid}", ("key:liar",))
    quantity, face = BID.quantity(action), BID.face(action)
    bid, facts = many(quantity, face), {"quantity": quantity, "face": face}
    return Option(bid, f"Bid {bid}", "", (f"face:{face}", f"quantity:{quantity}"), facts)
