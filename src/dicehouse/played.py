"""What a match knows of an action beside the rules: the choice as it was made, its words, and what undo needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .kit import Option
from .kit.hooks import Hooks


class Pick(str):
    """An option's text that knows the rules' number for it, so that who plays it need not have all others told."""

    action: int

    def __new__(cls, text: str, action: int) -> Pick:
        pick = super().__new__(cls, text)
        pick.action = action
        return pick

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]  # copies know the number, too
        return str(self), self.action


def described(hooks: Hooks, state: Any, seat: int, action: int) -> Option:
    """A legal action as an option that says whether it can be taken back."""
    option: Option = hooks.describe(state, seat, action)
    return option if hooks.final(state, seat, action) else replace(option, final=False)


@dataclass(frozen=True)
class Before:
    """What undo needs: the position before an action, and whether the action can be taken back at all."""

    data: bytes
    events: int
    faded: int
    barrier: bool
    asked: tuple[int, ...]


def since_chance(past: Sequence[Before]) -> int:
    """The first position since which no dice fell and nothing was shown: so far could be gone back."""
    number = len(past)
    while number > 0 and not past[number - 1].barrier:
        number -= 1
    return number
