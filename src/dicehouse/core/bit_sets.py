"""Hold sets of small numbers as one integer: bit i is 1 if i is in the set."""

from __future__ import annotations

from ..compiler.rule_compiler import compiled_variant, rules


@rules
def count_bits(mask: int) -> int:
    """Return the size of the set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@rules
def lowest_bit(mask: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return count_bits(~mask & mask - 1)


@rules
def nth_bit(mask: int, skip: int) -> int:
    """Return the member with exactly `skip` lower ones; raise IndexError if the set is too small."""
    left = mask
    for _ in range(skip):
        left &= left - 1
    if left == 0:
        _raise_too_small(mask, skip)
    bit = 0
    while left >> bit & 1 == 0:
        bit += 1
    return bit


def _raise_too_small(mask: int, skip: int) -> None:
    raise IndexError(f"The set {mask:#b} has {mask.bit_count()} in it, and none after {skip} others.")


@compiled_variant(_raise_too_small)
def _overload_too_small(mask, skip):  # type: ignore[no-untyped-def]  # its signature must equal that of the function inside
    def too_small(mask, skip):  # type: ignore[no-untyped-def]  # as above
        raise IndexError("A set is too small for the one that was asked for.")  # compiled code can't format numbers

    return too_small
