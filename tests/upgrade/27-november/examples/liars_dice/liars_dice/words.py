"""The sentences of the log and the prompts. {0}, {1}, ... stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit import Option, Prompt, Told

from .rules import Happened, State

ONE = ("", "one", "two", "three", "four", "five", "six")
MANY = ("", "ones", "twos", "threes", "fours", "fives", "sixes")


def many(quantity: int, face: int) -> str:
    """So many dice of a face."""
    return f"{quantity} {(ONE if quantity == 1 else MANY)[face]}"


def tell(event: Any) -> Told:
    """An event record in words."""
    who, faces = f"{{{event.seat}}}", sorted(list(event.faces)[: event.n_faces])
    cup = " ".join(map(str, faces))
    dice = f"{event.amount} {'die' if event.amount == 1 else 'dice'}"
    kind, text, facts = {
        Happened.FIRST: ("first", f"{who} begins.", {}),
        Happened.THROW: ("throw", "All dice are thrown.", {}),
        Happened.LOOKS: ("looks", f"{who} looks under the cup: {cup}.", {"dice": faces}),
        Happened.BID: ("bid", f"{who} bids {many(event.amount, event.item)}.", {}),
        Happened.LIAR: ("liar", f"{who} calls {{{event.other}}} a liar.", {}),
        Happened.SHOWS: ("shows", f"{who} shows {cup}.", {"dice": faces}),
        Happened.COUNT: ("count", f"The count: {many(event.amount, event.item)}.", {}),
        Happened.LOSES: ("loses", f"{who} loses a die and has {dice}.", {}),
        Happened.OUT: ("out", f"{who} is out.", {}),
        Happened.WIN: ("win", f"{who} wins with {dice}.", {}),
    }[event.kind]
    secret = event.kind == Happened.LOOKS
    return Told(kind, event.seat, text, facts, audience=(event.seat,) if secret else None)


def heading(option: Option) -> tuple[str, str]:
    """Bids lie together by their face."""
    return (f"Bid {MANY[option.facts['face']]}" if option.facts else "", "")


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """What `seat` is asked, or waits for."""
    player = names[state.player]
    bid = f"{names[state.bidder]} bids {many(state.quantity, state.face)}." if state.quantity else "No bid yet."
    if not asked:
        return Prompt("You win!" if seat == state.player else f"{player} wins", bid)
    if seat not in asked:
        return Prompt(f"{player} is {'throwing' if state.open else 'bidding'}", bid)
    if state.open:
        return Prompt("Throw again", "All cups are lifted.")
    return Prompt("Bid higher, or call the lie" if state.quantity else "Make the first bid", bid)
