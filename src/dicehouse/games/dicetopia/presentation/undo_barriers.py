"""Decide what can't be undone: rolls, drawn Missions, and actions that may end a turn.

A turn has many small steps, and most can be undone freely: the first choice of two, the beginning of an ability, a
token moved before the Action. A step that ends the Action can't be undone even if a last window may follow.
"""

from __future__ import annotations

from ..rules import action_codes
from ..rules.board import area_of
from ..rules.domination import scenario_value
from ..rules.scenarios import ACTION
from ..rules.state import NO_AREA, NO_SEAT, Area, Faction, Phase, State
from ..rules.turn import canceller

OPEN = (  # the same seat has to act again
    Phase.TRANSCEND,
    Phase.ALPHA,
    Phase.ROBIN,
    Phase.SLIP,
    Phase.TURF,
    Phase.SACRIFICE,
)
BESIDE = (Phase.EXTERMINATE, Phase.SLIP_TO, Phase.VALUE)  # then the turn continues at its earlier phase
TOUCHED = (Area.WASTE, Area.CONGRESS, Area.BANK, Area.NETHAL, Area.MARKET)  # Actions of two choices


def final(state: State, seat: int, action: int) -> bool:
    """Return True if `action` cannot be undone by its seat alone."""
    phase = state.phase
    if phase in OPEN:
        return False
    if phase in BESIDE:
        return _ends(state.back)
    if phase == Phase.INTERVENE_AGAIN:
        return action != action_codes.ENOUGH or _ends(state.back)
    if phase == Phase.CONNECT:
        return state.count == 1 and _ends(state.back)
    if phase == Phase.STOCK:
        return True
    if phase in (Phase.TURN, Phase.PLACE, Phase.ACTION, Phase.END):
        return _in_turn(state, seat, action)
    return True


def _ends(phase: int) -> bool:
    """Return True if a turn that continues in `phase` may be over at once."""
    return phase in (Phase.ACTED, Phase.END)


def _in_turn(state: State, seat: int, action: int) -> bool:
    if action in action_codes.ABILITY:
        return action_codes.ABILITY.faction(action) == Faction.RETORIUM  # draws Missions
    if action in action_codes.TOKEN or action in action_codes.FIRST_TOKEN:
        return state.phase == Phase.END
    if state.phase == Phase.ACTION:
        return _of_action(state, seat, action)
    if action in action_codes.PLACE:
        return _sends(state, action_codes.PLACE.place(action))
    return action not in (action_codes.BREAK_OUT, action_codes.TENTACLE_OUT)


def _sends(state: State, space: int) -> bool:
    """Return True if sending a piece to `space` may end the turn: no Action follows, or someone may cancel it."""
    return scenario_value(state, ACTION + area_of(space)) == NO_AREA or canceller(state) != NO_SEAT


def _of_action(state: State, seat: int, action: int) -> bool:
    if action in action_codes.STOCK:
        return state.players[seat].faction != Faction.HATERZ or state.cubes != 0
    return not (action in action_codes.INSTEAD or (action in action_codes.PLACE and state.doing in TOUCHED))
