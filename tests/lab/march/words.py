"""What is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit import Prompt
from dicehouse.kit.telling import Term, Told

from .rules import STEP, State

SIZES = ("none", "one", "two", "three", "four", "five", "six")
GLOSSARY = (Term("size:two", "Two steps", "Two at once."),)


def tell(event: Any, measured: Mapping[str, Any] | None = None) -> Told:
    """A step, or the last one."""
    if event.kind == STEP:
        return Told("step", event.seat, f"{{{event.seat}}} goes {event.item}.", {"size": SIZES[event.item]})
    if event.kind == 1:
        return Told("arrived", event.seat, f"{{{event.seat}}} arrives.")
    raise KeyError(event.kind)


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """One question."""
    return Prompt("Go?", "")
