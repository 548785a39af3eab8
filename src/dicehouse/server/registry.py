"""Describe what a server's tables offer to code that works for all of them.

`table_registry.TableRegistry` offers all of it. Other modules import only this one, so that no two modules import each
other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from dicehouse.core import Game
from dicehouse.match.match import Match

from .accounts.ignored_people import Ignoring
from .cluster.claims import Claims
from .live_table import Table
from .seats import DiceSecret, Keyring
from .storage.store import Store
from .storage.table_records import Seat, TableRecord


class FinishedGames(Protocol):
    """Offer how games ended, and how their dice fell."""

    def forgot_dice(self) -> None:
        """Count the dice again, because some of the games were removed."""

    async def find_result(self, table_id: str) -> None:
        """Find and store the result of a game that ended before results were stored."""


class Resumable(Protocol):
    """Hold work that a server which has ended may have left."""

    async def resume(self) -> None:
        """Continue that work."""


class Registry(Protocol):
    """Offer the tables of one server, and what belongs to all of them."""

    store: Store
    keyring: Keyring
    claims: Claims
    ignoring: Ignoring
    wall: Callable[[], float]
    bot_names: Callable[[], Sequence[str]]
    look_who: list[Callable[[], Awaitable[None]]]

    @property
    def chronicle(self) -> FinishedGames: ...
    @property
    def reviews(self) -> Resumable: ...

    async def find(self, table_id: str) -> Table:
        """Return the live table with this id. Raise Refused if there is none."""

    async def if_it_opens(self, table_id: str) -> Table | None:
        """Return a table; None if it can't be opened."""

    def at_hand(self, table_id: str) -> Table | None:
        """Return a table that is in memory; None if it is not."""

    def loaded(self) -> tuple[Table, ...]:
        """Return the tables that are in memory."""

    def wake(self, table_id: str) -> None:
        """Play for the bots of a table."""

    def bots_at(self, game: Game, players: int | None = None) -> tuple[str, ...]:
        """Return the bots that may play a game with that many players."""

    def rewriting(self, tables: Collection[str], why: str) -> AbstractAsyncContextManager[None]:
        """Hold `tables` still while their rows are changed in the store; `why` is shown to their readers."""

    async def open_dealt(
        self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None, dice_secret: DiceSecret
    ) -> Table:
        """Open a table with everything chosen; a form that is sent twice opens one."""

    async def open_full(self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None = None) -> Table:
        """Open a table with everything chosen."""
