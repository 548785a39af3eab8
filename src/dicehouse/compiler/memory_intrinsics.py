"""Allocate memory for one call in compiled code, and read records from plain bytes.

Each of these is a plain function to Python; the second half tells Numba what it means in compiled code. `np.zeros`
would allocate on the heap in every call, and `array.view` is compiled again for every type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin
from numba.np.arrayobj import make_array, populate_array

from ..records.record import Bytes

WORD = ir.IntType(64)
BYTE = ir.IntType(8)


def local_array(size: int) -> list[int]:
    """Return `size` integer zeros that last for one call; `size` must be a constant."""
    return [0] * size


def local_floats(size: int) -> list[float]:
    """Return `size` floating-point zeros that last for one call; `size` must be a constant."""
    return [0.0] * size


def local_record(kind: np.dtype[Any]) -> Any:
    """Return a zeroed record of the constant type `kind` that lasts for one call."""
    return np.zeros(1, kind).view(np.recarray)[0]


def record_in(memory: Bytes, kind: np.dtype[Any], offset: int = 0) -> Any:
    """Return the record of the type `kind` in `memory` from `offset` on; raise IndexError if it does not fit."""
    return memory[offset : offset + kind.itemsize].view(kind).view(np.recarray)[0]


def batch_in(memory: Bytes, kind: np.dtype[Any]) -> Any:
    """Return the records of the type `kind` side by side in `memory`."""
    return memory[: len(memory) // kind.itemsize * kind.itemsize].view(kind).view(np.recarray)


def prefetch_row(row: Any, count: int) -> None:
    """Tell the processor that the first `count` items of `row` will be written soon; nothing else happens."""


# --- the types of these calls


def _register_type(function: Callable[..., Any], result: Callable[..., Any], literal: bool = False) -> None:
    """Tell Numba the type of a function's calls: `result` returns it for the arguments' types."""

    class Calls(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
        key = function
        prefer_literal = literal

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            kind = None if kws else result(*args)
            return None if kind is None else signature(kind, *args)

    infer_global(function)(Calls)


def _array_type_of(item: Any) -> Callable[[Any], Any]:
    return lambda size: types.Array(item, 1, "C") if isinstance(size, types.IntegerLiteral) else None


_register_type(local_array, _array_type_of(types.int64), literal=True)
_register_type(local_floats, _array_type_of(types.float64), literal=True)
_register_type(local_record, lambda kind: kind.dtype)
_register_type(record_in, lambda memory, kind, offset=None: kind.dtype)
_register_type(batch_in, lambda memory, kind: types.Array(kind.dtype, 1, "C"))

_register_type(prefetch_row, lambda row, count: types.none)


# --- their code


def _zeroed_stack(builder: Any, size: int) -> Any:
    """Return the address of `size` zero bytes in this call's frame."""
    words = -(-size // 8)
    stack = cgutils.alloca_once(builder, ir.ArrayType(WORD, words))
    cgutils.memset(builder, stack, ir.Constant(WORD, 8 * words), 0)
    return builder.bitcast(stack, BYTE.as_pointer())


def _make_array(context: Any, builder: Any, kind: Any, data: Any, count: Any) -> Any:
    """Return an array of the `count` items at `data`."""
    made = make_array(kind)(context, builder)
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    populate_array(
        made,
        data=builder.bitcast(data, made.data.type),
        shape=cgutils.pack_array(builder, [count]),
        strides=cgutils.pack_array(builder, [size]),
        itemsize=size,
        meminfo=None,
    )
    return made._getvalue()


@lower_builtin(local_array, types.IntegerLiteral)  # type: ignore[untyped-decorator]  # numba ships no types
@lower_builtin(local_floats, types.IntegerLiteral)  # type: ignore[untyped-decorator]
def _lower_local_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    count = sig.args[0].literal_value
    return _make_array(context, builder, sig.return_type, _zeroed_stack(builder, 8 * count), ir.Constant(WORD, count))


@lower_builtin(local_record, types.DType)  # type: ignore[untyped-decorator]
def _lower_local_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    stack = _zeroed_stack(builder, sig.return_type.size)
    return builder.bitcast(stack, context.get_value_type(sig.return_type))


@lower_builtin(record_in, types.Array, types.DType)  # type: ignore[untyped-decorator]
@lower_builtin(record_in, types.Array, types.DType, types.Integer)  # type: ignore[untyped-decorator]
def _lower_record_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory = make_array(sig.args[0])(context, builder, args[0])
    offset = args[2] if len(args) > 2 else ir.Constant(WORD, 0)
    available = builder.sub(memory.nitems, offset)
    with cgutils.if_unlikely(builder, builder.icmp_signed("<", available, ir.Constant(WORD, sig.return_type.size))):
        context.call_conv.return_user_exc(builder, IndexError, ("The record does not fit.",))
    return builder.bitcast(builder.gep(memory.data, [offset]), context.get_value_type(sig.return_type))


@lower_builtin(batch_in, types.Array, types.DType)  # type: ignore[untyped-decorator]
def _lower_batch_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory = make_array(sig.args[0])(context, builder, args[0])
    count = builder.udiv(memory.nitems, ir.Constant(WORD, sig.return_type.dtype.size))
    return _make_array(context, builder, sig.return_type, memory.data, count)


@lower_builtin(prefetch_row, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _lower_fetch_ahead(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    data = builder.bitcast(make_array(sig.args[0])(context, builder, args[0]).data, BYTE.as_pointer())
    size = context.get_abi_sizeof(context.get_data_type(sig.args[0].dtype))
    end = builder.mul(args[1], ir.Constant(WORD, size))
    kind = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), *(ir.IntType(32),) * 3])
    prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    write, near, memory = (ir.Constant(ir.IntType(32), number) for number in (1, 2, 1))
    with cgutils.for_range_slice(builder, ir.Constant(WORD, 0), end, ir.Constant(WORD, 64), inc=True) as (at, _):
        builder.call(prefetch, [builder.gep(data, [at]), write, near, memory])
    return context.get_dummy_value()
