"""Keep what a match knows of its actions: who played what with which dice, and what undo needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RULE_CHANGE_SEAT = -1  # in place of a seat: the following actions are played under other rules


@dataclass(frozen=True)
class PlayedAction:
    """Hold the option that a seat played and the dice it drew (results from 1, with the sides of each die)."""

    seat: int
    option: str
    draws: tuple[int, ...]
    sides: tuple[int, ...]
    outcome: Mapping[str, Any] | None = None  # the measured outcome, in games with an engine of their own


@dataclass(frozen=True)
class HistoryEntry:
    """Hold what undo needs: the position before an action, and whether the action is a barrier for undo."""

    data: bytes
    events: int
    faded: int
    barrier: bool
    asked: tuple[int, ...]


def last_barrier(past: Sequence[HistoryEntry]) -> int:
    """Return the number of the earliest position that undo could reach: since then no die was drawn and nothing was
    revealed.
    """
    number = len(past)
    while number > 0 and not past[number - 1].barrier:
        number -= 1
    return number
