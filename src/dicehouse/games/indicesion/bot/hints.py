"""What tables and tests should know of the game beyond its rules: players that are programs, and set-up positions."""

from __future__ import annotations

from ..rules.practice import practice
from ..show.set_up import SET_UP, set_up
from .sensible import choose

__all__ = ["SET_UP", "choose", "practice", "set_up"]
