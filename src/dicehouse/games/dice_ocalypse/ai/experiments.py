"""Define what studies vary and measure: the cards that a player may be denied, and what is counted at the end."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from dicehouse.core import StudyMeasure
from dicehouse.core.experiment_items import DENIED, ExperimentItem

from ..presentation.card_status import CARD_IDS, CARD_NAMES
from ..rules.state import State

IMMUNITY = "immunity"
ITEMS = (
    *(ExperimentItem(CARD_IDS[card], CARD_NAMES[card], "card", DENIED) for card in CARD_IDS if CARD_IDS[card]),
    ExperimentItem(IMMUNITY, "Immunity", "card", DENIED),
)


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Give `seat` the `item`, or take it away if not `granted`; False if this table plays without cards. Every player
    begins with one of each (section 1).
    """
    player = state.players[seat]
    if not state.options.special_cards:
        return False
    if item == IMMUNITY:
        player.immunity = granted
        return True
    card = next(card for card, name in CARD_IDS.items() if name == item)
    player.hand = player.hand | 1 << card if granted else player.hand & ~(1 << card)
    return True


def unplayed(states: Any, n_players: int) -> Any:
    """Count the Act of War cards that are still in hands, for each of `states`."""
    return np.bitwise_count(states.players["hand"][:, :n_players]).sum(1)


def unopened(states: Any, n_players: int) -> Any:
    """Count the players who have had no scored turn, for each of `states`."""
    return n_players - states.players["opened"][:, :n_players].sum(1)


MEASURES = (
    StudyMeasure("unplayed", "war cards that nobody played", "cards", unplayed),
    StudyMeasure("unopened", "players who never scored", "players", unopened),
)
