"""Collect the rules of Baron Voodoo as hooks.

Numbers in brackets name sections and rulings of this folder's README: (6b), (S13), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice
from dicehouse.core.stages import stages
from dicehouse.records.record import Array

from .board import legal_jumps, side_of
from .deal import choose_loas, give_baron, legal_barons, legal_loas, legal_places, place_die, set_table, take_loa
from .face_effects import (
    choose_exchanged,
    choose_face,
    choose_return,
    choose_stolen,
    legal_exchanges,
    legal_faces,
    legal_returns,
    legal_steals,
)
from .observation import ACTIONS, LASTING, PLANES, observe, observe_next
from .power_erzulie_freda import choose_single, legal_partners, legal_singles, swap_dice
from .power_gran_bwa import choose_stack, legal_nexts, legal_stacks, legal_tops, spread_next, spread_top
from .power_mamy_wata import legal_lines, push_line
from .power_papa_legba import choose_move, legal_goals, legal_moves, move_die
from .state import BARON, MAX_PLAYERS, NO_SEAT, Options, Phase, State
from .turn import advance, capture, legal_after, legal_turn, take_step_or_end, take_turn

__all__ = ["ACTIONS", "LASTING", "MAX_PLAYERS", "PLANES", "Options", "State", "observe", "observe_next"]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 4 players, or for one against the Baron (sections 2, 9, 11)."""
    set_table(state, options, n_players, dice)
    choose_loas(state, dice)
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Return a mask of the seats that may decide now: one of them."""
    if state.phase == Phase.OVER:
        return 0
    return 1 if state.solo else 1 << state.player


# For each phase, the function that lists its actions and the one that carries them out; frequent phases first.
legal, carry_out = stages(
    {
        Phase.STEPS: (legal_after, take_step_or_end),
        Phase.TURN: (legal_turn, take_turn),
        Phase.CAPTURE: (legal_jumps, capture),
        Phase.WATA: (legal_lines, push_line),
        Phase.BWA: (legal_stacks, choose_stack),
        Phase.BWA_TOP: (legal_tops, spread_top),
        Phase.BWA_NEXT: (legal_nexts, spread_next),
        Phase.LEGBA: (legal_moves, choose_move),
        Phase.LEGBA_TO: (legal_goals, move_die),
        Phase.ERZULIE: (legal_singles, choose_single),
        Phase.ERZULIE_WITH: (legal_partners, swap_dice),
        Phase.FACE: (legal_faces, choose_face),
        Phase.STEAL: (legal_steals, choose_stolen),
        Phase.EXCHANGE: (legal_exchanges, choose_exchanged),
        Phase.EXCHANGE_WITH: (legal_returns, choose_return),
        Phase.DRAFT: (legal_places, place_die),
        Phase.LOA: (legal_loas, take_loa),
        Phase.BARON_LOA: (legal_barons, give_baron),
    }
)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and everything that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def over(state: State) -> bool:
    """Return True if the new Loa of the Dead is known."""
    return state.phase == Phase.OVER


@rules
def points(state: State, out: Array[float]) -> None:
    """Write the victory points into `out`; partners have equal points."""
    for seat in range(state.n_players):
        out[seat] = state.sides[side_of(state, seat)].vp


@rules
def returns(state: State, out: Array[float]) -> None:
    """Write the shares of the win into `out`: all to the winner, halves to partners; in solo the Baron's comes after
    the seat's.
    """
    for seat in range(state.n_players):
        lost = state.solo and state.winner == NO_SEAT
        wins = side_of(state, seat) == (BARON if lost else state.winner)
        out[seat] = (0.5 if state.teams else 1.0) if wins and state.phase == Phase.OVER else 0.0


@rules
def team(state: State, seat: int) -> int:
    """Return the seat that names the team of `seat`: itself, or the lower of two partners."""
    return side_of(state, seat)


@rules
def turns_begun(state: State) -> int:
    """Return how many turns have begun, extra turns included."""
    return state.turn
