"""The changes of one table, numbered one after the other: of two servers that make the same one, the store refuses one.

A change that was refused is not made, and what the other server did is not known yet: the table looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from .seats import Refused
from .storage.database import Statement
from .storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")
TRIES = 8


class Overtaken(Refused):
    """Another server changed the table a moment before. Nothing was done; what it did is known now."""


class Changes:
    """All that is written of one table goes through here."""

    def __init__(self, store: Store, table: str) -> None:
        self.number = 0  # of the changes that are known here
        self._store = store
        self._table = table

    async def write(self, *statements: Statement) -> None:
        """The next change: all of these statements or none."""
        await self._store.change(self._table, self.number, *statements)
        self.number += 1


def insist(does: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Try it once more at the table as it is now, when another server was faster: mostly it is still right."""

    @wraps(does)
    async def insisting(*given: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return await does(*given, **named)
            except Overtaken:
                continue
        return await does(*given, **named)

    return insisting
