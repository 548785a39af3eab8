"""The invitations to free chairs: whose they are, by link or by code, and codes that live while a host looks on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from dicehouse.errors import DicehouseError

from . import codes
from .seats import NoSuchCode, NotFound, Refused, token_hash
from .storage import records

if TYPE_CHECKING:
    from .house import House
    from .live import Table

CODE_SPARE = 300.0  # a code with fewer seconds left than this is no good to somebody who reads it out now
NO_CODE = "No free chair has that code now. Perhaps it was used or is too old: ask the host for the one on their table."
NO_INVITE = "That invitation is not one of this house's; ask for the link again."
USED_INVITE = "That invitation was used already; ask the host for another seat."


class Invitations:
    """Those of one house. While `drawing` is held, no code is drawn that is not written down yet."""

    def __init__(self, house: House, drawing: asyncio.Lock) -> None:
        self._house = house
        self._store = house.store
        self._drawing = drawing

    async def find(self, token: str) -> tuple[Table, int]:
        """The table and seat of an invitation that was not used yet: of its link, or of its code."""
        code = codes.read(token)
        if code is not None:
            return await self._coded(code)
        found = await self._store.read(lambda db: records.read_invite(db, token_hash(token)))
        if found is None:
            raise NotFound(NO_INVITE)
        table = await self._house.find(found[0])
        if found[2] is not None or table.seats[found[1]].kind != "open":
            raise Refused(USED_INVITE)
        return table, found[1]

    async def _coded(self, code: str) -> tuple[Table, int]:
        found = await self._store.read(lambda db: records.read_code(db, code, time.time()))
        if found is None:
            raise NoSuchCode(NO_CODE)
        table = await self._house.find(found[0])
        if table.seats[found[1]].code != code or table.phase != "waiting":
            raise NoSuchCode(NO_CODE)
        return table, found[1]

    async def accept(self, token: str, guest: str, name: str, text: str | None) -> Table:
        """Sit down with an invitation; it works once."""
        table, seat = await self.find(token)
        await table.sit(token, seat, guest, name, text)
        return table

    async def renew(self, table: Table, guest: str | None, seat: int) -> None:
        """The host replaces the invitation to an open seat; the old link stops working."""
        async with self._drawing:
            fresh, until = await self.codes([seat])
            token = partial(self._house.keyring.invite, table.id, seat)
            await table.renew(guest, seat, token, fresh[seat], until)

    async def codes(self, seats: Sequence[int]) -> tuple[dict[int, str], float]:
        """A code for each of these seats that no other chair of the house has now, and when they die. Only while
        `drawing` is held.
        """
        now, found = time.time(), dict[int, str]()
        while len(found) < len(seats):
            code = codes.draw()
            taken = await self._store.read(partial(records.read_code, code=code, now=now))
            if taken is None and code not in found.values():
                found[seats[len(found)]] = code
        return found, now + codes.LIFE

    async def keep_codes(self, table: Table) -> None:
        """While a table waits and its host looks on, every open seat has a code that lives."""
        soon = time.time() + CODE_SPARE
        dead = [s.number for s in table.seats if s.kind == "open" and s.code_until < soon]
        if dead and not table.broken:
            async with self._drawing:
                await table.recode(*await self.codes(dead))

    async def keep_all_codes(self) -> None:
        """The same for all tables whose hosts are there."""
        for table in self._house.loaded():
            if table.phase == "waiting" and table.record.host in table.online():
                with suppress(DicehouseError):  # it was closed meanwhile
                    await self.keep_codes(table)
