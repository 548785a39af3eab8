"""Baron Voodoo: what the kit calls of the rules.

Numbers in brackets name sections and rulings of this folder's README: (6b), (S13), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array
from dicehouse.kit.stages import stages

from .board import legal_jumps, side_of
from .bwa import choose_stack, legal_nexts, legal_stacks, legal_tops, spread_next, spread_top
from .dealing import choose_loas, give_baron, legal_barons, legal_loas, legal_places, place, set_table, take_loa
from .effects import (
    choose_exchanged,
    choose_face,
    choose_return,
    choose_stolen,
    legal_exchanges,
    legal_faces,
    legal_returns,
    legal_steals,
)
from .erzulie import choose_single, legal_partners, legal_singles, swap_dice
from .legba import choose_move, legal_goals, legal_moves, move_die
from .observing import ACTIONS, LASTING, PLANES, observe, observe_next
from .state import BARON, MAX_PLAYERS, NOBODY, Options, Phase, State
from .turn import advance, capture, go_on, legal_after, legal_turn, take_turn
from .wata import legal_lines, push_line

__all__ = ["ACTIONS", "LASTING", "MAX_PLAYERS", "PLANES", "Options", "State", "observe", "observe_next"]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 4 players, or for one against the Baron (sections 2, 9, 11)."""
    set_table(state, options, n_players, dice)
    choose_loas(state, dice)
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now: one of them."""
    if state.phase == Phase.OVER:
        return 0
    return 1 if state.solo else 1 << state.player


# For each phase what may be done, and what does it; those asked most often stand first.
legal, carry_out = stages(
    {
        Phase.STEPS: (legal_after, go_on),
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
        Phase.DRAFT: (legal_places, place),
        Phase.LOA: (legal_loas, take_loa),
        Phase.BARON_LOA: (legal_barons, give_baron),
    }
)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def over(state: State) -> bool:
    """Whether the new Loa of the Dead is known."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """Victory points; partners have the same."""
    for seat in range(state.n_players):
        out[seat] = state.sides[side_of(state, seat)].vp


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the winner, halves to partners; in solo the Baron's stands behind the only seat's."""
    for seat in range(state.n_players):
        lost = state.solo and state.winner == NOBODY
        wins = side_of(state, seat) == (BARON if lost else state.winner)
        out[seat] = (0.5 if state.teams else 1.0) if wins and state.phase == Phase.OVER else 0.0
