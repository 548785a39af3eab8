"""What is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit import Prompt
from dicehouse.kit.telling import Told

from .options import NAMES
from .rules import State


def tell(event: Any, measured: Mapping[str, Any] | None = None) -> Told:
    """Both choices."""
    return Told("open", 0, f"{{0}} shows {NAMES[event.item]}, {{1}} {NAMES[event.amount]}.", {})


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """One question."""
    return Prompt("Rock, paper, or scissors?", "")
