"""The rules of Dicetopia, as the kit calls them.

Numbers in brackets name sections and rulings of this folder's README: (3.5), (R-17), (M-04).
"""

from __future__ import annotations

from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array

from .dealing import choosing, deal_factions, set_table
from .deck import redeal_missions
from .finale import final_total
from .observing import ACTIONS, LASTING, PLANES, observe, observe_next, recall, secrets
from .payouts import public_stars
from .phases import advance, carry_out, legal
from .state import MAX_PLAYERS, NOBODY, Options, Phase, State

__all__ = [
    "ACTIONS",
    "LASTING",
    "MAX_PLAYERS",
    "PLANES",
    "Options",
    "State",
    "legal",
    "observe",
    "observe_next",
    "recall",
    "secrets",
]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 6 players (section 1.4)."""
    set_table(state, options, n_players, dice)
    deal_factions(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now: all while Missions are chosen, else one."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.MISSIONS:
        return choosing(state)
    return 1 << (state.player if state.asked == NOBODY else state.asked)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


# --- results


@rules
def over(state: State) -> bool:
    """Whether all stars are counted."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """Stars; before the end those that there would be if it ended now, Missions aside."""
    for seat in range(state.n_players):
        out[seat] = final_total(state, seat) if state.phase == Phase.OVER else public_stars(state, seat)


@rules
def shares(state: State, out: Array[float]) -> None:
    """The win, shared by those with most stars."""
    for seat in range(state.n_players):
        won = state.phase == Phase.OVER and state.winners >> seat & 1 == 1
        out[seat] = 1.0 / bits(state.winners) if won else 0.0


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """Draw anew what a seat can't know: the Missions of others, and the order of the deck."""
    redeal_missions(state, seat, dice)
