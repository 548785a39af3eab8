"""Stand in for what a table uses of NumPy: types of records, and rows of numbers in memory.

All other names of NumPy can be imported here, and raise NotImplementedError when they are called. The names and the
layout of records are NumPy's: a match that is saved here has the same bytes as one saved with NumPy.
"""

from __future__ import annotations

import builtins
import ctypes as _ctypes
import struct
from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import Any

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d"}
_PYTHON_TYPES: dict[Any, str] = {int: "q", float: "d", bool: "?"}
_RECORD = "V"  # the code of records, and of arrays within them


class generic:
    """Be the type of any number."""

    char = _RECORD


class number(generic):
    """Be the type of a number."""


class integer(number):
    """Be the type of a whole number."""


class floating(number):
    """Be the type of a floating-point number."""


def _number_type(name: str, char: str, base: type[generic]) -> Any:
    return type(name, (base,), {"char": char})


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
    if char in "fd":
        return "f"
    return "b" if char == "?" else "u" if char.isupper() else "i"


class _Address:
    """Give the address of memory as NumPy's `ctypes` attribute does."""

    def __init__(self, data: int) -> None:
        self.data = data


class ndarray:
    """Show memory as a row of numbers, or of records."""

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    def __init__(self, memory: memoryview, kind: dtype) -> None:
        self.data, self.dtype = memory, kind
        self._cells: Any = None if kind.char == _RECORD else memory.cast(kind.char)  # type: ignore[call-overload]

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self),)

    @property
    def ctypes(self) -> _Address:
        return _Address(_ctypes.addressof((_ctypes.c_char * self.data.nbytes).from_buffer(self.data)))

    def __len__(self) -> int:
        return self.data.nbytes // self.dtype.itemsize

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cells)

    def _part(self, first: int, end: int) -> ndarray:
        return ndarray(self.data[first * self.itemsize : end * self.itemsize], self.dtype)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            first, end, step = at.indices(len(self))
            if step != 1:
                raise NotImplementedError("A row can be cut into parts only without a step.")
            return self._part(first, end)
        if isinstance(at, str) and self.dtype.fields is not None:
            kind, first = self.dtype.fields[at]
            starts = range(first, self.data.nbytes, self.itemsize)
            return [ndarray(self.data[start : start + kind.itemsize], kind.base) for start in starts]
        return self._part(at, at + 1) if self._cells is None else self._cells[at]

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice):
            self._cells[at] = value
            return
        part = self[at]
        if isinstance(value, ndarray):
            part.data[:] = value.data
        elif isinstance(value, (bytes, bytearray, memoryview)):
            part.data[:] = value
        else:
            values = value if isinstance(value, (list, tuple)) else [value] * len(part)
            if len(values) != len(part):
                raise ValueError(f"{len(values)} values don't fit in {len(part)} places.")
            for i, each in enumerate(values):
                part._cells[i] = each

    def copy(self) -> ndarray:
        return ndarray(memoryview(bytearray(self.data)), self.dtype)

    def view(self, kind: Any) -> ndarray:
        return self if kind is recarray else ndarray(self.data, dtype(kind))

    def tobytes(self) -> bytes:
        return bytes(self.data)

    def item(self) -> Any:
        (only,) = self._cells
        return only

    def tolist(self) -> list[Any]:
        found: list[Any] = self._cells.tolist()
        return found


recarray = ndarray


def zeros(count: int | tuple[()], dtype: Any = float) -> ndarray:
    """Return a row of `count` zeros; with the shape `()`, which is a single number, a row of one."""
    kind = _dtype(dtype)
    return ndarray(memoryview(bytearray((1 if count == () else count) * kind.itemsize)), kind)


_dtype = dtype
empty = zeros


def frombuffer(data: Any, dtype: Any = float, count: int = -1, offset: int = 0) -> ndarray:
    """Return a row that shows the memory of `data`, from `offset` on."""
    kind, memory = _dtype(dtype), memoryview(data).cast("B")[offset:]
    return ndarray(memory if count < 0 else memory[: count * kind.itemsize], kind)


def array(values: Iterable[Any], dtype: Any = None) -> ndarray:
    """Return a row of numbers."""
    kept = list(values)
    made = zeros(len(kept), dtype or (float if any(isinstance(each, float) for each in kept) else int))
    made[:] = kept
    return made


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
