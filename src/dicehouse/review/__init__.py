"""Measure luck and skill: what every throw and every decision of a finished match was worth.

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

from .review_budget import SECONDS
from .review_match import review
from .review_result import (
    CHANCE,
    DECISION,
    EXACT,
    MODEL,
    REVIEW_VERSION,
    SEARCH,
    BetterOption,
    Review,
    ReviewRow,
    read_review,
)


class _CallablePackage(ModuleType):
    """Make `dicehouse.review` both a package and the function `review`."""

    def __call__(self, *match: Any, **how: Any) -> Review:
        return review(*match, **how)


sys.modules[__name__].__class__ = _CallablePackage

__all__ = [
    "CHANCE",
    "DECISION",
    "EXACT",
    "MODEL",
    "REVIEW_VERSION",
    "SEARCH",
    "SECONDS",
    "BetterOption",
    "Review",
    "ReviewRow",
    "read_review",
    "review",
]
