"""Keep what only grows from state to state: each version reads its own beginning of one list or dict that all share.

A copy for every action would touch everything that happened before, and take longer the longer a match lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar, overload

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Growing(Sequence[T]):
    """Hold the first items of a list to which only later versions add; the version itself never changes."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> Growing[T]:
        """Return the version with one more item."""
        other: Growing[T] = object.__new__(Growing)
        # Another version may have gone on from this one, as when a commit failed: then we need a list of our own.
        other._items = self._items if len(self._items) == self._length else self._items[: self._length]
        other._items.append(item)
        other._length = self._length + 1
        return other

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return self._items[: self._length][index]
        if not -self._length <= index < self._length:
            raise IndexError(f"There is no item {index}; there are {self._length}.")
        return self._items[index if index >= 0 else index + self._length]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def __repr__(self) -> str:
        return f"Growing({self[:]})"


class GrowingMap(Mapping[K, V]):
    """Hold the first keys of a dict to which only later versions add; the version itself never changes."""

    __slots__ = ("_length", "_values")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._values = {key: (place, value) for place, (key, value) in enumerate((items or {}).items())}
        self._length = len(self._values)

    def plus(self, key: K, value: V) -> GrowingMap[K, V]:
        """Return the version with one more key, or with another value for a key that it has."""
        if key in self:
            return GrowingMap({**self, key: value})
        other: GrowingMap[K, V] = object.__new__(GrowingMap)
        other._values = self._values if len(self._values) == self._length else dict(self._own_items())
        other._values[key] = self._length, value
        other._length = self._length + 1
        return other

    def _own_items(self) -> Iterator[tuple[K, tuple[int, V]]]:
        return islice(self._values.items(), self._length)

    def __getitem__(self, key: K) -> V:
        place, value = self._values[key]
        if place >= self._length:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[K]:
        return islice(self._values, self._length)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"GrowingMap({dict(self)})"
