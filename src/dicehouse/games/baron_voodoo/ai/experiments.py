"""List what an experiment may give a player to measure its value: each Loa, with its power."""

from __future__ import annotations

import random

from dicehouse.core.experiment_items import ExperimentItem

from ..presentation.notation import LOA_NAMES
from ..rules.state import NO_LOA, Loa, State

ITEMS = tuple(ExperimentItem(loa.name.lower().replace("_", "-"), LOA_NAMES[loa], "Loa") for loa in Loa)


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Give `seat` the Loa `item` if Loas are dealt at random: its holder gets the seat's own Loa in exchange. In teams,
    pairs stay together. Return False if these settings have no such item.
    """
    if state.solo or state.teams or not granted:
        return False
    loa = next(place for place, known in enumerate(ITEMS) if known.id == item)
    mine = state.players[seat].loa
    if any(state.players[each].loa == NO_LOA for each in range(state.n_players)):
        return False
    for other in range(state.n_players):
        if state.players[other].loa == loa:
            state.players[other].loa = mine
    state.players[seat].loa = loa
    return True
