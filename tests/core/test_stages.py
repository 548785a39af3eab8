"""One table from phases to what may be done and what does it."""

from __future__ import annotations

import traceback
from enum import IntEnum

import numpy as np
from numba import njit

from dicehouse.core import Actions, Dice, add_action, dtype, i8, record, rules, stages, strict


class Phase(IntEnum):
    START = 0
    KEEP = 1
    VOTE = 2
    VOTE_AGAIN = 3


@record
class State:
    phase: i8
    done: i8


@rules
def legal_start(state: State, seat: int, actions: Actions) -> None:
    add_action(actions, 10 + seat)


@rules
def start(state: State, seat: int, action: int, dice: Dice) -> None:
    state.done = action


@rules
def legal_votes(state: State, seat: int, actions: Actions) -> None:
    add_action(actions, 20)
    add_action(actions, 21)


@rules
def vote(state: State, seat: int, action: int, dice: Dice) -> None:
    state.done = -action


legal, carry_out = stages(
    {
        Phase.START: (legal_start, start),
        Phase.VOTE: (legal_votes, vote),
        Phase.VOTE_AGAIN: (legal_votes, vote),
    }
)


@njit
def compiled(memory: np.ndarray, listed: np.ndarray, box: np.ndarray) -> None:
    state = memory.view(STATE)[0]
    legal(state, 1, listed.view(ACTIONS)[0])
    carry_out(state, 1, 7, box.view(DICE)[0])


STATE, ACTIONS, DICE = dtype(State), dtype(Actions), dtype(Dice)


def played(phase: int, fast: bool) -> tuple[list[int], int]:
    memory, listed = np.zeros(STATE.itemsize, np.uint8), np.zeros(ACTIONS.itemsize, np.uint8)
    box = np.zeros(DICE.itemsize, np.uint8)
    state, actions = strict(State, memory), strict(Actions, listed)
    state.phase = phase
    if fast:
        compiled(memory, listed, box)
    else:
        legal(state, 1, actions)
        carry_out(state, 1, 7, strict(Dice, box))
    return [actions.item[i] for i in range(actions.count)], state.done


def test_each_phase_has_its_own_rules_compiled_and_not() -> None:
    for fast in (False, True):
        assert played(Phase.START, fast) == ([11], 7)
        assert played(Phase.VOTE, fast) == played(Phase.VOTE_AGAIN, fast) == ([20, 21], -7)


def test_where_the_table_says_nothing_nothing_is_legal() -> None:
    assert played(Phase.KEEP, False) == played(Phase.KEEP, True) == ([], 0)


def test_a_traceback_shows_the_line_of_the_table() -> None:
    try:
        carry_out(
            strict(State, np.zeros(STATE.itemsize, np.uint8)), 1, 1000, strict(Dice, np.zeros(DICE.itemsize, np.uint8))
        )
    except Exception:
        assert "_0_start(state, seat, action, dice)" in traceback.format_exc()
    else:
        raise AssertionError("1000 fits no field of 8 bits")
