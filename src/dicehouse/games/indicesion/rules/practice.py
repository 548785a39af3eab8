"""Throws that don't count, at boards without dice: for each player until their first die of the match is thrown."""

from __future__ import annotations

import random
from typing import Any

from dicehouse.errors import BadThrow

from ..physics.bodies import is_die, is_name
from ..physics.throwing import check, fly, shaken
from .notation import read_throw
from .outcomes import ASTRAY, flown
from .ready_throws import boards_kept_away, targets
from .seating import scene_of
from .shots import HANDS
from .state import Lying, Phase, State, Where


def practice(state: State, seat: int, text: str) -> dict[str, Any]:
    """What becomes of a throw, with luck of its own; the match is left alone. BadThrow says why it can't be."""
    if state.phase in (Phase.STARTER, Phase.BUILD):
        raise BadThrow("There is nothing to throw at yet.")
    if state.phase == Phase.OVER or state.round > 1 or any(_thrown(die, seat) for die in state.dice):
        raise BadThrow("Practice is over: your first die has been thrown.")
    meant = read_throw(text)
    if not is_name(meant.die) or not is_die(meant.die) or meant.target not in targets(state):
        raise BadThrow(f"A practice throw is of any die, at one of {', '.join(targets(state))}.")
    aimed, table = meant.throw(), scene_of(state)
    scene = table.without([name for name in table.named if is_die(name)])
    check(scene, aimed, boards_kept_away(state, meant.target))
    flight = fly(scene, shaken(aimed, HANDS[state.options.hand], random.SystemRandom()))
    if flight.status == "unstable":
        raise BadThrow(ASTRAY)
    return {"die": meant.die, "target": meant.target, "throw": meant.facts(), "flight": flown(flight)}


def _thrown(die: Lying, seat: int) -> bool:
    """Whether it is a die that this seat has thrown."""
    return bool(die.owner == seat and die.where in (Where.TABLE, Where.LOST, Where.BURNT))
