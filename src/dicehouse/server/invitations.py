"""Manage the invitations to open seats, by link or by code, and renew the codes while a host is at the table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from dicehouse.errors import DicehouseError

from ..i18n import _
from . import spoken_codes
from .internal_commands import ReplaceCodes, ReplaceInvitation, SitDown
from .registry import Registry
from .seats import NoSuchCode, NotFound, Refused, token_hash
from .storage import table_records
from .table.change import Guest, Server

if TYPE_CHECKING:
    from .live_table import Table

CODE_SPARE = 300.0  # seconds: a code that expires sooner is no use to a host who reads it out now
NO_CODE = _("That code isn't valid. It may have been used, or expired. Ask the host for a new one.")
NO_INVITE = _("That invitation isn't valid here. Ask for the link again.")
USED_INVITE = _("This invitation has been used. Ask the host for another seat.")


class Invitations:
    """Manage the invitations of one server.

    New codes are drawn and stored while `drawing` is held, so that none is drawn twice.
    """

    def __init__(self, registry: Registry, drawing: asyncio.Lock) -> None:
        self._registry = registry
        self._store = registry.store
        self._drawing = drawing

    async def find(self, token: str) -> tuple[Table, int]:
        """Return the table and seat of an unused invitation, by the `token` of its link or by its code.

        Raise NotFound if there is no such link, NoSuchCode if there is no such code, and Refused if the link was used.
        """
        code = spoken_codes.read(token)
        if code is not None:
            return await self._coded(code)
        found = await self._store.read(lambda db: table_records.read_invite(db, token_hash(token)))
        if found is None:
            raise NotFound(NO_INVITE)
        table = await self._registry.find(found[0])
        if found[2] is not None or table.state.seats[found[1]].kind != "open":
            raise Refused(USED_INVITE)
        return table, found[1]

    async def _coded(self, code: str) -> tuple[Table, int]:
        found = await self._store.read(lambda db: table_records.read_code(db, code, time.time()))
        if found is None:
            raise NoSuchCode(NO_CODE)
        table = await self._registry.find(found[0])
        if table.state.seats[found[1]].code != code or table.state.phase != "waiting":
            raise NoSuchCode(NO_CODE)
        return table, found[1]

    async def accept(self, token: str, guest: str, name: str, text: str | None) -> Table:
        """Seat `guest` by an invitation, which works once, and return the table.

        `text` is what the browser adds to the dice.
        """
        table, seat = await self.find(token)
        await table.execute(Guest(guest), SitDown(seat, token, name, text))
        return table

    async def renew(self, table: Table, guest: str | None, seat: int) -> None:
        """Replace the invitation to an open seat, as the host asked; the old link stops working."""
        async with self._drawing:
            fresh, until = await self.codes([seat])
            await table.execute(Guest(guest), ReplaceInvitation(seat, fresh[seat], until))

    async def codes(self, seats: Sequence[int]) -> tuple[dict[int, str], float]:
        """Return a code for each of `seats` that no other seat has now, and the time when these codes expire.

        Call it only while `drawing` is held.
        """
        now, found = time.time(), dict[int, str]()
        while len(found) < len(seats):
            code = spoken_codes.draw()
            taken = await self._store.read(partial(table_records.read_code, code=code, now=now))
            if taken is None and code not in found.values():
                found[seats[len(found)]] = code
        return found, now + spoken_codes.LIFE

    async def keep_codes(self, table: Table) -> None:
        """Replace the codes of open seats that expire soon, at a waiting table whose host is there."""
        expiry = time.time() + CODE_SPARE
        dead = [s.number for s in table.state.seats if s.kind == "open" and s.code_until < expiry]
        if dead and not table.broken:
            async with self._drawing:
                await table.execute(Server(), ReplaceCodes(*await self.codes(dead)))

    async def keep_all_codes(self) -> None:
        """Replace the codes that expire soon at all waiting tables whose hosts are there."""
        for table in self._registry.loaded():
            if table.state.phase == "waiting" and table.state.record.host in table.readers.online():
                with suppress(DicehouseError):  # the table was closed meanwhile
                    await self.keep_codes(table)
