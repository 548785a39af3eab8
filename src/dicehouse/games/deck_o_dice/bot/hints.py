"""What bots and tables should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules

from ..rules.state import State
from ..show.set_up import SET_UP, set_up
from .reasons import reason
from .sensible import MEMO, prepare, sensible
from .temptation import LEVELS, temptation

__all__ = ["LEVELS", "MEMO", "SET_UP", "prepare", "reason", "sensible", "set_up", "temptation", "turns"]


@rules
def turns(state: State) -> int:
    """The number of the combat."""
    return state.combat
