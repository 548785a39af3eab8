"""Number the changes of one table, so that the store refuses one of two changes that servers make at once.

A refused change is not made, and this server does not know yet what the other one did: the table is read again.
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
    """Say that another server changed the table first. Nothing was done, and the other change is known by now."""


class Changes:
    """Write all changes of one table."""

    def __init__(self, store: Store, table: str) -> None:
        self.number = 0  # the revision that is known here
        self._store = store
        self._table = table

    async def write(self, *statements: Statement) -> None:
        """Write all `statements` or none, as the next change."""
        await self._store.change(self._table, self.number, *statements)
        self.number += 1


def insist(does: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Repeat the coroutine `does`, up to TRIES times, when another server was faster: usually it still fits."""

    @wraps(does)
    async def insisting(*given: P.args, **named: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return await does(*given, **named)
            except Overtaken:
                continue
        return await does(*given, **named)

    return insisting
