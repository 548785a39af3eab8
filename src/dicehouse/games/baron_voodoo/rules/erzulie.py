"""Erzulie Freda's power: two single dice change places (section 6b, P1)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import DIE, jump_alike
from .codes import SWAP, SWAP_WITH
from .sides import named
from .state import NOBODY, SPACES, Happened, Phase, State
from .uses import before_capture, end_power, known_jump, will_do


@rules
def swap(state: State, one: int, other: int) -> None:
    """Two spaces exchange what stands on them."""
    stack = state.board[one]
    state.board[one] = state.board[other]
    state.board[other] = stack


@rules
def is_single(state: State, space: int) -> bool:
    """Whether one die stands there alone."""
    return 0 < state.board[space] <= DIE


@rules
def swap_works(state: State, seat: int, one: int, other: int, known: int) -> bool:
    """Whether these two single dice are different ones that may change places."""
    if not is_single(state, other) or state.board[one] == state.board[other]:
        return False
    if jump_alike(state, seat, state.board[one], state.board[other]):
        return not before_capture(state) or known != NOBODY
    swap(state, one, other)
    works = will_do(state, seat, known)
    swap(state, one, other)
    return works


@rules
def single_works(state: State, seat: int, one: int, known: int) -> bool:
    """Whether this space's die is single and has a partner."""
    if not is_single(state, one):
        return False
    for other in range(SPACES):
        if swap_works(state, seat, one, other, known):
            return True
    return False


@rules
def erzulie_has_use(state: State, seat: int) -> bool:
    """Whether any two dice may change places."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if single_works(state, seat, space, known):
            return True
    return False


# --- the choices: one die, and its partner


@rules
def legal_singles(state: State, seat: int, actions: Actions) -> None:
    """Every die that has a partner."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if single_works(state, seat, space, known):
            add(actions, SWAP.of(space))


@rules
def choose_single(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the die."""
    state.held = SWAP.space(action)
    state.phase = Phase.ERZULIE_WITH


@rules
def legal_partners(state: State, seat: int, actions: Actions) -> None:
    """Every partner of the one that is held."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if swap_works(state, seat, state.held, space, known):
            add(actions, SWAP_WITH.of(space))


@rules
def swap_dice(state: State, seat: int, action: int, dice: Dice) -> None:
    """The two change places."""
    one, other = state.held, SWAP_WITH.space(action)
    die, for_die = state.board[one], state.board[other]
    tell(dice, Happened.SWAP, named(state, seat), other=one, item=die, amount=other, total=for_die)
    swap(state, one, other)
    end_power(state)
