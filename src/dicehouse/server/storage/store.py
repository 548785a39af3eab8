"""Define the contract of a store, which keeps the tables of a server in a database.

`write` finishes when the rows are safe, never before.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..cluster.server_messages import Hearer, News
from .database import Database, Statement

T = TypeVar("T")


class StoreFailed(Exception):
    """Say that the database could not store something; nothing of it was written."""


class Conflict(StoreFailed):
    """Say that another server was faster: nothing was written, and what this server knows is out of date."""


class Unsure(StoreFailed):
    """Say that the connection to the database broke during a commit, so that nobody knows if it was written."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Hold what was written so far: transactions, the writes in them, the seconds they took, and the failures."""

    commits: int = 0
    writes: int = 0
    seconds: float = 0.0
    failed: int = 0


class Store(ABC):
    """Keep the tables of a server in a database. Raise CantOpen, with the reason, if it can't be opened."""

    shared = False  # whether several servers may use it at the same time

    @abstractmethod
    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Write all `statements` or none; the future is done when they are safe."""

    def note_pulse(self, beat: float, now: float) -> bool:
        """Note, without a commit, that the server still ran at the time `now`, after it stored `beat`. Such a note
        outlives the process, but perhaps not the machine. Return False if this store keeps none."""
        return False

    def read_pulse(self, beat: float) -> float | None:
        """Return the last time that was noted after `beat` was stored; None if there is none."""
        return None

    def change(self, table: str, number: int, *statements: Statement) -> asyncio.Future[None]:
        """Write all `statements` or none, as a change of `table`, whose revision was `number`.

        The future is done when they are safe; it raises Conflict if the table has a higher revision by now.
        """
        return self.write(*statements)  # a single server knows all changes

    @abstractmethod
    async def read(self, question: Callable[[Database], T]) -> T:
        """Return the result of `question`, which is called with a connection that sees what is committed."""

    @abstractmethod
    def figures(self) -> Figures:
        """Return what was written since the store was opened."""

    @abstractmethod
    def close(self) -> None:
        """Write what is queued, then close; later writes fail."""

    # beside other servers ---------------------------------------------------------------------------------------

    def listen(self, hearer: Hearer) -> None:  # noqa: B027  # a single server has no others
        """Pass messages of other servers to `hearer`, on this event loop; there are none unless the store is shared."""

    def tell(self, said: News) -> None:  # noqa: B027  # a single server has no others
        """Send the message `said` to other servers; a server that misses it does not get it again."""

    async def claim(self, what: str) -> bool | None:
        """Return True if this server does the task `what` for all servers, from now on until it frees the task or ends.

        Return None if that can't be known now; then no server does the task.
        """
        return True

    async def free(self, what: str) -> None:  # noqa: B027  # a single server has no others
        """Let another server do the task `what`."""
