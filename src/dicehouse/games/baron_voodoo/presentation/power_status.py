"""Show the four powers for the player whose turn it is: the cost of each, and why one can't be used now (6b)."""

from __future__ import annotations

from dicehouse.i18n import Text, _
from dicehouse.records.record import copy_record

from ..rules.board import side_of
from ..rules.loa_powers import loa_in_play, power_usable, price_of
from ..rules.power_conditions import before_capture
from ..rules.state import N_LOAS, Phase, State, TurnStep
from .notation import LOA_COLOURS, LOA_NAMES, POWER_IDS
from .view_types import Power
from .words import offerings_words

ASKED = (Phase.TURN, Phase.CAPTURE, Phase.STEPS)
NO_USE = (
    _("All dice are already pushed together in every line."),
    _("No upper die can move to another stack."),
    _("No die can move along its line."),
    _("There are no two single dice to swap."),
)


def power_statuses(state: State) -> list[Power]:
    """Return the powers by Loa; empty when nobody is about to use one."""
    if state.phase not in ASKED:
        return []
    return [_one(state, state.player, power) for power in range(N_LOAS)]


def _one(state: State, seat: int, power: int) -> Power:
    return {
        "power": POWER_IDS[power],
        "colour": LOA_COLOURS[power],
        "price": price_of(state, seat, power),
        "why": why_no_power(state, seat, power),
    }


def why_no_power(state: State, seat: int, power: int) -> str:
    """Return why a power can't be used now, as a sentence; empty if it can."""
    if state.power_used:
        return _("You can use only one power a turn.")
    if not state.options.other_powers and not loa_in_play(state, power):
        return _("Nobody plays {loa}, so nobody can use this power.", loa=LOA_NAMES[power])
    price, have = price_of(state, seat, power), state.sides[side_of(state, seat)].offerings
    if price > have:
        return too_dear_text(price, have)
    if power_usable(state, seat, power):
        return ""
    if before_capture(state) and _usable_after(state, seat, power):
        return _("After this power you couldn't jump.")
    return NO_USE[power]


def too_dear_text(price: int, have: int) -> Text:
    """Say what a thing costs and that it is too much."""
    if have:
        return _("It costs {price}. You only have {have}.", price=offerings_words(price), have=have)
    return _("It costs {price}. You have none.", price=offerings_words(price))


def _usable_after(state: State, seat: int, power: int) -> bool:
    """Return True if a power fails only because no jump would be possible afterwards (S7, P11)."""
    later = copy_record(state)
    later.step = TurnStep.D
    return bool(power_usable(later, seat, power))
