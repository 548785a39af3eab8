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
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import BadGame
from .strict import array_maker, name_record, view_class

T = TypeVar("T")
Bytes = npt.NDArray[np.uint8]
FIELDS = "i8, i16, i32, i64, u8, f64, bool, another record, or an Array of these"

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
        def __init__(self, item):
            self.item = item

        def __class_getitem__(cls, item):
            return cls(item)

    class array:  # noqa: N801  (reads as a function, and is one to the type checker)
        """The shape of an array field."""

        def __init__(self, *shape: int) -> None:
            self.shape = shape


def record(cls: type[T]) -> type[T]:
    """Turn the annotated class into the description of a record; `dtype(cls)` is its NumPy type.

    BadGame if a field is of no type that a record can hold, or an array has no length.
    """
    fields: list[Any] = []
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        fields.append((name, *_field(f"{cls.__name__}.{name}", kind, getattr(cls, name, None))))
    cls.dtype = np.dtype(fields, align=True)  # type: ignore[attr-defined]  # the class only describes; its dtype is the record
    name_record(dtype(cls), cls.__name__)
    return cls


def _field(name: str, kind: Any, shape: Any) -> tuple[Any, ...]:
    """The NumPy type of a field, and its shape if it is an array."""
    many = isinstance(kind, Array)  # type: ignore[misc]  # at run time it is a class
    item = kind.item if many else kind
    base = np.dtype(np.bool_) if item is bool else getattr(item, "dtype", None)
    if base is None:
        raise BadGame(f"{name} is {getattr(item, '__name__', item)}; a field is one of {FIELDS}.")
    if many and not isinstance(shape, array):  # type: ignore[arg-type]  # at run time it is a class
        raise BadGame(f"{name} is an array of no length; add it, for example `= array(6)`.")
    return (base, shape.shape) if shape is not None else (base,)


def dtype(cls: type[Any]) -> np.dtype[Any]:
    """The NumPy structured type of a record class."""
    result: np.dtype[Any] = cls.dtype
    return result


def new(cls: type[Any], count: int = 1) -> Any:
    """A zeroed batch of records, shape (count,); zeroed padding keeps the bytes comparable."""
    return np.zeros(count, dtype(cls)).view(np.recarray)


def strict(cls: type[T], memory: Bytes) -> T:
    """A checked view of the record whose bytes lie in `memory` (shared, not copied).

    Reads give Python numbers. A store out of range raises OverflowError, an index out of range or negative IndexError,
    an unknown field AttributeError, each with the field's name and limits. This is the reference meaning of the rules:
    the interpreter runs on it.
    """
    view: T = view_class(dtype(cls)).at(memory.data, 0)  # type: ignore[assignment]  # it has the fields of the record
    return view


def copied(view: T) -> T:
    """A checked record of its own with the bytes of the one given, which is a `strict` one."""
    source: Any = view
    memory = np.frombuffer(source._m, np.uint8, source._size, source._o).copy()
    twin: T = source.at(memory.data, 0)
    return twin


def strict_batch(cls: type[Any], memory: Bytes) -> Any:
    """A checked view of records side by side in `memory`, as compiled code sees a batch of them."""
    kind = dtype(cls)
    return array_maker(cls.__name__, kind, (len(memory) // kind.itemsize,))(memory.data, 0)
