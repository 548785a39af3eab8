"""Positions as records: declare a class, get a NumPy structured type of fixed size.

    @record
    class Player:
        total: i32
        opened: bool

    @record
    class State:
        to_move: i8
        dice: Array[i8] = array(6)
        players: Array[Player] = array(6)

To a type checker the fields are what they read as (`int`, `bool`, arrays of them); at run time `dtype(State)` is the
aligned structured type, so that a copy is a memory copy and two positions are equal if their bytes are.
"""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")
Bytes = npt.NDArray[np.uint8]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol, TypeAlias

    i8: TypeAlias = int
    i16: TypeAlias = int
    i32: TypeAlias = int
    i64: TypeAlias = int
    u8: TypeAlias = int
    f64: TypeAlias = float
    Item = TypeVar("Item")

    class Array(Protocol[Item]):
        """A field that holds a fixed number of items; `a[i]` reads, `a[i] = x` stores."""

        def __getitem__(self, index: int | tuple[int, ...]) -> Item: ...
        def __setitem__(self, index: int | tuple[int, ...] | slice, value: Item) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Item]: ...
        def tobytes(self) -> bytes: ...

    def array(*shape: int) -> Any: ...
else:

    class _Scalar:
        def __init__(self, code: str) -> None:
            self.dtype = np.dtype(code)

    i8, i16, i32, i64, u8, f64 = (_Scalar(code) for code in ("i1", "i2", "i4", "i8", "u1", "f8"))

    class Array:
        def __class_getitem__(cls, item):
            return item

    class array:  # noqa: N801  (reads as a function, and is one to the type checker)
        """The shape of an array field."""

        def __init__(self, *shape: int) -> None:
            self.shape = shape


def record(cls: type[T]) -> type[T]:
    """Turn the annotated class into the description of a record; `dtype(cls)` is its NumPy type."""
    fields: list[Any] = []
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        base = np.dtype(np.bool_) if kind is bool else kind.dtype
        shape = getattr(cls, name, None)
        fields.append((name, base) if shape is None else (name, base, shape.shape))
    cls.dtype = np.dtype(fields, align=True)  # type: ignore[attr-defined]  # the class only describes; its dtype is the record
    return cls


def dtype(cls: type[Any]) -> np.dtype[Any]:
    """The NumPy structured type of a record class."""
    result: np.dtype[Any] = cls.dtype
    return result


def new(cls: type[Any], count: int = 1) -> Any:
    """A zeroed batch of records, shape (count,); zeroed padding keeps the bytes comparable."""
    return np.zeros(count, dtype(cls)).view(np.recarray)


def strict(cls: type[T], memory: Bytes) -> T:
    """A checked view of the record whose bytes lie in `memory` (shared, not copied).

    Reads give Python numbers; a store out of range raises `struct.error`, an index out of range or negative
    `IndexError`, an unknown field `AttributeError`. This is the reference meaning of the rules: the interpreter runs
    on it.
    """
    view: T = _view_class(dtype(cls))(memory.data, 0)
    return view


def copied(view: T) -> T:
    """A checked record of its own with the bytes of the one given, which is a `strict` one."""
    source: Any = view
    memory = np.frombuffer(source._m, np.uint8, source._size, source._o).copy()
    twin: T = type(view)(memory.data, 0)  # type: ignore[call-arg]  # a strict record is made of memory and offset
    return twin


