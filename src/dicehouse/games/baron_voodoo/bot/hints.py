"""What tables and tests should know of the game beyond its rules."""

from ..show.set_up import SET_UP, set_up
from .sensible import sensible
from .worth import MEMO

__all__ = ["MEMO", "SET_UP", "sensible", "set_up"]
