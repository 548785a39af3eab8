"""Numbers of actions: blocks never overlap, and read the same compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from dicehouse.core import Codes, rules

_codes = Codes()
ROLL = _codes.one()
PLAY = _codes.block(card=6)
JUMP = _codes.block(space=7, direction=8)
MOVE = _codes.block(piece=3, row=4, column=5)
END = _codes.one()


@rules
def jump(space: int, direction: int) -> int:
    return JUMP.of(space, direction)


@rules
def move(piece: int, row: int, column: int) -> int:
    return MOVE.of(piece, row, column)


@rules
def read(action: int) -> int:
    """Every axis of whatever block the action is in, as digits."""
    if action in PLAY:
        return 1000 + PLAY.card(action)
    if action in JUMP:
        return 2000 + 10 * JUMP.space(action) + JUMP.direction(action)
    if action not in MOVE:
        return 9000 + (action == ROLL)
    return 3000 + 100 * MOVE.piece(action) + 10 * MOVE.row(action) + MOVE.column(action)


@njit
def compiled_read(action: int) -> int:
    return read(action)


@njit
def compiled_jump(space: int, direction: int) -> int:
    return jump(space, direction)


@njit
def compiled_move(piece: int, row: int, column: int) -> int:
    return move(piece, row, column)


def test_blocks_never_overlap_and_leave_no_gap() -> None:
    numbers = [ROLL, *(n for block in (PLAY, JUMP, MOVE) for n in range(block.first, block.first + block.size)), END]
    assert numbers == list(range(len(numbers)))


def test_what_was_made_reads_back() -> None:
    assert [PLAY.card(PLAY.of(card)) for card in range(6)] == list(range(6))
    for space in range(7):
        for direction in range(8):
            action = JUMP.of(space, direction)
            assert (action in JUMP, JUMP.space(action), JUMP.direction(action)) == (True, space, direction)


def test_compiled_code_makes_and_reads_the_same_numbers() -> None:
    for action in range(-1, END + 2):
        assert compiled_read(action) == read(action), action
        if 0 <= action < 128:
            assert compiled_read(np.int8(action)) == read(action)
    assert all(compiled_jump(s, d) == jump(s, d) for s in range(7) for d in range(8))
    assert all(compiled_move(p, r, c) == move(p, r, c) for p in range(3) for r in range(4) for c in range(5))


def test_a_place_that_is_not_there_is_named() -> None:
    with pytest.raises(IndexError, match=r"Block\(7, space=7, direction=8\) has nothing at \(7, 0\)"):
        JUMP.of(7, 0)
    with pytest.raises(IndexError, match="has nothing at"):
        JUMP.of(1)
    with pytest.raises(IndexError, match="0 isn't an action of"):
        PLAY.card(ROLL)


def test_there_are_only_so_many_numbers() -> None:
    codes = Codes()
    codes.block(space=181, to=181)
    with pytest.raises(ValueError, match="at most 32,768 numbers"):
        codes.block(space=8)


@pytest.mark.parametrize("axes", [{}, {"of": 3}, {"card": 0}])
def test_a_block_has_axes_of_its_own(axes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="A block has axes"):
        Codes().block(**axes)
