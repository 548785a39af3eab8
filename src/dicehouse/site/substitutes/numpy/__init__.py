"""Stand in for what a table uses of NumPy: types of records, and arrays of numbers in memory.

All other names of NumPy can be imported here, and raise NotImplementedError when they are called. The names and the
layout of records are NumPy's: a match that is saved here has the same bytes as one saved with NumPy.
"""

from __future__ import annotations

import builtins
import ctypes as _ctypes
import math
import operator
import struct
from ast import literal_eval
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial, reduce
from itertools import accumulate, chain
from math import copysign, inf, nan, prod
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

_CODES = dict(zip(["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "b1"], "bhiqBHIQfd?", strict=True))
_PYTHON_TYPES: dict[Any, str] = {int: "q", float: "d", bool: "?"}
_RECORD = "V"  # the code of records, and of arrays within them


class generic:
    char = _RECORD


def _number_type(name: str, char: str, base: type[generic]) -> Any:
    return type(name, (base,), {"char": char})


integer, floating = _number_type("integer", _RECORD, generic), _number_type("floating", _RECORD, generic)

int8, int16 = _number_type("int8", "b", integer), _number_type("int16", "h", integer)
int32, int64 = _number_type("int32", "i", integer), _number_type("int64", "q", integer)
uint8, uint16 = _number_type("uint8", "B", integer), _number_type("uint16", "H", integer)
uint32, uint64 = _number_type("uint32", "I", integer), _number_type("uint64", "Q", integer)
float32, float64 = _number_type("float32", "f", floating), _number_type("float64", "d", floating)
bool_ = _number_type("bool_", "?", generic)
intp = int64


class dtype:
    """Describe a number, a record, or an array of either within a record."""

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    names: tuple[str, ...] | None = None
    fields: dict[str, tuple[dtype, int]] | None = None
    subdtype: tuple[dtype, tuple[int, ...]] | None = None
    shape: tuple[int, ...] = ()

    def __new__(cls, kind: Any, align: bool = False) -> dtype:
        """Return the type that `kind` names; a list of fields is laid out aligned, as C does it."""
        if isinstance(kind, dtype):
            return kind
        self = super().__new__(cls)
        if isinstance(kind, list):
            self._lay_out(kind)
        else:
            known = _PYTHON_TYPES.get(kind) if isinstance(kind, type) else _CODES[kind.lstrip("<|")]
            self.char = known or kind.char
            self.itemsize = self.alignment = struct.calcsize(self.char)
            self.kind = _kind_of(self.char)
        return self

    char: str
    kind: str
    itemsize: int
    alignment: int

    def _lay_out(self, fields: list[tuple[Any, ...]]) -> None:
        placed: dict[str, tuple[dtype, int]] = {}
        at, self.alignment = 0, 1
        for name, base, *shape in fields:
            one = dtype(base)
            if shape:
                one = one._repeated(shape[0])
            at += -at % one.alignment
            placed[name] = (one, at)
            at += one.itemsize
            self.alignment = max(self.alignment, one.alignment)
        self.char = self.kind = _RECORD
        self.fields, self.names, self.itemsize = placed, tuple(placed), at + -at % self.alignment

    def _repeated(self, shape: int | tuple[int, ...]) -> dtype:
        """Return the type of an array of this one."""
        many = object.__new__(dtype)
        many.shape = shape if isinstance(shape, tuple) else (shape,)
        many.subdtype, many.char, many.kind = (self, many.shape), _RECORD, _RECORD
        many.itemsize, many.alignment = self.itemsize * prod(many.shape), self.alignment
        return many

    @property
    def base(self) -> dtype:
        return self.subdtype[0] if self.subdtype else self

    @property
    def str(self) -> builtins.str:
        if self.char == _RECORD:
            return f"|V{self.itemsize}"
        return f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}"

    @property
    def descr(self) -> list[Any]:
        """Return the fields with their types, gaps included, in NumPy's words: the hash of a game's rules reads it."""
        if self.fields is None:
            return [("", self.str)]
        found: list[Any] = []
        at = 0
        for name, (kind, first) in self.fields.items():
            if first > at:
                found.append(("", f"|V{first - at}"))
            base = kind.base.descr if kind.base.names else kind.base.str
            found.append((name, base, kind.shape) if kind.subdtype else (name, base))
            at = first + kind.itemsize
        return [*found, ("", f"|V{self.itemsize - at}")] if self.itemsize > at else found

    def __getitem__(self, name: builtins.str) -> dtype:
        if self.fields is None:
            raise KeyError(name)
        return self.fields[name][0]

    def _key(self) -> tuple[Any, ...]:
        return self.char, self.itemsize, self.subdtype, tuple((self.fields or {}).items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and (self is other or self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())


def _kind_of(char: str) -> str:
    return "f" if char in "fd" else "b" if char == "?" else "u" if char.isupper() else "i"


class ndarray:
    """Show memory as numbers, or as records, in rows of any number of dimensions."""

    def __init__(
        self, memory: memoryview, kind: dtype, shape: Sequence[int] | None = None, strides: Sequence[int] | None = None
    ) -> None:
        self.dtype = kind.base
        size, self.shape = self.dtype.itemsize, tuple(shape if shape is not None else (len(memory) // kind.itemsize,))
        if kind.subdtype:
            self.shape += kind.shape
            strides = [*(strides or [kind.itemsize] * (shape is None)), *_strides(kind.shape, size)]
        self.strides = tuple(_strides(self.shape, size) if strides is None else strides)
        reach = builtins.sum((n - 1) * stride for n, stride in zip(self.shape, self.strides, strict=True)) + size
        self.data = memory[: reach if all(self.shape) else 0]
        self._cells: Any = None if kind.base.char == _RECORD else self.data.cast(kind.base.char)  # type: ignore[call-overload]

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def ctypes(self) -> SimpleNamespace:
        return SimpleNamespace(data=_ctypes.addressof((_ctypes.c_char * self.data.nbytes).from_buffer(self.data)))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cells) if self._is_row else (self[i] for i in range(len(self)))

    @property
    def _is_row(self) -> bool:
        return self._cells is not None and len(self.shape) == 1 and self._is_dense

    @property
    def _is_dense(self) -> bool:
        return self.data.nbytes == self.size * self.itemsize and self.strides == _strides(self.shape, self.itemsize)

    def _places(self) -> list[int]:
        """Return where the items begin, in bytes."""
        found = [0]
        for n, stride in zip(self.shape, self.strides, strict=True):
            found = [first + i * stride for first in found for i in range(n)]
        return found

    def _values(self) -> list[Any]:
        """Return all numbers in one list."""
        if self._is_dense:
            return list(self._cells)
        return [self._cells[place // self.itemsize] for place in self._places()]

    def _at(self, at: Any) -> ndarray:
        """Return a part, which shares this memory."""
        if isinstance(at, builtins.str):
            kind, first = (self.dtype.fields or {})[at]
            return ndarray(self.data[first:], kind, self.shape, self.strides)
        parts, left = at if isinstance(at, tuple) else (at,), list(zip(self.shape, self.strides, strict=True))
        first, shape, strides = 0, list[int](), list[int]()
        for part in parts:
            n, stride = (1, 0) if part is None else left.pop(0)
            whole = slice(None) if part is None else part
            begin, end, step = whole.indices(n) if isinstance(whole, slice) else (whole, 0, 0)
            if step not in (0, 1):
                raise NotImplementedError("A row can be cut into parts only without a step.")
            if step == 0 and not -n <= begin < n:
                raise IndexError(f"index {begin} is out of bounds for {n} items")
            first += (begin if step else begin % n) * stride
            if step:
                shape.append(max(0, end - begin))
                strides.append(stride)
        kept = [*shape, *(n for n, _ in left)], [*strides, *(stride for _, stride in left)]
        return ndarray(self.data[first:], self.dtype, *kept)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, int) and self._is_row:
            return self._cells[at]
        if isinstance(at, (list, ndarray)):
            chosen = flatnonzero(at) if isinstance(at, ndarray) and at.dtype.char == "?" else at
            return _joined([self._at(int(i)) for i in chosen], self.dtype, self.shape[1:])
        part = self._at(at)
        return part if part.shape or part._cells is None else part._cells[0]

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, int) and self._is_row:
            self._cells[at] = value
            return
        part = self._at(at)
        if isinstance(value, (bytes, bytearray, memoryview)):
            part.data[:] = value
        elif isinstance(value, ndarray) and value.dtype == part.dtype and part._is_dense and part.shape == value.shape:
            part.data[:] = value.tobytes()
        else:
            given = _spread(value, part.shape)
            for place, each in zip(part._places(), given, strict=True):
                part._cells[place // part.itemsize] = each

    def copy(self) -> ndarray:
        return ndarray(memoryview(bytearray(self.tobytes())), self.dtype, self.shape)

    def view(self, kind: Any) -> ndarray:
        return self if kind is recarray else ndarray(self.data, dtype(kind))

    def reshape(self, *shape: int) -> ndarray:
        return ndarray(self.data, self.dtype, [self.size // -prod(shape) if n == -1 else n for n in shape])

    def astype(self, kind: Any) -> ndarray:
        return _made(map(float if dtype(kind).kind == "f" else int, self._values()), self.shape, kind)

    def tobytes(self) -> bytes:
        if self._is_dense:
            return bytes(self.data)
        return b"".join(bytes(self.data[place : place + self.itemsize]) for place in self._places())

    def item(self) -> Any:
        (only,) = self._values()
        return only

    def tolist(self) -> Any:
        return [each.tolist() if isinstance(each, ndarray) else each for each in self]

    __hash__ = None  # type: ignore[assignment]  # as NumPy's

    # --- what is found of many numbers

    def _reduced(self, function: Callable[[list[Any], bool], Any], axis: int | None) -> Any:
        """Call `function` with all numbers; or with those along an axis, and whether they lie side by side."""
        if axis is None or len(self.shape) == 1:
            return function(self._values(), True)
        others = [n for i, n in enumerate(self.shape) if i != axis]
        moved = ndarray(
            self.data,
            self.dtype,
            [*others, self.shape[axis]],
            [*(stride for i, stride in enumerate(self.strides) if i != axis), self.strides[axis]],
        )._values()
        n, together = self.shape[axis], axis == len(self.shape) - 1 or prod(others) == 1
        return _made((function(moved[i * n : (i + 1) * n], together) for i in range(prod(others))), others)

    def sum(self, axis: int | None = None) -> Any:
        return self._reduced(_sum, axis)

    def mean(self, axis: int | None = None) -> Any:
        return self._reduced(lambda row, together: _quotient(_sum(row, together), len(row)), axis)

    def var(self, axis: int | None = None, ddof: int = 0) -> Any:
        def found(row: list[Any], together: bool) -> float:
            middle = _quotient(_sum(row, together), len(row))
            return _quotient(_sum([(each - middle) * (each - middle) for each in row], together), len(row) - ddof)

        return self._reduced(found, axis)

    def std(self, axis: int | None = None, ddof: int = 0) -> Any:
        return sqrt(self.var(axis, ddof))

    def argmax(self) -> int:
        values = self._values()
        return values.index(builtins.max(values))

    def cumsum(self) -> ndarray:
        return _made(accumulate(self._values()), (self.size,))


recarray = ndarray


def _add_reduction(function: Callable[[list[Any]], Any]) -> None:
    setattr(ndarray, function.__name__, lambda self, axis=None: self._reduced(lambda row, _: function(row), axis))


def _add_operator(name: str, function: Callable[..., Any], kind: Any = None) -> None:
    setattr(ndarray, f"__{name}__", lambda self, *other: _each(function, self, *other, kind=kind))


def _strides(shape: Sequence[int], size: int) -> tuple[int, ...]:
    return tuple(size * prod(shape[i + 1 :]) for i in range(len(shape)))


def _sum(row: Sequence[Any], together: bool) -> Any:
    """Return the sum, added in NumPy's order, so that it is rounded alike: in pairs, where the numbers lie together."""
    n = len(row)
    if n < 8 or not together:
        return reduce(operator.add, row) if row else 0.0
    if n > 128:
        half = n // 2 - n // 2 % 8
        return _sum(row[:half], True) + _sum(row[half:], True)
    a, b, c, d, e, f, g, h = (reduce(operator.add, row[i : n - n % 8 : 8]) for i in range(8))
    return reduce(operator.add, row[n - n % 8 :], ((a + b) + (c + d)) + ((e + f) + (g + h)))


def _quotient(a: float, b: float) -> float:
    return a / b if b else nan if a == 0 or a != a else copysign(inf, a)


def _sqrt(number: float) -> float:
    return math.sqrt(number) if number >= 0 else nan


def _made(values: Iterable[Any], shape: Sequence[int], kind: Any = None) -> ndarray:
    """Return an array of these numbers, which have the type of all of them if none is given."""
    kept = list(values)
    if kind is None:
        types = {type(each) for each in kept}
        kind = float if float in types or not kept else bool if types == {bool} else int
    made = zeros(tuple(shape), kind)
    for i, each in enumerate(kept):
        made._cells[i] = each
    return made


def _spread(value: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return the numbers of `value`, repeated to fill `shape`."""
    if not isinstance(value, (ndarray, list, tuple)):
        return [value] * prod(shape)
    given = value if isinstance(value, ndarray) else array(value)
    sizes, steps = (1,) * (len(shape) - len(given.shape)) + given.shape, (0,) * (len(shape) - len(given.shape))
    if len(sizes) != len(shape) or builtins.any(n not in (1, most) for n, most in zip(sizes, shape, strict=True)):
        raise ValueError(f"Values of the shape {given.shape} don't fit in {shape}.")
    strides = [
        stride if n == most else 0 for n, most, stride in zip(sizes, shape, (*steps, *given.strides), strict=True)
    ]
    return ndarray(given.data, given.dtype, shape, strides)._values()


def _each(function: Callable[..., Any], *given: Any, kind: Any = None) -> Any:
    """Call `function` with the numbers at each place of one or more arrays."""
    known = [array(each) if isinstance(each, (list, tuple)) else each for each in given]
    shapes = [each.shape for each in known if isinstance(each, ndarray)]
    if not shapes:
        return function(*known)
    longest = builtins.max(map(len, shapes))
    sizes = zip(*((1,) * (longest - len(one)) + one for one in shapes), strict=True)
    shape = tuple(next((n for n in each if n != 1), 1) for each in sizes)  # the one that others are repeated to
    return _made(map(function, *(_spread(each, shape) for each in known)), shape, kind)


def _joined(parts: Sequence[ndarray], kind: dtype, shape: Sequence[int]) -> ndarray:
    joined = bytearray().join(part.tobytes() for part in parts)
    return ndarray(memoryview(joined), kind, (len(parts), *shape))


def zeros(shape: int | tuple[int, ...], dtype: Any = float) -> ndarray:
    """Return an array of zeros."""
    kind, sizes = _dtype(dtype), shape if isinstance(shape, tuple) else (shape,)
    return ndarray(memoryview(bytearray(prod(sizes) * kind.itemsize)), kind, sizes)


_dtype = dtype
empty = zeros


def full(shape: int | tuple[int, ...], value: Any, dtype: Any = None) -> ndarray:
    """Return an array of one number."""
    made = zeros(shape, dtype or type(value))
    made[:] = value
    return made


ones = partial(full, value=1, dtype=float)


def frombuffer(data: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> ndarray:
    """Return a row that shows the memory of `data`, from `offset` on."""
    kind, memory = _dtype(dtype), memoryview(data).cast("B")[offset:]
    return ndarray(memory if count < 0 else memory[: count * kind.itemsize], kind)


def load(file: Any) -> Any:
    """Return the arrays of an .npz file by their names, for a `with` statement."""
    with ZipFile(file) as kept:
        return nullcontext({name.removesuffix(".npy"): _read_array(kept.read(name)) for name in kept.namelist()})


def _read_array(data: bytes) -> Any:
    begin = 10 + int.from_bytes(data[8:10], "little")
    facts = literal_eval(data[10:begin].decode())
    if "U" in facts["descr"]:
        return data[begin:].decode("utf-32-le")
    return frombuffer(data, facts["descr"], offset=begin).reshape(*facts["shape"])


def array(values: Any, dtype: Any = None) -> ndarray:
    """Return an array of numbers, or of arrays of the same shape."""
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    kept = [array(each) if isinstance(each, (list, tuple)) else each for each in values]
    if kept and isinstance(kept[0], ndarray):
        return _made((number for each in kept for number in each._values()), (len(kept), *kept[0].shape), dtype)
    return _made(kept, (len(kept),), dtype)


def stack(parts: Sequence[ndarray]) -> ndarray:
    """Return arrays of one shape as the rows of a new one."""
    return _joined(parts, parts[0].dtype, parts[0].shape)


def concatenate(parts: Sequence[ndarray]) -> ndarray:
    """Return arrays one after the other."""
    shape = builtins.sum(map(len, parts)), *parts[0].shape[1:]
    return ndarray(memoryview(bytearray().join(part.tobytes() for part in parts)), parts[0].dtype, shape)


def tile(values: ndarray, times: int) -> ndarray:
    """Return an array of which each row is repeated."""
    *rows, n = values.shape
    repeated = (values._values()[i : i + n] * times for i in range(0, values.size, n))
    return _made(chain.from_iterable(repeated), (*rows, n * times))


def flatnonzero(values: ndarray) -> list[int]:
    """Return the places of the numbers that are not zero."""
    return [i for i, each in enumerate(values._values()) if each]


def array_equal(a: ndarray, b: ndarray) -> bool:
    """Return True if both have the same shape and content."""
    return a.shape == b.shape and a.tobytes() == b.tobytes()


def searchsorted(values: ndarray, value: float, side: str) -> int:
    """Return where `value` belongs in sorted values."""
    return (bisect_right if side == "right" else bisect_left)(values._values(), value)


def _method(name: str) -> Callable[..., Any]:
    return lambda values, **given: getattr(array(values), name)(**given)


def _function(work: Callable[..., Any], kind: Any = None) -> Callable[..., Any]:
    """Return a function of arrays that calls `work` with the numbers at each place."""
    return lambda *given: _each(work, *given, kind=kind)


argmax, mean, sum = map(_method, ("argmax", "mean", "sum"))
maximum, log = _function(builtins.max), _function(math.log)
abs, sqrt = _function(builtins.abs), _function(_sqrt)
hypot = _function(lambda a, b: builtins.abs(complex(a, b)))
isclose = _function(lambda a, b: builtins.abs(a - b) <= 1e-8 + 1e-5 * builtins.abs(b), bool)  # NumPy's own limits
where = _function(lambda holds, a, b: a if holds else b)

for _name in ("add", "sub", "mul", "neg", "abs"):
    _add_operator(_name, getattr(operator, _name))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    _add_operator(_name, getattr(operator, _name), bool)
for _reduction in (builtins.max, builtins.any, builtins.all):
    _add_reduction(_reduction)
_add_operator("radd", operator.add)
_add_operator("rmul", operator.mul)
_add_operator("rsub", lambda a, b: b - a)
_add_operator("truediv", _quotient, float)
_add_operator("invert", operator.not_, bool)
_add_operator("pow", lambda a, b: a * a if b == 2 else _sqrt(a) if b == 0.5 else a**b)


def errstate(**_: str) -> Any:
    """Do nothing: nothing is reported."""
    return nullcontext()


class iinfo:
    """Hold the limits of a type of whole numbers."""

    def __init__(self, kind: Any) -> None:
        known = dtype(kind)
        bits, signed = 8 * known.itemsize, known.kind == "i"
        self.min: int = -(1 << bits - 1) if signed else 0
        self.max: int = (1 << bits - signed) - 1


def __getattr__(name: str) -> Callable[..., Any]:
    if name.startswith("__"):
        raise AttributeError(name)

    def missing(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"numpy.{name} is not available in a browser tab.")

    return missing
