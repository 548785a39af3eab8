"""Memory as compiled code sees it: room for the length of one call, and records in plain bytes.

Each of these is a plain function to Python; Numba is told below what it means in compiled code. `np.zeros` would go to
the heap on every call, and `array.view` is compiled anew for every type.
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

from .record import Bytes

WORD = ir.IntType(64)
BYTE = ir.IntType(8)


def local_array(size: int) -> list[int]:
    """`size` zeros for the length of one call; `size` must be a constant."""
    return [0] * size


def local_floats(size: int) -> list[float]:
    """The same, of floats."""
    return [0.0] * size


def local_record(kind: np.dtype[Any]) -> Any:
    """A zeroed record of a constant type for the length of one call."""
    return np.zeros(1, kind).view(np.recarray)[0]


def record_in(memory: Bytes, kind: np.dtype[Any], offset: int = 0) -> Any:
    """The record that lies in `memory` from `offset` on; IndexError if it does not fit."""
    return memory[offset : offset + kind.itemsize].view(kind).view(np.recarray)[0]


def batch_in(memory: Bytes, kind: np.dtype[Any]) -> Any:
    """The records that lie in `memory` side by side."""
    return memory[: len(memory) // kind.itemsize * kind.itemsize].view(kind).view(np.recarray)


def fetch_ahead(row: Any, count: int) -> None:
    """Tells the processor that the first `count` items of a row will be written soon; nothing else comes of it."""


# --- the types of these calls


def _typed(function: Callable[..., Any], result: Callable[..., Any], literal: bool = False) -> None:
    """Tell Numba the type of a function's calls: `result` gives it for the arguments' types."""

    class Calls(AbstractTemplate):  # type: ignore[misc]  # numba ships no types
        key = function
        prefer_literal = literal

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            kind = None if kws else result(*args)
            return None if kind is None else signature(kind, *args)

    infer_global(function)(Calls)


def _row_of(item: Any) -> Callable[[Any], Any]:
    return lambda size: types.Array(item, 1, "C") if isinstance(size, types.IntegerLiteral) else None


_typed(local_array, _row_of(types.int64), literal=True)
_typed(local_floats, _row_of(types.float64), literal=True)
_typed(local_record, lambda kind: kind.dtype)
_typed(record_in, lambda memory, kind, offset=None: kind.dtype)
_typed(batch_in, lambda memory, kind: types.Array(kind.dtype, 1, "C"))

_typed(fetch_ahead, lambda row, count: types.none)


# --- their code


def _zeros(builder: Any, size: int) -> Any:
    """The address of so many zero bytes in this call's frame."""
    words = -(-size // 8)
    room = cgutils.alloca_once(builder, ir.ArrayType(WORD, words))
    cgutils.memset(builder, room, ir.Constant(WORD, 8 * words), 0)
    return builder.bitcast(room, BYTE.as_pointer())


def _array(context: Any, builder: Any, kind: Any, data: Any, count: Any) -> Any:
    """An array of `count` items that lie at `data`."""
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
    return _array(context, builder, sig.return_type, _zeros(builder, 8 * count), ir.Constant(WORD, count))


@lower_builtin(local_record, types.DType)  # type: ignore[untyped-decorator]
def _lower_local_record(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    room = _zeros(builder, sig.return_type.size)
    return builder.bitcast(room, context.get_value_type(sig.return_type))


@lower_builtin(record_in, types.Array, types.DType)  # type: ignore[untyped-decorator]
@lower_builtin(record_in, types.Array, types.DType, types.Integer)  # type: ignore[untyped-decorator]
def _lower_record_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory = make_array(sig.args[0])(context, builder, args[0])
    offset = args[2] if len(args) > 2 else ir.Constant(WORD, 0)
    room = builder.sub(memory.nitems, offset)
    with cgutils.if_unlikely(builder, builder.icmp_signed("<", room, ir.Constant(WORD, sig.return_type.size))):
        context.call_conv.return_user_exc(builder, IndexError, ("The record does not fit.",))
    return builder.bitcast(builder.gep(memory.data, [offset]), context.get_value_type(sig.return_type))


@lower_builtin(batch_in, types.Array, types.DType)  # type: ignore[untyped-decorator]
def _lower_batch_in(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory = make_array(sig.args[0])(context, builder, args[0])
    count = builder.udiv(memory.nitems, ir.Constant(WORD, sig.return_type.dtype.size))
    return _array(context, builder, sig.return_type, memory.data, count)


@lower_builtin(fetch_ahead, types.Array, types.Integer)  # type: ignore[untyped-decorator]
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
