"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.errors import BadSetting

from ..rules.state import ALL_TYPES, N_CARDS, NOBODY, Phase
from ..show.options import IDS
from .sensible import MEMO, prepare, sensible

__all__ = ["MEMO", "prepare", "sensible", "set_up"]


def set_up(
    state: Any,
    players: int,
    *,
    order: Sequence[int] = (),
    combat: int = 1,
    used: Sequence[str] = ("", ""),
    piles: Sequence[Sequence[int]] = ((), ()),
) -> None:
    """Put the game before the choices of a combat, with the deck in this order from its top (cards 1 to 24).

    Without an order the deck is shuffled, of all cards that lie in no pile. `used` names the minions that each side has
    played in this half.
    """
    won = [card for pile in piles for card in pile]
    for card in (*won, *order):
        if not 1 <= card <= N_CARDS or (*won, *order).count(card) > 1:
            raise BadSetting(f"Cards are 1 to {N_CARDS}, each named once; not {card}.")
    state.combat = combat
    state.top = NOBODY
    state.rest = 0 if order else sum(1 << card for card in range(N_CARDS) if card + 1 not in won)
    state.n_bottom = len(order)
    for place, card in enumerate(order):
        state.bottom[place] = card - 1
    for side in range(2):
        here = state.sides[side]
        here.pile = sum(1 << (card - 1) for card in piles[side])
        here.unused = ALL_TYPES & ~sum(1 << IDS.index(name) for name in used[side].split())
    state.phase = Phase.CHOOSE
