"""Set up positions of Liar's Dice: the dice under each cup, and the last bid."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.value_readers import (
    SetupField,
    any_of,
    list_by_seat,
    list_of,
    none_value,
    seat_number,
    whole_number,
)
from dicehouse.errors import BadSetting

from .rules import FACES, State, dice_left, over

SET_UP = (
    SetupField(
        "cups", list_by_seat(list_of(whole_number(1, FACES), 5)), "The faces under each cup: as dealt if not given."
    ),
    SetupField("player", seat_number, "Whose turn it is: seat 0."),
    SetupField(
        "bid", any_of(list_of(whole_number(1, 30), 2, 2), none_value), "The last bid, a quantity and a face: none yet."
    ),
    SetupField("bidder", seat_number, "Who made it: seat 0."),
)


def set_up(
    state: State,
    players: int,
    *,
    cups: Sequence[Sequence[int]] = (),
    player: int = 0,
    bid: Sequence[int] | None = None,
    bidder: int = 0,
) -> None:
    """Change a dealt `state` to closed cups and a bid, if one is given; raise BadSetting if no game can get there."""
    for owner, cup in enumerate(cups):
        state.left[owner] = len(cup)
        for i in range(5):
            state.cups[owner, i] = cup[i] if i < len(cup) else 0
    if over(state) or state.left[player] == 0:
        raise BadSetting("player: whoever is to play has dice, and somebody else has, too.")
    state.player, state.bidder = player, bidder
    state.quantity, state.face = bid or (0, 0)
    if state.quantity > dice_left(state) or state.face > FACES:
        raise BadSetting(f"bid: there are {dice_left(state)} dice with faces 1 to {FACES}, not {bid}.")
