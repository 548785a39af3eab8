"""Papa Legba's power: an accessible die goes to an empty space of its line (section 6b, S13, S14, S25)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import DIE, ROWS_ONLY, lift, lines, on_line, put
from .codes import MOVE, MOVE_TO
from .sides import named
from .state import SIZE, SPACES, Happened, Phase, State
from .uses import end_power, known_jump, will_do

SINGLE_ONLY = 1  # the setting of his dice


@rules
def may_move(state: State, source: int) -> bool:
    """Whether there is a die on this space that he moves, if it has somewhere to go."""
    stack = state.board[source]
    return stack != 0 and (stack <= DIE or state.options.legba != SINGLE_ONLY)


@rules
def move_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Whether the accessible die of one space may go to the other, which lies on one of its lines."""
    if state.board[to] != 0:
        return False
    stack = state.board[source]
    put(state, to, lift(state, source))
    works = will_do(state, seat, known)
    state.board[to] = 0
    state.board[source] = stack
    return works


@rules
def on_one_line(state: State, one: int, other: int) -> bool:
    """Whether a die could move from one space to the other: along rows, or files too, in the area in play (A11)."""
    row, column = other // SIZE, other % SIZE
    if row < state.low or row > state.high or column < state.low or column > state.high:
        return False
    return one // SIZE == row or (one % SIZE == column and state.options.power_lines != ROWS_ONLY)


@rules
def die_works(state: State, seat: int, source: int, known: int) -> bool:
    """Whether this space's accessible die has somewhere to go."""
    if not may_move(state, source):
        return False
    row, file = source // SIZE, SIZE + source % SIZE
    for i in range(state.low, state.high + 1):
        if move_works(state, seat, source, on_line(row, i), known):
            return True
        if lines(state) > file and move_works(state, seat, source, on_line(file, i), known):
            return True
    return False


@rules
def legba_has_use(state: State, seat: int) -> bool:
    """Whether any die has somewhere to go."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if die_works(state, seat, space, known):
            return True
    return False


# --- the choices: a die, and where it goes


@rules
def legal_moves(state: State, seat: int, actions: Actions) -> None:
    """Every die that has somewhere to go."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if die_works(state, seat, space, known):
            add(actions, MOVE.of(space))


@rules
def choose_move(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the die."""
    state.held = MOVE.space(action)
    state.phase = Phase.LEGBA_TO


@rules
def legal_goals(state: State, seat: int, actions: Actions) -> None:
    """Every space where it may go."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if on_one_line(state, state.held, space) and move_works(state, seat, state.held, space, known):
            add(actions, MOVE_TO.of(space))


@rules
def move_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Move it."""
    to = MOVE_TO.space(action)
    die = lift(state, state.held)
    put(state, to, die)
    tell(dice, Happened.MOVE, named(state, seat), other=state.held, item=die, amount=to)
    end_power(state)
