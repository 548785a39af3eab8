"""Sets as numbers."""

from __future__ import annotations

import pytest
from numba import njit

from dicehouse.core.bit_sets import count_bits, nth_bit


@njit
def compiled_nth_bit(mask: int, skip: int) -> int:
    return nth_bit(mask, skip)


def test_the_members_of_a_set_in_their_order() -> None:
    mask = 1 << 59 | 0b10110
    assert count_bits(mask) == 4
    assert [nth_bit(mask, i) for i in range(4)] == [1, 2, 4, 59]
    assert [compiled_nth_bit(mask, i) for i in range(4)] == [1, 2, 4, 59]


@pytest.mark.parametrize(("mask", "skip"), [(0, 0), (0b100, 1), (0b110, 5)])
def test_a_set_that_is_too_small_is_an_error_and_no_endless_loop(mask: int, skip: int) -> None:
    with pytest.raises(IndexError, match=rf"{mask:#b} has {mask.bit_count()} in it, and none after {skip} others"):
        nth_bit(mask, skip)
    with pytest.raises(IndexError, match="too small"):
        compiled_nth_bit(mask, skip)
