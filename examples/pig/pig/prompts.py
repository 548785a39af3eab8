"""Turn events and prompts into text. {0}, {1}, ... stand for the players' names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.core import EventName, LogEntry, Prompt

from .rules import Happened, State

EVENT_NAMES = {
    Happened.FIRST: EventName("first"),
    Happened.THROW: EventName("throw"),
    Happened.LOST: EventName("lost"),
    Happened.ALL_LOST: EventName("all-lost"),
    Happened.SCORE: EventName("score"),
    Happened.WIN: EventName("win"),
}
THROWS = (Happened.THROW,)


def log_entry(event: Any) -> LogEntry:
    """Return an event record as a log entry."""
    who, faces = f"{{{event.seat}}}", list(event.faces)[: event.n_faces]
    thrown = " and ".join(map(str, faces))
    banked = {"points": event.amount, "total": event.total}
    kind, text, facts = {
        Happened.FIRST: ("first", f"{who} begins.", {}),
        Happened.THROW: ("throw", f"{who} throws {thrown}.", {"dice": faces}),
        Happened.LOST: ("lost", f"{who} loses the points of this turn.", {}),
        Happened.ALL_LOST: ("all-lost", f"{who} loses everything.", {"points": event.amount}),
        Happened.SCORE: ("score", f"{who} banks {event.amount}: {event.total}.", banked),
        Happened.WIN: ("win", f"{who} wins with {event.total}.", {"total": event.total}),
    }[event.kind]
    return LogEntry(kind, event.seat, text, facts)


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or what it waits for."""
    player = names[state.player]
    if not asked:
        return Prompt("You win!" if seat == state.player else f"{player} wins")
    if seat in asked:
        return Prompt("Throw on, or bank" if state.turn_points else "Throw the dice", f"{state.turn_points} this turn.")
    return Prompt(f"{player} is playing", f"{state.turn_points} this turn.")
