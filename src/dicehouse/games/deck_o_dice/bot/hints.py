"""What bots and tables should know of the game beyond its rules."""

from __future__ import annotations

from ..show.set_up import SET_UP, set_up
from .sensible import MEMO, prepare, sensible

__all__ = ["MEMO", "SET_UP", "prepare", "sensible", "set_up"]
