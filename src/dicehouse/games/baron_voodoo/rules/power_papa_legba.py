"""Use Papa Legba's power: an accessible die moves to an empty space of its line (section 6b, S13, S14, S25)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import MOVE, MOVE_TO
from .board import DIE, ROWS_ONLY, count_lines, lift, line_space, put
from .power_conditions import capture_before_power, capture_possible, end_power
from .sides import event_seat
from .state import SIZE, SPACES, EventKind, Phase, State

SINGLE_ONLY = 1  # the setting for his dice


@rules
def may_move(state: State, source: int) -> bool:
    """Return True if the power can move a die on this space, provided it has a free space."""
    stack = state.board[source]
    return stack != 0 and (stack <= DIE or state.options.legba != SINGLE_ONLY)


@rules
def move_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Return True if the accessible die of one space may go to the other, which is on one of its lines."""
    if state.board[to] != 0:
        return False
    stack = state.board[source]
    put(state, to, lift(state, source))
    works = capture_possible(state, seat, known)
    state.board[to] = 0
    state.board[source] = stack
    return works


@rules
def on_one_line(state: State, one: int, other: int) -> bool:
    """Return True if a die could move from one space to the other: along rows, or files too, in the area in play
    (A11).
    """
    row, column = other // SIZE, other % SIZE
    if row < state.low or row > state.high or column < state.low or column > state.high:
        return False
    return one // SIZE == row or (one % SIZE == column and state.options.power_lines != ROWS_ONLY)


@rules
def die_works(state: State, seat: int, source: int, known: int) -> bool:
    """Return True if this space's accessible die has somewhere to go."""
    if not may_move(state, source):
        return False
    row, file = source // SIZE, SIZE + source % SIZE
    for i in range(state.low, state.high + 1):
        if move_works(state, seat, source, line_space(row, i), known):
            return True
        if count_lines(state) > file and move_works(state, seat, source, line_space(file, i), known):
            return True
    return False


@rules
def papa_legba_has_use(state: State, seat: int) -> bool:
    """Return True if any die has somewhere to go."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if die_works(state, seat, space, known):
            return True
    return False


# --- the choices: a die, and its new space


@rules
def legal_moves(state: State, seat: int, actions: Actions) -> None:
    """List every die that has somewhere to go."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if die_works(state, seat, space, known):
            add_action(actions, MOVE.of(space))


@rules
def choose_move(state: State, seat: int, action: int, dice: Dice) -> None:
    """Hold the die."""
    state.held = MOVE.space(action)
    state.phase = Phase.LEGBA_TO


@rules
def legal_goals(state: State, seat: int, actions: Actions) -> None:
    """List every space that the held die may move to."""
    known = capture_before_power(state, seat)
    for space in range(SPACES):
        if on_one_line(state, state.held, space) and move_works(state, seat, state.held, space, known):
            add_action(actions, MOVE_TO.of(space))


@rules
def move_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Move the held die."""
    to = MOVE_TO.space(action)
    die = lift(state, state.held)
    put(state, to, die)
    log_event(dice, EventKind.MOVE, event_seat(state, seat), other=state.held, item=die, amount=to)
    end_power(state)
