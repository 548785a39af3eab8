"""What can't be taken back: throws, drawn Missions, and whatever may be the last thing of a turn.

A turn has many small steps, and nothing is at stake in most of them: what is touched first, what an ability begins
with, a token that is moved before the Action. A step that ends the Action is final even where a last window may follow.
"""

from __future__ import annotations

from ..rules import codes
from ..rules.board import area_of
from ..rules.domination import scenario
from ..rules.scenarios import ACTION
from ..rules.state import NOBODY, Area, Faction, Phase, State
from ..rules.turn import canceller

OPEN = (  # something else of the same seat has to follow
    Phase.TRANSCEND,
    Phase.ALPHA,
    Phase.ROBIN,
    Phase.SLIP,
    Phase.TURF,
    Phase.SACRIFICE,
)
BESIDE = (Phase.EXTERMINATE, Phase.SLIP_TO, Phase.VALUE)  # then the turn goes on where it was
TOUCHED = (Area.WASTE, Area.CONGRESS, Area.BANK, Area.NETHAL, Area.MARKET)  # Actions of two choices


def final(state: State, seat: int, action: int) -> bool:
    """Whether the seat can't count on taking an action back."""
    phase = state.phase
    if phase in OPEN:
        return False
    if phase in BESIDE:
        return _ends(state.back)
    if phase == Phase.INTERVENE_AGAIN:
        return action != codes.ENOUGH or _ends(state.back)
    if phase == Phase.CONNECT:
        return state.count == 1 and _ends(state.back)
    if phase == Phase.STOCK:
        return True
    if phase in (Phase.TURN, Phase.PLACE, Phase.ACTION, Phase.END):
        return _in_turn(state, seat, action)
    return True


def _ends(phase: int) -> bool:
    """Whether a turn that goes on there may be over at once."""
    return phase in (Phase.ACTED, Phase.END)


def _in_turn(state: State, seat: int, action: int) -> bool:
    if action in codes.ABILITY:
        return codes.ABILITY.faction(action) == Faction.RETORIUM  # draws Missions
    if action in codes.TOKEN or action in codes.FIRST_TOKEN:
        return state.phase == Phase.END
    if state.phase == Phase.ACTION:
        return _of_action(state, seat, action)
    if action in codes.PLACE:
        return _sends(state, codes.PLACE.place(action))
    return action not in (codes.BREAK_OUT, codes.TENTACLE_OUT)


def _sends(state: State, space: int) -> bool:
    """A piece is sent: the Action follows, if the area has one and nobody may cancel it."""
    return scenario(state, ACTION + area_of(space)) == NOBODY or canceller(state) != NOBODY


def _of_action(state: State, seat: int, action: int) -> bool:
    if action in codes.STOCK:
        return state.players[seat].faction != Faction.HATERZ or state.cubes != 0
    return not (action in codes.INSTEAD or (action in codes.PLACE and state.doing in TOUCHED))
