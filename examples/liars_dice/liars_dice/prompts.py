"""Turn events and prompts into text. {0}, {1}, ... stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.core import EventName, LogEntry, Option, Prompt

from .rules import Happened, State

ONE = ("", "one", "two", "three", "four", "five", "six")
MANY = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
EVENT_NAMES = {
    Happened.FIRST: EventName("first"),
    Happened.THROW: EventName("throw"),
    Happened.LOOKS: EventName("looks"),
    Happened.BID: EventName("bid"),
    Happened.LIAR: EventName("liar"),
    Happened.SHOWS: EventName("shows"),
    Happened.COUNT: EventName("count"),
    Happened.LOSES: EventName("loses"),
    Happened.OUT: EventName("out"),
    Happened.WIN: EventName("win"),
}


def many(quantity: int, face: int) -> str:
    """Return a number of dice of a face in words, such as "4 sixes"."""
    return f"{quantity} {(ONE if quantity == 1 else MANY)[face]}"


def log_entry(event: Any) -> LogEntry:
    """Return an event record as a log entry."""
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
    return LogEntry(kind, event.seat, text, facts, readers=(event.seat,) if secret else None)


def heading(option: Option) -> tuple[str, str]:
    """Return the heading of an option: bids are grouped by their face."""
    return (f"Bid {MANY[option.facts['face']]}" if option.facts else "", "")


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or what it waits for."""
    player = names[state.player]
    bid = f"{names[state.bidder]} bids {many(state.quantity, state.face)}." if state.quantity else "No bid yet."
    if not asked:
        return Prompt("You win!" if seat == state.player else f"{player} wins", bid)
    if seat not in asked:
        return Prompt(f"{player} is {'throwing' if state.open else 'bidding'}", bid)
    if state.open:
        return Prompt("Throw again", "All cups are lifted.")
    return Prompt("Bid higher, or call the lie" if state.quantity else "Make the first bid", bid)
