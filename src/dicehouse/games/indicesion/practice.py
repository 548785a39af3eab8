"""Throws that don't count: on the boards as they lie before the first die of the match."""

from __future__ import annotations

import random
from typing import Any

from dicehouse.errors import BadThrow

from .bodies import is_die, is_name
from .measured import flown
from .notation import read_throw
from .ready import targets
from .seating import scene_of
from .shots import HANDS, boards_kept_away
from .state import Phase, Where
from .throwing import check, fly, shaken

BEFORE = (Phase.DRAFT, Phase.BARRELS, Phase.THROW)


def practice(state: Any, seat: int, text: str) -> dict[str, Any]:
    """What becomes of a throw: each try has luck of its own, and no match is touched. BadThrow says why not."""
    thrown = any(die.where in (Where.TABLE, Where.LOST, Where.BURNT) for die in state.dice)
    if state.phase not in BEFORE or thrown or state.round > 1:
        raise BadThrow("Practice is over: the first die has been thrown.")
    meant = read_throw(text)
    if not is_name(meant.die) or not is_die(meant.die) or meant.target not in targets(state):
        raise BadThrow(f"A practice throw is of any die, at one of {', '.join(targets(state))}.")
    scene, aimed = scene_of(state), meant.throw()
    check(scene, aimed, boards_kept_away(state, meant))
    flight = fly(scene, shaken(aimed, HANDS[state.options.hand], random.SystemRandom()))
    if flight.status == "unstable":
        raise BadThrow("This throw can't be followed; throw a little differently.")
    return {"die": meant.die, "target": meant.target, "throw": meant.facts(), "flight": flown(flight)}
