"""Price, check and begin the powers of the four Loas (section 6b).

Each power has a file of its own: `power_mamy_wata.py`, `power_gran_bwa.py`, `power_papa_legba.py`,
`power_erzulie_freda.py`.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import POWER
from .board import side_of
from .power_erzulie_freda import erzulie_freda_has_use
from .power_gran_bwa import gran_bwa_has_use
from .power_mamy_wata import mamy_wata_has_use
from .power_papa_legba import papa_legba_has_use
from .sides import event_seat, pay
from .state import N_LOAS, EventKind, Loa, Phase, State

PRICE_OF_POWER = 1
FIRST_CHOICE = (Phase.WATA, Phase.BWA, Phase.LEGBA, Phase.ERZULIE)  # by Loa


@rules
def price_of(state: State, seat: int, power: int) -> int:
    """Return the offerings that a power costs: none for one's own Loa, nor for the holder of the Baron Samedi token
    (S19).
    """
    free = power == state.players[seat].loa or (state.samedi == side_of(state, seat) and not state.solo)
    return 0 if free else PRICE_OF_POWER


@rules
def loa_in_play(state: State, power: int) -> bool:
    """Return True if somebody has this Loa."""
    for seat in range(state.n_players):
        if state.players[seat].loa == power:
            return True
    return False


@rules
def power_usable(state: State, seat: int, power: int) -> bool:
    """Return True if `seat` can pay for a power, and there is a use for it now."""
    if price_of(state, seat, power) > state.sides[side_of(state, seat)].offerings:
        return False
    if not state.options.other_powers and not loa_in_play(state, power):
        return False
    if power == Loa.MAMY_WATA:
        return mamy_wata_has_use(state, seat)
    if power == Loa.GRAN_BWA:
        return gran_bwa_has_use(state, seat)
    if power == Loa.PAPA_LEGBA:
        return papa_legba_has_use(state, seat)
    return erzulie_freda_has_use(state, seat)


@rules
def legal_powers(state: State, seat: int, actions: Actions) -> None:
    """List the powers that may be begun now (A or D)."""
    for power in range(N_LOAS):
        if power_usable(state, seat, power):
            add_action(actions, POWER.of(power))


@rules
def power_frees_capture(state: State, seat: int) -> bool:
    """Return True if some power makes a capture possible (S8)."""
    for power in range(N_LOAS):
        if power_usable(state, seat, power):
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
    log_event(dice, EventKind.POWER, event_seat(state, seat), item=power, amount=price, total=left)
    state.phase = FIRST_CHOICE[power]
