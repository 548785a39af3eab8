"""The four powers as they stand for whoever's turn it is: what each costs, and why one can't be used now (6b)."""

from __future__ import annotations

from typing import Any

from dicehouse.kit.record import copied

from ..rules.board import side_of
from ..rules.powers import in_play, price_of, usable
from ..rules.state import N_LOAS, Phase, State, Step
from ..rules.uses import before_capture
from .names import COLOURS, LOA_NAMES, POWER_IDS, plural

ASKED = (Phase.TURN, Phase.CAPTURE, Phase.STEPS)
NO_USE = (
    "every line lies together already",
    "no stack has an upper die that could go elsewhere",
    "no die can move along its line",
    "no two single dice could change places",
)


def powers(state: State) -> list[dict[str, Any]]:
    """The powers by Loa; empty when nobody is about to use one."""
    if state.phase not in ASKED:
        return []
    return [_one(state, state.player, power) for power in range(N_LOAS)]


def _one(state: State, seat: int, power: int) -> dict[str, Any]:
    return {
        "power": POWER_IDS[power],
        "colour": COLOURS[power],
        "price": price_of(state, seat, power),
        "why": why_no_power(state, seat, power),
    }


def why_no_power(state: State, seat: int, power: int) -> str:
    """Why a power can't be used now, as a sentence; empty if it can."""
    if state.power_used:
        return "You have used a power this turn; one a turn is all."
    if not state.options.other_powers and not in_play(state, power):
        return f"Nobody plays {LOA_NAMES[power]}, and this table leaves such powers out."
    price, have = price_of(state, seat, power), state.sides[side_of(state, seat)].offerings
    if price > have:
        return f"It costs {plural(price, 'offering')}, and you have {have or 'none'}."
    if usable(state, seat, power):
        return ""
    if before_capture(state) and _usable_after(state, seat, power):
        return "Whatever you did with it, you could not jump afterwards."
    return f"It has no use now: {NO_USE[power]}."


def _usable_after(state: State, seat: int, power: int) -> bool:
    """Whether only the jump that must be possible afterwards stands in the way (S7, P11)."""
    later = copied(state)
    later.step = Step.D
    return bool(usable(later, seat, power))
