"""What a game need not say for itself: every name here is used where a game's own module has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import BadSetting
from .compiling import rules
from .dice import Dice
from .settings import Value


def check(players: int, settings: Mapping[str, Value]) -> None:
    """Of the game: all settings go together."""


@rules
def redeal(state: Any, seat: int, dice: Dice) -> None:
    """Of the rules: nothing is hidden, so what a seat knows is the whole position."""


def normal(text: str) -> str:
    """Of the options: notation is lower case with single spaces."""
    return " ".join(text.lower().split())


def refusal(state: Any, seat: int, text: str) -> str:
    """Of the options: an option that is not legal now needs no further reason."""
    return ""


def reaction(state: Any, seat: int) -> None:
    """Of the hints: nobody is asked for a reply out of turn."""


def bot_duty(state: Any, seat: int) -> None:
    """Of the hints: bots are free in every choice."""


def set_up(state: Any, players: int, **position: Any) -> None:
    """Of the hints: the game knows no positions but those that are played."""
    raise BadSetting("This game can't be set up from a position.")


def sheet(scores: Sequence[int]) -> dict[str, Any]:
    """Of the words: a score sheet that knows only totals."""
    rows = [{"seat": seat, "cells": {}, "total": total, "note": ""} for seat, total in enumerate(scores)]
    return {"sources": [], "rows": rows}


def table(title: str, names: Sequence[str], scores: Sequence[int], acting: Sequence[int]) -> str:
    """Of the words: a position as text that knows only totals and who is to act."""
    width = max(map(len, names))
    lines = [f"{'>' if s in acting else ' '} {name:<{width}}  {scores[s]:>7,}" for s, name in enumerate(names)]
    return "\n".join([title, *lines])