def strict_batch(cls: type[Any], memory: Bytes) -> Any:
    """A checked view of records side by side in `memory`, as compiled code sees a batch of them."""
    kind = dtype(cls)
    return _array_maker(kind, (len(memory) // kind.itemsize,))(memory.data, 0)


_classes: dict[np.dtype[Any], type[Any]] = {}


def _view_class(kind: np.dtype[Any]) -> type[Any]:
    if kind not in _classes:
        body: dict[str, Any] = {"__slots__": ("_m", "_o", "_parts"), "__init__": _init, "_size": kind.itemsize}
        assert kind.names is not None and kind.fields is not None
        for name in kind.names:
            sub, offset = kind.fields[name][:2]
            body[name] = _property(name, sub, offset)
        _classes[kind] = type("StrictRecord", (), body)
    return _classes[kind]


def _init(self: Any, memory: memoryview, offset: int) -> None:
    self._m, self._o = memory, offset
    self._parts = {}  # the views that were asked for: they hold nothing, so one serves for ever


def _copy_record(memory: memoryview, offset: int, value: Any) -> None:
    memory[offset : offset + value._size] = bytes(value._m[value._o : value._o + value._size])


def _property(name: str, kind: np.dtype[Any], offset: int) -> property:
    if kind.subdtype is None and not kind.names:
        packing = struct.Struct(kind.char)
        get, put = packing.unpack_from, packing.pack_into
        return property(lambda s: get(s._m, s._o + offset)[0], lambda s, v: put(s._m, s._o + offset, v))
    make = _view_class(kind) if kind.subdtype is None else _array_maker(*kind.subdtype)

    def part(s: Any) -> Any:
        try:
            return s._parts[name]
        except KeyError:
            found = s._parts[name] = make(s._m, s._o + offset)
            return found

    return property(part, (lambda s, v: _copy_record(s._m, s._o + offset, v)) if kind.names else None)


def _array_maker(base: np.dtype[Any], shape: tuple[int, ...]) -> Callable[[memoryview, int], _StrictArray]:
    item = _view_class(base) if base.names else struct.Struct(base.char)
    make = _StrictArray if base.names or len(shape) > 1 else _StrictRow
    size = base.itemsize
    return lambda memory, offset: make(memory, offset, base, shape, item, size)


class _StrictArray:
    __slots__ = ("_base", "_item", "_m", "_o", "_parts", "_shape", "_size")

    def __init__(
        self, memory: memoryview, offset: int, base: np.dtype[Any], shape: tuple[int, ...], item: Any, size: int
    ) -> None:
        self._m, self._o, self._base, self._shape, self._item, self._size = memory, offset, base, shape, item, size
        self._parts: dict[int, Any] = {}

    def _locate(self, index: int | tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        at = index if isinstance(index, tuple) else (index,)
        place = 0
        for i, n in zip(at, self._shape, strict=False):
            if not 0 <= i < n:
                raise IndexError(f"index {index} is outside the shape {self._shape}")
            place = place * n + i
        rest = self._shape[len(at) :]
        for n in rest:
            place *= n
        return self._o + place * self._size, rest

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        if type(index) is int and index in self._parts:
            return self._parts[index]
        offset, rest = self._locate(index)
        if not rest and type(self._item) is struct.Struct:
            return self._item.unpack_from(self._m, offset)[0]
        if rest:
            make = _StrictArray if self._base.names or len(rest) > 1 else _StrictRow
            found = make(self._m, offset, self._base, rest, self._item, self._size)
        else:
            found = self._item(self._m, offset)
        if type(index) is int:
            self._parts[index] = found
        return found

    def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None:
        if isinstance(index, slice):
            for i in range(*index.indices(self._shape[0])):
                self[i] = value
            return
        offset, rest = self._locate(index)
        assert not rest, "a whole row can't be stored at once"
        if self._base.names:
            _copy_record(self._m, offset, value)
        else:
            self._item.pack_into(self._m, offset, value)

    def __len__(self) -> int:
        return self._shape[0]

    def tobytes(self) -> bytes:
        size = self._size
        for n in self._shape:
            size *= n
        return bytes(self._m[self._o : self._o + size])

    def __iter__(self) -> Any:
        return (self[i] for i in range(self._shape[0]))


class _StrictRow(_StrictArray):
    """Plain numbers in one row: what is read most often."""

    __slots__ = ("_count", "_get")

    def __init__(
        self, memory: memoryview, offset: int, base: Any, shape: tuple[int, ...], item: Any, size: int
    ) -> None:
        super().__init__(memory, offset, base, shape, item, size)
        self._get, self._count = item.unpack_from, shape[0]

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        if type(index) is int and 0 <= index < self._count:
            return self._get(self._m, self._o + index * self._size)[0]
        return super().__getitem__(index)
