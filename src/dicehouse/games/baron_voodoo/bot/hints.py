"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.weakness import Mind

from ..rules.board import side_of
from ..rules.state import State
from ..show.set_up import SET_UP, set_up
from .items import ITEMS, hand_out
from .reasons import reason
from .sensible import sensible
from .worth import MEMO

__all__ = ["ITEMS", "MEMO", "MINDS", "SET_UP", "hand_out", "reason", "sensible", "set_up", "side", "turns"]

# From a beginner to `sensible` it is farther here than six steps of 250 Elo reach: whoever takes the best capture of
# every turn loses all of 200 games to a player who knows combos and looks at a few options. Pip is one whom a beginner
# beats; the others stand at about even distances between.
MINDS = {
    "pip": Mind(looks=4, fancy=20),
    "dot": Mind(looks=8, fancy=15),
    "kofi": Mind(looks=14, fancy=7),
}


@rules
def side(state: State, seat: int) -> int:
    """Itself, or its team."""
    return side_of(state, seat)


@rules
def turns(state: State) -> int:
    """How many turns have begun; an extra turn is one."""
    return state.turn
