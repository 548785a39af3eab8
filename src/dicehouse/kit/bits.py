"""Sets as numbers: bit i says whether i is in it."""

from __future__ import annotations

from .compiling import rules


@rules
def bits(mask: int) -> int:
    """How many are in the set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@rules
def nth_bit(mask: int, skip: int) -> int:
    """The one in the set that has so many lower ones."""
    for _ in range(skip):
        mask &= mask - 1
    bit = 0
    while mask >> bit & 1 == 0:
        bit += 1
    return bit
