"""Use Mamy Wata's power: all stacks of a line slide to one of its ends (section 6b, S13)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import LINE
from .board import count_lines, line_space
from .power_conditions import capture_before_power, capture_possible, end_power
from .sides import event_seat
from .state import SIZE, EventKind, State

BACK = 0  # to the left, or up
FORTH = 1


@rules
def slide_line(state: State, line: int, end: int) -> bool:
    """Push all stacks of a line to one end, in their order; return True if anything moved."""
    back = -1 if end == FORTH else 1
    at = free = state.high if end == FORTH else state.low
    moved = False
    while state.low <= at <= state.high:
        here = line_space(line, at)
        if state.board[here] != 0:
            there = line_space(line, free)
            if here != there:
                state.board[there] = state.board[here]
                state.board[here] = 0
                moved = True
            free += back
        at += back
    return moved


@rules
def line_works(state: State, seat: int, line: int, end: int, known: int) -> bool:
    """Return True if this line may be pushed to this end."""
    before = local_array(SIZE)
    for i in range(SIZE):
        before[i] = state.board[line_space(line, i)]
    works = slide_line(state, line, end) and capture_possible(state, seat, known)
    for i in range(SIZE):
        state.board[line_space(line, i)] = before[i]
    return works


@rules
def mamy_wata_has_use(state: State, seat: int) -> bool:
    """Return True if any line may be pushed."""
    known = capture_before_power(state, seat)
    for line in range(count_lines(state)):
        if line_works(state, seat, line, BACK, known) or line_works(state, seat, line, FORTH, known):
            return True
    return False


@rules
def legal_lines(state: State, seat: int, actions: Actions) -> None:
    """List every line with every end."""
    known = capture_before_power(state, seat)
    for line in range(count_lines(state)):
        for end in range(2):
            if line_works(state, seat, line, end, known):
                add_action(actions, LINE.of(line, end))


@rules
def push_line(state: State, seat: int, action: int, dice: Dice) -> None:
    """Push the line."""
    line, end = LINE.line(action), LINE.end(action)
    slide_line(state, line, end)
    log_event(dice, EventKind.WATA, event_seat(state, seat), item=line, amount=end)
    end_power(state)
