"""Check every read and store of records in memory; the interpreter runs on these views.

A view holds only an address in memory. Each field is a property, each array a small object. A number that doesn't fit,
or an index out of range, is refused with the name of the field and what it holds.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from ctypes import Structure, c_ubyte
from functools import cached_property
from operator import index as as_index
from typing import Any, Self

import numpy as np
from numpy.ctypeslib import as_ctypes_type

AXIS_NAMES = ("first", "second", "third", "fourth")

_record_names: dict[np.dtype[Any], str] = {}
_strict_classes: dict[np.dtype[Any], type[StrictRecord]] = {}


def register_record_name(kind: np.dtype[Any], name: str) -> None:
    """Remember `name` as the name of records of the type `kind`, for error messages about their fields."""
    _record_names.setdefault(kind, name)


class StrictRecord(Structure):
    """Show the record at one address in memory.

    A number is read in C, by its name; every store is checked first.
    """

    _size: int
    _setters: Mapping[str, Callable[[Any, Any], None]]
    _m: memoryview
    _o: int

    @classmethod
    def at(cls, memory: memoryview, offset: int) -> Self:
        """Return a view of the record that begins `offset` bytes into `memory`."""
        found = cls.from_address(np.frombuffer(memory, np.uint8).ctypes.data + offset)
        found.__dict__.update(_m=memory, _o=offset)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            store = self._setters[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}") from None
        store(self, value)


def strict_class(kind: np.dtype[Any]) -> type[StrictRecord]:
    """Return the class of views of records of the type `kind`."""
    if kind not in _strict_classes:
        assert kind.names is not None and kind.fields is not None
        title, place = _record_names.get(kind, "Record"), 0
        fields: list[tuple[str, Any]] = []
        stores: dict[str, Callable[[Any, Any], None]] = {}
        body: dict[str, Any] = {"_size": kind.itemsize, "_pack_": 1, "_fields_": fields, "_setters": stores}
        for name in kind.names:
            sub, offset = kind.fields[name][:2]
            if sub.subdtype is None and not sub.names:
                fields += [(f"_{place}", c_ubyte * (offset - place)), (name, as_ctypes_type(sub))]
                stores[name] = _field_setter(f"{title}.{name}", sub, offset)
                place = offset + sub.itemsize
            else:
                body[name] = _nested_field(f"{title}.{name}", name, sub, offset)
                if sub.names:
                    stores[name] = _record_setter(offset)
        _strict_classes[kind] = type(title, (StrictRecord,), body)
    return _strict_classes[kind]


def _record_setter(offset: int) -> Callable[[Any, Any], None]:
    return lambda view, value: _copy_record(view._m, view._o + offset, value)


def _copy_record(memory: memoryview, offset: int, value: Any) -> None:
    memory[offset : offset + value._size] = bytes(value._m[value._o : value._o + value._size])


def _nested_field(title: str, name: str, kind: np.dtype[Any], offset: int) -> cached_property[Any]:
    """Return the property for a record or an array within a record; its view is made once, at the first read."""
    make = strict_class(kind).at if kind.subdtype is None else strict_array_factory(title, *kind.subdtype)
    part = cached_property(lambda view: make(view._m, view._o + offset))
    part.__set_name__(StrictRecord, name)
    return part


def _field_setter(title: str, kind: np.dtype[Any], offset: int) -> Callable[[Any, Any], None]:
    put = struct.Struct(kind.char).pack_into

    def store(view: Any, value: Any) -> None:
        try:
            put(view._m, view._o + offset, value)
        except struct.error:
            raise _value_error(title, kind, value) from None

    return store


def _value_error(title: str, kind: np.dtype[Any], value: object) -> Exception:
    """Return the error for a `value` that the field `title` can't hold."""
    if kind.kind == "f":
        return TypeError(f"{title} holds a number, not {value!r}.")
    if not isinstance(value, (int, np.integer)):
        return TypeError(f"{title} holds a whole number, not {value!r}.")
    limits = np.iinfo(kind)
    return OverflowError(f"{title} holds {limits.min:,} to {limits.max:,}, not {int(value)}.")


def strict_array_factory(
    title: str, base: np.dtype[Any], shape: tuple[int, ...]
) -> Callable[[memoryview, int], StrictArray]:
    """Return a function that makes the view of an array field from its memory and its offset."""
    item = strict_class(base).at if base.names else struct.Struct(base.char)
    make = StrictArray if base.names or len(shape) > 1 else StrictNumberRow
    size = base.itemsize
    return lambda memory, offset: make(title, memory, offset, base, shape, item, size)


