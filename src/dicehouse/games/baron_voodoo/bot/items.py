"""What a player may be given, to find out what it is worth: each Loa, with its power."""

from __future__ import annotations

import random

from dicehouse.kit.items import Item

from ..rules.state import NOBODY, Loa, State
from ..show.names import LOA_NAMES

ITEMS = tuple(Item(loa.name.lower().replace("_", "-"), LOA_NAMES[loa], "Loa") for loa in Loa)


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Where Loas are drawn by lot: whoever has this one gets the seat's own for it. In teams pairs belong together."""
    if state.solo or state.teams or not granted:
        return False
    loa = next(place for place, known in enumerate(ITEMS) if known.id == item)
    mine = state.players[seat].loa
    if any(state.players[each].loa == NOBODY for each in range(state.n_players)):
        return False
    for other in range(state.n_players):
        if state.players[other].loa == loa:
            state.players[other].loa = mine
    state.players[seat].loa = loa
    return True
