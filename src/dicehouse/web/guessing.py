"""Codes that are typed in: a wrong one costs its address one of a few tries, and the house one of its own.

What the house allows is counted for all its servers together, since that alone says how hard a code is to guess. What
an address may do is each server's own: addresses are written nowhere.
"""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from ..table import codes
from ..table.seats import NoSuchCode, Refused
from ..table.storage.store import Store
from ..table.tries import CODES, Tries
from .limits import Buckets, Limits

ALL = "all addresses"
WAIT = "Too many wrong codes came from here; wait a few minutes, or ask the host for the link, which always works."


class TooManyGuesses(Refused):
    """No more codes from here for a while."""


class Guesses:
    """How many wrong codes may still come: from each address, and from all of them."""

    def __init__(self, limits: Limits, store: Store) -> None:
        everybody = limits.all_guesses
        self._each = Buckets(limits.guesses)
        self._all = Buckets(everybody)  # those of this server: a flood of guesses must not become one of writes
        self._shared = Tries(CODES, everybody.per_second, everybody.burst)
        self._store = store

    @asynccontextmanager
    async def trying(self, connection: HTTPConnection, token: str) -> AsyncIterator[None]:
        """Around looking an invitation up. Only what could be a code counts as a guess, and only if it was wrong."""
        if codes.read(token) is None:
            yield
            return
        who = address_of(connection)
        if not self._each.take(who):
            raise TooManyGuesses(WAIT)
        if not self._all.take(ALL):
            self._each.give_back(who)
            raise TooManyGuesses(WAIT)
        if not await self._shared.take(self._store):
            self._each.give_back(who)
            raise TooManyGuesses(WAIT)
        try:
            yield
        except NoSuchCode:
            raise
        except BaseException:
            await self._give_back(who)
            raise
        await self._give_back(who)

    async def _give_back(self, who: str) -> None:
        self._each.give_back(who)
        self._all.give_back(ALL)
        await self._shared.give_back(self._store)


def address_of(connection: HTTPConnection) -> str:
    """Where somebody is: an address, or the network of one home where addresses are as many as sand (IPv6)."""
    host = connection.client.host if connection.client else "?"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
