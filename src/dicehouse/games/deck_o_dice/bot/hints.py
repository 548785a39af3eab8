"""What bots and tables should know of the game beyond its rules."""

from __future__ import annotations

from ..show.set_up import SET_UP, set_up
from .sensible import MEMO, prepare, sensible
from .temptation import MINDS, temptation

__all__ = ["MEMO", "MINDS", "SET_UP", "prepare", "sensible", "set_up", "temptation"]
