"""Actions as numbers: blocks that cannot overlap, and what a number in a block stands for.

    _codes = Codes()
    ROLL = _codes.one()
    PLAY = _codes.block(card=6)
    JUMP = _codes.block(space=64, direction=8)

In a rule, compiled or not, `PLAY.of(card)` makes the number, `action in PLAY` asks for its kind, and
`PLAY.card(action)` reads the card back. Compiled, each is what you would write by hand: an addition, two
comparisons, a division by a constant.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, partial
from math import prod
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import infer_getattr, lower_builtin, models, register_model

LIMIT = 32768  # `Actions` holds numbers of 16 bits


class Block:
    """A block of action numbers, one for each combination of its axes.

    Every axis is a method that reads it: `JUMP.space(action)`. Plain Python checks what it is given; compiled code
    trusts its rules, which the interpreter has tried.
    """

    _is_rule_constant = True

    def __init__(self, first: int, axes: dict[str, int]) -> None:
        self.first = first
        self.axes = axes
        self.size = prod(axes.values())
        self._numba_type_ = _block_type(first, tuple(axes.items()))
        for axis in axes:
            setattr(self, axis, partial(self._read, axis))

    def of(self, *at: int) -> int:
        """The number of the action at these places, one for each axis; IndexError if there is no such place."""
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

    def _read(self, axis: str, action: int) -> int:
        if action not in self:
            raise IndexError(f"{action} is no action of {self}.")
        step, count = self._numba_type_.strides[axis]
        return (action - self.first) // step % count

    if TYPE_CHECKING:

        def __getattr__(self, axis: str) -> Callable[[int], int]: ...

    def __repr__(self) -> str:
        return f"Block({self.first}, {', '.join(f'{axis}={n}' for axis, n in self.axes.items())})"


class Codes:
    """Hands out numbers for a game's actions, each once, from 0."""

    def __init__(self) -> None:
        self._next = 0

    def one(self) -> int:
        """The number of an action that needs no argument."""
        return self._take(1)

    def block(self, **axes: int) -> Block:
        """Numbers for an action with arguments: `block(card=6)` for cards 0 to 5."""
        reserved = axes.keys() & {"of", "first", "size", "axes"}
        if not axes or reserved or any(n < 1 for n in axes.values()):
            raise ValueError(f"A block has axes with names of their own and at least one place each, not {axes}.")
        return Block(self._take(prod(axes.values())), dict(axes))

    def all(self) -> tuple[int, ...]:
        """All numbers that were handed out, in order: a game's `ACTIONS`."""
        return tuple(range(self._next))

    def _take(self, size: int) -> int:
        first, self._next = self._next, self._next + size
        if self._next > LIMIT:
            raise ValueError(f"A game has at most {LIMIT:,} numbers for its actions; these are {self._next:,}.")
        return first


@cache
def _strides(axes: tuple[tuple[str, int], ...]) -> dict[str, tuple[int, int]]:
    """For each axis how far apart its places lie, and how many there are."""
    found, step = {}, 1
    for axis, count in reversed(axes):
        found[axis] = (step, count)
        step *= count
    return found


# --- in compiled code a block is all type and no value: every number of it is a constant there


class BlockType(types.Type):  # type: ignore[misc]  # numba ships no types
    """Numba's type of one block."""

    def __init__(self, first: int, axes: tuple[tuple[str, int], ...]) -> None:
        self.first = first
        self.strides = _strides(axes)
        self.size = prod(count for _, count in axes)
        super().__init__(name=f"Block({first}, {axes})")


@cache
def _block_type(first: int, axes: tuple[tuple[str, int], ...]) -> BlockType:
    return BlockType(first, axes)


register_model(BlockType)(models.OpaqueModel)


@lower_constant(BlockType)  # type: ignore[untyped-decorator]  # numba ships no types
def _constant(context: Any, builder: Any, kind: BlockType, value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]  # numba ships no types
    key = BlockType

    def generic_resolve(self, kind: BlockType, name: str) -> Any:
        if name == "of":
            return types.BoundFunction(_Of, kind)
        return types.BoundFunction(_reader(name), kind) if name in kind.strides else None


class _Of(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
    key = "dicehouse block of"

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if kws or len(args) != len(self.this.strides):
            return None
        return signature(types.int64, *[types.int64] * len(args), recvr=self.this)


@lower_builtin(_Of.key, BlockType, types.VarArg(types.Any))  # type: ignore[untyped-decorator]  # numba ships no types
def _lower_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    number = _number(kind.first)
    for (step, _), at in zip(kind.strides.values(), reversed(args[1:]), strict=True):
        number = builder.add(number, builder.mul(at, _number(step)))
    return number


@cache
def _reader(axis: str) -> type[AbstractTemplate]:
    """The template of the method that reads an axis."""

    class Reader(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
        key = f"dicehouse block {axis}"

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return None if kws or len(args) != 1 else signature(types.int64, types.int64, recvr=self.this)

    @lower_builtin(Reader.key, BlockType, types.int64)  # type: ignore[untyped-decorator]  # numba ships no types
    def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        step, count = kind.strides[axis]
        inside = builder.sub(args[1], _number(kind.first))
        # unsigned: a rule reads only what is in the block, and this division is the cheaper one
        whole = inside if step == 1 else builder.udiv(inside, _number(step))
        return whole if step * count == kind.size else builder.urem(whole, _number(count))

    return Reader


@infer_global(operator.contains)
class _Contains(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if len(args) == 2 and isinstance(args[0], BlockType):
            return signature(types.boolean, args[0], types.int64)
        return None


@lower_builtin(operator.contains, BlockType, types.int64)  # type: ignore[untyped-decorator]  # numba ships no types
def _lower_contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    return builder.icmp_unsigned("<", builder.sub(args[1], _number(kind.first)), _number(kind.size))


def _number(value: int) -> ir.Constant:
    return ir.Constant(ir.IntType(64), value)
