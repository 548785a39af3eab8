"""Use Erzulie Freda's power: two single dice swap places (section 6b, P1)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event
from dicehouse.records.sentinels import NO_ACTION

from .action_codes import SWAP, SWAP_WITH
from .board import DIE, jump_alike
from .power_conditions import before_capture, capture_before_power, capture_possible, end_power
from .sides import event_seat
from .state import SPACES, EventKind, Phase, State


@rules
def swap_spaces(state: State, one: int, other: int) -> None:
    """Swap the stacks of two spaces."""
    stack = state.board[one]
    state.board[one] = state.board[other]
    state.board[other] = stack


@rules
def is_single(state: State, space: int) -> bool:
    """Return True if a space holds exactly one die."""
    return 0 < state.board[space] <= DIE


@rules
def swap_works(state: State, seat: int, one: int, other: int, known: int) -> bool:
    """Return True if these two single dice are different and may swap places."""
    if not is_single(state, other) or state.board[one] == state.board[other]:
        return False
    if jump_alike(state, seat, state.board[one], state.board[other]):
        return not before_capture(state) or known != NO_ACTION
    swap_spaces(state, one, other)
    works = capture_possible(state, seat, known)
    swap_spaces(state, one, other)
    return works


@rules
def single_works(state: State, seat: int, one: int, known: int) -> bool:
    """Return True if this space's die is single and has a partner."""
    if not is_single(state, one):
        return False
    for other in range(SPACES):
        if swap_works(state, seat, one, other, known):
            return True
    return False


@rules
def erzulie_freda_has_use(state: State, seat: int) -> bool:
    """Return True if any two dice may swap places."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if single_works(state, seat, space, known):
            return True
    return False


# --- the choices: one die, and its partner


@rules
def legal_singles(state: State, seat: int, actions: Actions) -> None:
    """List every die that has a partner."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if single_works(state, seat, space, known):
            add_action(actions, SWAP.of(space))


@rules
def choose_single(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the die."""
    state.held = SWAP.space(action)
    state.phase = Phase.ERZULIE_WITH


@rules
def legal_partners(state: State, seat: int, actions: Actions) -> None:
    """List every partner of the held die."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if swap_works(state, seat, state.held, space, known):
            add_action(actions, SWAP_WITH.of(space))


@rules
def swap_dice(state: State, seat: int, action: int, dice: Dice) -> None:
    """Swap the two dice."""
    one, other = state.held, SWAP_WITH.space(action)
    die, for_die = state.board[one], state.board[other]
    log_event(dice, EventKind.SWAP, event_seat(state, seat), other=one, item=die, amount=other, total=for_die)
    swap_spaces(state, one, other)
    end_power(state)
