"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.game import Reaction
from dicehouse.kit.weakness import Level, Mind

from ..rules.finale import final_total
from ..rules.payouts import mission_stars, public_stars
from ..rules.state import N_MISSIONS, Phase, State
from ..show.set_up import SET_UP, set_up
from .items import ITEMS, hand_out
from .measures import MEASURES
from .reasons import reason
from .sensible import promises, sensible

__all__ = [
    "ITEMS",
    "LEVELS",
    "MEASURES",
    "SET_UP",
    "hand_out",
    "promises",
    "reaction",
    "reason",
    "sensible",
    "set_up",
    "standing",
    "turns",
]

LEVELS: dict[str, Level] = {
    "pip": Mind(looks=0, fancy=35),
    "dot": Mind(looks=2, fancy=12),
    "kofi": Mind(looks=7, fancy=7),
    "otto": Mind(looks=18, fancy=4),
    "vera": "sensible",
}


@rules
def standing(state: State, seat: int) -> float:
    """What a seat would have if it ended now, with its own Missions."""
    if state.phase == Phase.OVER:
        return float(final_total(state, seat))
    total = float(public_stars(state, seat))
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            total += mission_stars(state, seat, mission)
    return total


def reaction(state: State, seat: int) -> Reaction | None:
    """Hypnosis, Embargo and Adaptation can be left to a standing order; nothing is interrupted by asking."""
    if state.phase in (Phase.HYPNOSIS, Phase.CANCEL, Phase.ADAPT):
        return Reaction("pass", "end", 0, False)
    return None


@rules
def turns(state: State) -> int:
    """How many turns have begun."""
    return state.turn
