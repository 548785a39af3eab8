"""The powers of the four Loas: what they cost, whether one can be used, and its beginning (section 6b).

Each power has a file of its own, named after its Loa: `wata.py`, `bwa.py`, `legba.py`, `erzulie.py`.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import side_of
from .bwa import bwa_has_use
from .codes import POWER
from .erzulie import erzulie_has_use
from .legba import legba_has_use
from .sides import named, pay
from .state import N_LOAS, Happened, Loa, Phase, State
from .wata import wata_has_use

PRICE_OF_POWER = 1
FIRST_CHOICE = (Phase.WATA, Phase.BWA, Phase.LEGBA, Phase.ERZULIE)  # by Loa


@rules
def price_of(state: State, seat: int, power: int) -> int:
    """Offerings that a power costs: none for one's own Loa, nor for whoever holds the Baron Samedi token (S19)."""
    free = power == state.players[seat].loa or (state.samedi == side_of(state, seat) and not state.solo)
    return 0 if free else PRICE_OF_POWER


@rules
def in_play(state: State, power: int) -> bool:
    """Whether somebody has this Loa."""
    for seat in range(state.n_players):
        if state.players[seat].loa == power:
            return True
    return False


@rules
def usable(state: State, seat: int, power: int) -> bool:
    """Whether `seat` can pay for a power, and there is a use for it now."""
    if price_of(state, seat, power) > state.sides[side_of(state, seat)].offerings:
        return False
    if not state.options.other_powers and not in_play(state, power):
        return False
    if power == Loa.MAMY_WATA:
        return wata_has_use(state, seat)
    if power == Loa.GRAN_BWA:
        return bwa_has_use(state, seat)
    if power == Loa.PAPA_LEGBA:
        return legba_has_use(state, seat)
    return erzulie_has_use(state, seat)


@rules
def legal_powers(state: State, seat: int, actions: Actions) -> None:
    """The powers that may be begun now (A or D)."""
    for power in range(N_LOAS):
        if usable(state, seat, power):
            add(actions, POWER.of(power))


@rules
def frees(state: State, seat: int) -> bool:
    """Whether some power makes a capture possible (S8)."""
    for power in range(N_LOAS):
        if usable(state, seat, power):
            return True
    return False


@rules
def begin_power(state: State, seat: int, power: int, dice: Dice) -> None:
    """Pay for a power and begin to choose."""
    price = price_of(state, seat, power)
    pay(state, seat, price)
    state.power = power
    state.power_used = True
    left = state.sides[side_of(state, seat)].offerings
    tell(dice, Happened.POWER, named(state, seat), item=power, amount=price, total=left)
    state.phase = FIRST_CHOICE[power]
