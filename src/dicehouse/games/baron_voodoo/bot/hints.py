"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.weakness import Level, Mind

from ..rules.board import side_of
from ..rules.state import State
from ..show.set_up import SET_UP, set_up
from .items import ITEMS, hand_out
from .reasons import reason
from .sensible import sensible
from .worth import MEMO

__all__ = ["ITEMS", "LEVELS", "MEMO", "SET_UP", "hand_out", "reason", "sensible", "set_up", "side", "turns"]

# A bot that takes the best capture every turn loses every game to all of them: looking at a few more options helps a
# lot here, and so does a handful of simulations.
LEVELS: dict[str, Level] = {
    "pip": Mind(looks=28, fancy=6),
    "dot": "search:4",
    "kofi": "search:8",
    "otto": "search:18",
    "vera": "search:60",
}


@rules
def side(state: State, seat: int) -> int:
    """Itself, or its team."""
    return side_of(state, seat)


@rules
def turns(state: State) -> int:
    """How many turns have begun; an extra turn is one."""
    return state.turn
