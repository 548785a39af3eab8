"""Mamy Wata's power: all stacks of a line slide to one of its ends (section 6b, S13)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, tell

from .board import lines, on_line
from .codes import LINE
from .sides import named
from .state import SIZE, Happened, State
from .uses import end_power, known_jump, will_do

BACK = 0  # to the left, or up
FORTH = 1


@rules
def slide(state: State, line: int, end: int) -> bool:
    """Push all stacks of a line to one end, in their order; whether anything moved."""
    back = -1 if end == FORTH else 1
    at = free = state.high if end == FORTH else state.low
    moved = False
    while state.low <= at <= state.high:
        here = on_line(line, at)
        if state.board[here] != 0:
            there = on_line(line, free)
            if here != there:
                state.board[there] = state.board[here]
                state.board[here] = 0
                moved = True
            free += back
        at += back
    return moved


@rules
def line_works(state: State, seat: int, line: int, end: int, known: int) -> bool:
    """Whether this line may be pushed to this end."""
    before = local_array(SIZE)
    for i in range(SIZE):
        before[i] = state.board[on_line(line, i)]
    works = slide(state, line, end) and will_do(state, seat, known)
    for i in range(SIZE):
        state.board[on_line(line, i)] = before[i]
    return works


@rules
def wata_has_use(state: State, seat: int) -> bool:
    """Whether any line may be pushed."""
    known = known_jump(state, seat)
    for line in range(lines(state)):
        if line_works(state, seat, line, BACK, known) or line_works(state, seat, line, FORTH, known):
            return True
    return False


@rules
def legal_lines(state: State, seat: int, actions: Actions) -> None:
    """Every line with every end."""
    known = known_jump(state, seat)
    for line in range(lines(state)):
        for end in range(2):
            if line_works(state, seat, line, end, known):
                add(actions, LINE.of(line, end))


@rules
def push_line(state: State, seat: int, action: int, dice: Dice) -> None:
    """Push the line."""
    line, end = LINE.line(action), LINE.end(action)
    slide(state, line, end)
    tell(dice, Happened.WATA, named(state, seat), item=line, amount=end)
    end_power(state)
