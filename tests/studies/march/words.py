"""What is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core import EventName, Prompt
from dicehouse.core.log_entry import LogEntry

from .rules import STEP, State

SIZES = ("none", "one", "two", "three", "four", "five", "six")
EVENT_NAMES = {
    STEP: EventName("step", {0: "none", 1: "one", 2: "Two steps", 3: "three", 4: "four", 5: "five", 6: "six"}),
    1: EventName("arrived"),
}


def log_entry(event: Any, measured: Mapping[str, Any] | None = None) -> LogEntry:
    """A step, or the last one."""
    if event.kind == STEP:
        return LogEntry("step", event.seat, f"{{{event.seat}}} goes {event.item}.", {"size": SIZES[event.item]})
    if event.kind == 1:
        return LogEntry("arrived", event.seat, f"{{{event.seat}}} arrives.")
    raise KeyError(event.kind)


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """One question."""
    return Prompt("Go?", "")
