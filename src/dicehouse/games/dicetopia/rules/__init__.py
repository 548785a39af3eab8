"""Collect the rules of Dicetopia as hooks.

Numbers in brackets name sections and rulings of this folder's README: (3.5), (R-17), (M-04).
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array

from .deal import deal_factions, seats_choosing, set_table
from .deck import resample_missions
from .game_end import final_total
from .observation import ACTIONS, LASTING, PLANES, hidden_state, observe, observe_next, remember
from .phases import advance, carry_out, legal
from .scoring import public_stars
from .state import MAX_PLAYERS, NO_SEAT, Options, Phase, State

__all__ = [
    "ACTIONS",
    "LASTING",
    "MAX_PLAYERS",
    "PLANES",
    "Options",
    "State",
    "hidden_state",
    "legal",
    "observe",
    "observe_next",
    "remember",
]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 6 players (section 1.4)."""
    set_table(state, options, n_players, dice)
    deal_factions(state, dice)


@rules
def acting(state: State) -> int:
    """Return a mask of the seats that may decide now: several while Missions are chosen, otherwise one."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.MISSIONS:
        return seats_choosing(state)
    return 1 << (state.player if state.asked == NO_SEAT else state.asked)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and everything that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


# --- results


@rules
def over(state: State) -> bool:
    """Return True if all stars are counted."""
    return state.phase == Phase.OVER


@rules
def points(state: State, out: Array[float]) -> None:
    """Write the stars into `out`; before the end, those of the present position without Missions."""
    for seat in range(state.n_players):
        out[seat] = final_total(state, seat) if state.phase == Phase.OVER else public_stars(state, seat)


@rules
def returns(state: State, out: Array[float]) -> None:
    """Write the shares of the win into `out`: equal for all with most stars."""
    for seat in range(state.n_players):
        won = state.phase == Phase.OVER and state.winners >> seat & 1 == 1
        out[seat] = 1.0 / count_bits(state.winners) if won else 0.0


@rules
def turns_begun(state: State) -> int:
    """Return how many turns have begun."""
    return state.turn


@rules
def resample_hidden(state: State, seat: int, dice: Dice) -> None:
    """Resample what a seat can't know: the Missions of others, and the order of the deck."""
    resample_missions(state, seat, dice)
