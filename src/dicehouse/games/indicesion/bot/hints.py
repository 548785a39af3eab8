"""What tables and tests should know of the game beyond its rules: players that are programs, and set-up positions."""

from __future__ import annotations

from ..show.chances import likely, practice
from ..show.set_up import SET_UP, set_up
from .racing import search
from .reasons import describe_free, reason, reason_free
from .sensible import LEVELS, choose

__all__ = [
    "LEVELS",
    "SET_UP",
    "choose",
    "describe_free",
    "likely",
    "practice",
    "reason",
    "reason_free",
    "search",
    "set_up",
]
