"""Give actions numbers: blocks that can't overlap, and axes that read a number of a block.

    _codes = Codes()
    ROLL = _codes.one()
    PLAY = _codes.block(card=6)
    JUMP = _codes.block(space=64, direction=8)

In a rule, compiled or not, `PLAY.of(card)` makes the number, `action in PLAY` asks for its kind, and
`PLAY.card(action)` reads the card back. Compiled, each is as fast as code written by hand: an addition, two
comparisons, a division by a constant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from ..compiler.block_type import axis_strides, block_type

MAX_ACTION_CODES = 32768  # because `Actions` holds numbers of 16 bits


class Block:
    """Hold a block of action numbers, one for each combination of its axes.

    Every axis is a method that reads it: `JUMP.space(action)`. Plain Python checks the arguments; compiled code trusts
    its rules, because the interpreter has run them.
    """

    _is_rule_constant = True

    def __init__(self, first: int, axes: dict[str, int]) -> None:
        self.first = first
        self.axes = axes
        self.size = prod(axes.values())
        lengths = tuple(axes.items())
        self._numba_type_ = block_type(first, lengths)
        for axis, count in axes.items():
            step, _ = axis_strides(lengths)[axis]
            setattr(self, axis, partial(self._read, step, count))

    def of(self, *at: int) -> int:
        """Return the number of the action with the values `at`, one for each axis; raise IndexError if a value is out
        of range.
        """
        number, counts = 0, self.axes.values()
        if len(at) != len(counts):
            raise IndexError(f"{self} has nothing at {at}.")
        for i, n in zip(at, counts, strict=True):
            if not 0 <= i < n:
                raise IndexError(f"{self} has nothing at {at}.")
            number = number * n + int(i)
        return self.first + number

    def __contains__(self, action: int) -> bool:
        return self.first <= action < self.first + self.size

    def _read(self, step: int, count: int, action: int) -> int:
        if not 0 <= action - self.first < self.size:
            raise IndexError(f"{action} isn't an action of {self}.")
        return (action - self.first) // step % count

    if TYPE_CHECKING:

        def __getattr__(self, axis: str) -> Callable[[int], int]: ...

    def __repr__(self) -> str:
        return f"Block({self.first}, {', '.join(f'{axis}={n}' for axis, n in self.axes.items())})"


class Codes:
    """Give each action of a game its number, each number once, from 0."""

    def __init__(self) -> None:
        self._next = 0

    def one(self) -> int:
        """Return the number of an action without arguments."""
        return self._take(1)

    def block(self, **axes: int) -> Block:
        """Return numbers for an action with arguments: `block(card=6)` for cards 0 to 5."""
        reserved = axes.keys() & {"of", "first", "size", "axes"}
        if not axes or reserved or any(n < 1 for n in axes.values()):
            raise ValueError(f"A block has axes with names of their own and at least one place each, not {axes}.")
        return Block(self._take(prod(axes.values())), dict(axes))

    def all(self) -> tuple[int, ...]:
        """Return all numbers given so far, in order: a game's `ACTIONS`."""
        return tuple(range(self._next))

    def _take(self, size: int) -> int:
        first, self._next = self._next, self._next + size
        if self._next > MAX_ACTION_CODES:
            raise ValueError(
                f"A game has at most {MAX_ACTION_CODES:,} numbers for its actions; these are {self._next:,}."
            )
        return first
