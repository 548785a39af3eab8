"""Sets as numbers: bit i says whether i is in it."""

from __future__ import annotations

from numba.extending import overload

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
def lowest(mask: int) -> int:
    """The lowest one in a set that is not empty."""
    return bits(~mask & mask - 1)


@rules
def nth_bit(mask: int, skip: int) -> int:
    """The one in the set that has so many lower ones; IndexError if the set is too small."""
    left = mask
    for _ in range(skip):
        left &= left - 1
    if left == 0:
        _too_small(mask, skip)
    bit = 0
    while left >> bit & 1 == 0:
        bit += 1
    return bit


def _too_small(mask: int, skip: int) -> None:
    raise IndexError(f"The set {mask:#b} has {mask.bit_count()} in it, and none after {skip} others.")


@overload(_too_small)
def _compiled(mask, skip):  # type: ignore[no-untyped-def]  # its signature must equal that of the function inside
    def too_small(mask, skip):  # type: ignore[no-untyped-def]  # as above
        raise IndexError("A set is too small for the one that was asked for.")  # compiled code formats no numbers

    return too_small
