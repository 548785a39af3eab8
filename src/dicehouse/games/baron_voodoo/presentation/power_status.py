"""Show the four powers for the player whose turn it is: the cost of each, and why one can't be used now (6b)."""

from __future__ import annotations

from dicehouse.records.record import copy_record

from ..rules.board import side_of
from ..rules.loa_powers import loa_in_play, power_usable, price_of
from ..rules.power_conditions import before_capture
from ..rules.state import N_LOAS, Phase, State, TurnStep
from .notation import LOA_COLOURS, LOA_NAMES, POWER_IDS, plural
from .view_types import Power

ASKED = (Phase.TURN, Phase.CAPTURE, Phase.STEPS)
NO_USE = (
    "every line lies together already",
    "no stack has an upper die that could go elsewhere",
    "no die can move along its line",
    "no two single dice could change places",
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
        return "You have used a power this turn; one a turn is all."
    if not state.options.other_powers and not loa_in_play(state, power):
        return f"Nobody plays {LOA_NAMES[power]}, and this table leaves such powers out."
    price, have = price_of(state, seat, power), state.sides[side_of(state, seat)].offerings
    if price > have:
        return f"It costs {plural(price, 'offering')}, and you have {have or 'none'}."
    if power_usable(state, seat, power):
        return ""
    if before_capture(state) and _usable_after(state, seat, power):
        return "Whatever you did with it, you could not jump afterwards."
    return f"It has no use now: {NO_USE[power]}."


def _usable_after(state: State, seat: int, power: int) -> bool:
    """Return True if a power fails only because no jump would be possible afterwards (S7, P11)."""
    later = copy_record(state)
    later.step = TurnStep.D
    return bool(power_usable(later, seat, power))
