"""Give Numba the type of a block of action codes (see core/action_codes.py).

In compiled code a block has no value at run time: its type holds every number, so that `PLAY.of(card)` compiles to an
addition, `action in PLAY` to two comparisons, and `PLAY.card(action)` to a division by a constant.
"""

from __future__ import annotations

import operator
from functools import cache
from math import prod
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import infer_getattr, lower_builtin, models, register_model


@cache
def axis_strides(axes: tuple[tuple[str, int], ...]) -> dict[str, tuple[int, int]]:
    """Return for each axis the distance between neighbouring values and the number of values."""
    found, step = {}, 1
    for axis, count in reversed(axes):
        found[axis] = (step, count)
        step *= count
    return found


class BlockType(types.Type):  # type: ignore[misc]  # numba ships no types
    """Hold the first number and the axes of one block as a Numba type."""

    def __init__(self, first: int, axes: tuple[tuple[str, int], ...]) -> None:
        self.first = first
        self.strides = axis_strides(axes)
        self.size = prod(count for _, count in axes)
        super().__init__(name=f"Block({first}, {axes})")


@cache
def block_type(first: int, axes: tuple[tuple[str, int], ...]) -> BlockType:
    return BlockType(first, axes)


register_model(BlockType)(models.OpaqueModel)


@lower_constant(BlockType)  # type: ignore[untyped-decorator]  # numba ships no types
def _constant(context: Any, builder: Any, kind: BlockType, value: Any) -> Any:
    return context.get_dummy_value()


@infer_getattr
class _BlockMethods(AttributeTemplate):  # type: ignore[misc]  # numba ships no types
    key = BlockType

    def generic_resolve(self, kind: BlockType, name: str) -> Any:
        if name == "of":
            return types.BoundFunction(_OfMethod, kind)
        return types.BoundFunction(_axis_reader(name), kind) if name in kind.strides else None


class _OfMethod(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
    key = "dicehouse block of"

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if kws or len(args) != len(self.this.strides):
            return None
        return signature(types.int64, *[types.int64] * len(args), recvr=self.this)


@lower_builtin(_OfMethod.key, BlockType, types.VarArg(types.Any))  # type: ignore[untyped-decorator]  # numba ships no types
def _lower_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    number = _int_constant(kind.first)
    for (step, _), at in zip(kind.strides.values(), reversed(args[1:]), strict=True):
        number = builder.add(number, builder.mul(at, _int_constant(step)))
    return number


@cache
def _axis_reader(axis: str) -> type[AbstractTemplate]:
    """Return the template of the method that reads the axis `axis`."""

    class Reader(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
        key = f"dicehouse block {axis}"

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return None if kws or len(args) != 1 else signature(types.int64, types.int64, recvr=self.this)

    @lower_builtin(Reader.key, BlockType, types.int64)  # type: ignore[untyped-decorator]  # numba ships no types
    def read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        step, count = kind.strides[axis]
        inside = builder.sub(args[1], _int_constant(kind.first))
        # unsigned division is cheaper, and a rule reads only actions of the block
        whole = inside if step == 1 else builder.udiv(inside, _int_constant(step))
        return whole if step * count == kind.size else builder.urem(whole, _int_constant(count))

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
    return builder.icmp_unsigned("<", builder.sub(args[1], _int_constant(kind.first)), _int_constant(kind.size))


def _int_constant(value: int) -> ir.Constant:
    return ir.Constant(ir.IntType(64), value)