class StrictArray:
    """Show an array of records, or of numbers with several axes."""

    __slots__ = ("_base", "_item", "_m", "_o", "_parts", "_shape", "_size", "_title")

    def __init__(
        self,
        title: str,
        memory: memoryview,
        offset: int,
        base: np.dtype[Any],
        shape: tuple[int, ...],
        item: Any,
        size: int,
    ) -> None:
        self._title, self._m, self._o, self._base = title, memory, offset, base
        self._shape, self._item, self._size = shape, item, size
        self._parts: dict[int, Any] = {}

    def _locate(self, index: int | tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        at, shape = index if isinstance(index, tuple) else (index,), self._shape
        if len(at) > len(shape):
            raise IndexError(f"{self._title} takes {_indices(len(shape))}, not {len(at)}.")
        place = 0
        for axis, i in enumerate(at):
            n = shape[axis]
            if not 0 <= i < n:
                which = f": the {AXIS_NAMES[axis]} index" if len(shape) > 1 else ""
                raise IndexError(f"{self._title}{which} goes from 0 to {n - 1}, not {i}.")
            place = place * n + as_index(i)  # a narrow NumPy integer would overflow here
        rest = shape[len(at) :]
        for n in rest:
            place *= n
        return self._o + place * self._size, rest

    def __getitem__(self, index: int | tuple[int, ...] | slice) -> Any:
        if type(index) is int and index in self._parts:
            return self._parts[index]
        if isinstance(index, slice):
            return self._slice_from(index)
        offset, rest = self._locate(index)
        if not rest and type(self._item) is struct.Struct:
            return self._item.unpack_from(self._m, offset)[0]
        if rest:
            make = StrictArray if self._base.names or len(rest) > 1 else StrictNumberRow
            found = make(self._element_name(index), self._m, offset, self._base, rest, self._item, self._size)
        else:
            found = self._item(self._m, offset)
        if type(index) is int:
            self._parts[index] = found
        return found

    def _slice_from(self, index: slice) -> StrictArray:
        """Return the items without the first ones: `a[1:]`, of an array with one axis."""
        first, end, step = index.indices(self._shape[0])
        if len(self._shape) > 1 or end != self._shape[0] or step != 1:
            raise IndexError(f"{self._title} can be cut only at its beginning, as in a[1:], if it has one index.")
        place = self._o + first * self._size
        return type(self)(self._title, self._m, place, self._base, (end - first,), self._item, self._size)

    def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None:
        if isinstance(index, slice):
            for i in range(*index.indices(self._shape[0])):
                self[i] = value
            return
        offset, rest = self._locate(index)
        if rest:
            raise IndexError(f"{self._title} takes {_indices(len(self._shape))} to store a number.")
        if self._base.names:
            _copy_record(self._m, offset, value)
            return
        try:
            self._item.pack_into(self._m, offset, value)
        except struct.error:
            raise _value_error(self._element_name(index), self._base, value) from None

    def _element_name(self, index: int | tuple[int, ...]) -> str:
        at = index if isinstance(index, tuple) else (index,)
        return f"{self._title}[{', '.join(str(int(i)) for i in at)}]"

    def __len__(self) -> int:
        return self._shape[0]

    def tobytes(self) -> bytes:
        """Return the bytes of the whole array."""
        size = self._size
        for n in self._shape:
            size *= n
        return bytes(self._m[self._o : self._o + size])

    def __iter__(self) -> Any:
        return (self[i] for i in range(self._shape[0]))


def _indices(count: int) -> str:
    return "1 index" if count == 1 else f"{count} indices"


class StrictNumberRow(StrictArray):
    """Show plain numbers in one row: the array that rules read and store most often."""

    __slots__ = ("_cells",)

    def __init__(
        self,
        title: str,
        memory: memoryview,
        offset: int,
        base: np.dtype[Any],
        shape: tuple[int, ...],
        item: Any,
        size: int,
    ) -> None:
        super().__init__(title, memory, offset, base, shape, item, size)
        self._cells = memory[offset : offset + shape[0] * size].cast(base.char)  # type: ignore[arg-type]  # NumPy has the same letters

    def __getitem__(self, index: int | tuple[int, ...] | slice) -> Any:
        if type(index) is int and 0 <= index < len(self._cells):
            return self._cells[index]
        return super().__getitem__(index)

    def __setitem__(self, index: int | tuple[int, ...] | slice, value: Any) -> None:
        if type(index) is int and 0 <= index < len(self._cells):
            try:
                self._cells[index] = value
            except (TypeError, ValueError):
                raise _value_error(self._element_name(index), self._base, value) from None
        else:
            super().__setitem__(index, value)

    def __iter__(self) -> Any:
        return iter(self._cells)
