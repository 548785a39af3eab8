"""Luck and skill: what every throw and every decision of a finished match was worth.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", seed=7, options={"special_cards": False}, names=["Ana", "Ben"])
>>> while not match.over:
...     seat = match.acting()[0]
...     _ = match.play(seat, match.options(seat)[-1].id)
>>> found = dicehouse.review(match)
>>> found.method
'exact'
>>> abs(found.start[0] + found.luck[0] + found.skill[0] - found.outcome[0]) < 1e-9
True
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from .making import SECONDS, review
from .shape import CHANCE, DECISION, EXACT, MODEL, SEARCH, VERSION, Best, Review, Row, read


class _Room(ModuleType):
    """`dicehouse.review` is a room and, for whoever calls it, what it is for."""

    def __call__(self, *match: Any, **how: Any) -> Review:
        return review(*match, **how)


sys.modules[__name__].__class__ = _Room

__all__ = [
    "CHANCE",
    "DECISION",
    "EXACT",
    "MODEL",
    "SEARCH",
    "SECONDS",
    "VERSION",
    "Best",
    "Review",
    "Row",
    "read",
    "review",
]
