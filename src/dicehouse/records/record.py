"""Declare a position as a class and get a NumPy structured type of fixed size.

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
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import BadGame
from .strict_views import register_record_name, strict_array_factory, strict_class

T = TypeVar("T")
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
FIELD_TYPES = "i8, i16, i32, i64, u8, f64, bool, another record, or an Array of these"

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
        """Hold a fixed number of items; `a[i]` reads an item, `a[i] = x` stores one."""

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
        def __init__(self, item):
            self.item = item

        def __class_getitem__(cls, item):
            return cls(item)

    class array:  # noqa: N801  (reads as a function, and is one to the type checker)
        """Give an array field its shape."""

        def __init__(self, *shape: int) -> None:
            self.shape = shape


def record(cls: type[T]) -> type[T]:
    """Make the annotated class `cls` the description of a record; `dtype(cls)` is its NumPy type.

    Raise BadGame if a field has a type that a record can't hold, or an array has no shape.
    """
    fields: list[Any] = []
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        fields.append((name, *_field_dtype(f"{cls.__name__}.{name}", kind, getattr(cls, name, None))))
    cls.dtype = np.dtype(fields, align=True)  # type: ignore[attr-defined]  # the class only describes; its dtype is the record
    register_record_name(dtype(cls), cls.__name__)
    return cls


def _field_dtype(name: str, kind: Any, shape: Any) -> tuple[Any, ...]:
    """Return the NumPy type of the field `name`, and its shape if it is an array."""
    many = isinstance(kind, Array)  # type: ignore[misc]  # at run time it is a class
    item = kind.item if many else kind
    if isinstance(item, Array):  # type: ignore[misc]
        raise BadGame(f"{name} is an array of arrays; say its rows in the shape, for example `= array(6, 5)`.")
    base = np.dtype(np.bool_) if item is bool else getattr(item, "dtype", None)
    if base is None:
        raise BadGame(f"{name} is {getattr(item, '__name__', item)}; a field is one of {FIELD_TYPES}.")
    has_shape = isinstance(shape, array)  # type: ignore[arg-type]  # at run time it is a class
    if many and not has_shape:
        raise BadGame(f"{name} is an array of no length; add it, for example `= array(6)`.")
    if has_shape and not many:
        raise BadGame(f"{name} has the shape of an array; write its type as Array[...], or leave the shape out.")
    if shape is not None and not has_shape:
        raise BadGame(f"{name} can't begin with {shape!r}: every field begins with 0. Set it in `deal`.")
    if has_shape and not (shape.shape and all(type(size) is int and size > 0 for size in shape.shape)):
        sizes = ", ".join(map(str, shape.shape))
        raise BadGame(f"{name} can't have the shape array({sizes}): its sizes are whole numbers from 1.")
    return (base, shape.shape) if has_shape else (base,)


def dtype(cls: type[Any]) -> np.dtype[Any]:
    """Return the NumPy structured type of the record class `cls`."""
    result: np.dtype[Any] = cls.dtype
    return result


def new(cls: type[Any], count: int = 1) -> Any:
    """Return a batch of `count` zeroed records; zeroed padding keeps their bytes comparable."""
    return np.zeros(count, dtype(cls)).view(np.recarray)


def strict(cls: type[T], memory: Bytes) -> T:
    """Return a checked view of the record whose bytes are in `memory` (shared, not copied).

    Reads give Python numbers. A store out of range raises OverflowError, an index out of range or negative IndexError,
    an unknown field AttributeError, each with the field's name and limits. These views are the reference meaning of the
    rules: the interpreter runs on them.
    """
    view: T = strict_class(dtype(cls)).at(memory.data, 0)  # type: ignore[assignment]  # it has the fields of the record
    return view


def copy_record(view: T) -> T:
    """Return a checked record in memory of its own with the bytes of `view`, a record from `strict`."""
    source: Any = view
    memory = np.frombuffer(source._m, np.uint8, source._size, source._o).copy()
    twin: T = source.at(memory.data, 0)
    return twin


def strict_batch(cls: type[Any], memory: Bytes) -> Any:
    """Return a checked view of the records side by side in `memory`, as compiled code sees a batch of them."""
    kind = dtype(cls)
    return strict_array_factory(cls.__name__, kind, (len(memory) // kind.itemsize,))(memory.data, 0)
