"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.weakness import Mind

from ..rules.state import State
from ..show.set_up import SET_UP, set_up
from .reasons import reason
from .sensible import sensible
from .worth import MEMO

__all__ = ["MEMO", "MINDS", "SET_UP", "reason", "sensible", "set_up", "turns"]

# From a beginner to `sensible` it is farther here than six even steps reach: whoever takes the best capture of every
# turn loses all of 200 games to a player who knows combos and looks at a few options. Pip is one whom a beginner beats.
MINDS = {
    "pip": Mind(looks=4, fancy=20),
    "dot": Mind(looks=12, fancy=10),
    "kofi": Mind(looks=18, fancy=5),
}


@rules
def turns(state: State) -> int:
    """How many turns have begun; an extra turn is one."""
    return state.turn
