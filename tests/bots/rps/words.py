"""Write the texts of the log and the prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.core import Prompt
from dicehouse.core.log_entry import LogEntry

from .options import NAMES
from .rules import State


def log_entry(event: Any, measured: Mapping[str, Any] | None = None) -> LogEntry:
    """Describe both choices."""
    return LogEntry("open", 0, f"{{0}} shows {NAMES[event.item]}, {{1}} {NAMES[event.amount]}.", {})


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return the only question."""
    return Prompt("Rock, paper, or scissors?", "")
