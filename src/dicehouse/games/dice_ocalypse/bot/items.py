"""What a player may be denied, to find out what it is worth: each Act of War, and Immunity."""

from __future__ import annotations

import random

from dicehouse.kit.items import DENIED, Item

from ..rules.state import State
from ..show.effects import CARD_IDS, CARD_NAMES

IMMUNITY = "immunity"
ITEMS = (
    *(Item(CARD_IDS[card], CARD_NAMES[card], "card", DENIED) for card in CARD_IDS if CARD_IDS[card]),
    Item(IMMUNITY, "Immunity", "card", DENIED),
)


def hand_out(state: State, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
    """Everybody begins with one of each (section 1)."""
    player = state.players[seat]
    if not state.options.special_cards:
        return False
    if item == IMMUNITY:
        player.immunity = granted
        return True
    card = next(card for card, name in CARD_IDS.items() if name == item)
    player.hand = player.hand | 1 << card if granted else player.hand & ~(1 << card)
    return True
