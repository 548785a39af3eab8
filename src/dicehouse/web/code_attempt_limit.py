"""Limit the guessing of invitation codes: a wrong code uses up one attempt of its address and one of the server.

The attempts of all servers of one database are counted together, since only that sum says how hard a code is to
guess. The attempts of an address are counted by each server alone: addresses are never stored.
"""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from ..i18n import _
from ..server import spoken_codes
from ..server.code_attempts import CODES, AttemptLimit
from ..server.seats import NoSuchCode, Refused
from ..server.storage.store import Store
from .rate_limits import ClientBuckets, RateLimits

ALL_CLIENTS = "all addresses"
TOO_MANY_CODES = _("Too many wrong codes. Wait a few minutes, or ask the host for the link.")


class TooManyAttempts(Refused):
    """Report that no more codes are accepted from this address for a while."""


class CodeAttemptLimit:
    """Count the wrong codes that are still allowed: from each address, and from all of them."""

    def __init__(self, limits: RateLimits, store: Store) -> None:
        everybody = limits.all_guesses
        self._each = ClientBuckets(limits.guesses)
        self._all = ClientBuckets(everybody)  # of this server: a flood of guesses must not become a flood of writes
        self._shared = AttemptLimit(CODES, everybody.per_second, everybody.burst)
        self._store = store

    def blocked(self) -> list[str]:
        """Return the addresses from which no code is accepted now."""
        return self._each.blocked()

    @asynccontextmanager
    async def count_attempt(self, connection: HTTPConnection, token: str) -> AsyncIterator[None]:
        """Wrap looking an invitation up. Only text that could be a code counts as an attempt, and only if it was
        wrong."""
        if spoken_codes.read(token) is None:
            yield
            return
        who = client_address(connection)
        if not self._each.take(who):
            raise TooManyAttempts(TOO_MANY_CODES)
        if not self._all.take(ALL_CLIENTS):
            self._each.give_back(who)
            raise TooManyAttempts(TOO_MANY_CODES)
        if not await self._shared.take(self._store):
            self._each.give_back(who)
            raise TooManyAttempts(TOO_MANY_CODES)
        try:
            yield
        except NoSuchCode:
            raise
        except BaseException:
            await self._refund_attempt(who)
            raise
        await self._refund_attempt(who)

    async def _refund_attempt(self, who: str) -> None:
        self._each.give_back(who)
        self._all.give_back(ALL_CLIENTS)
        await self._shared.give_back(self._store)


def client_address(connection: HTTPConnection) -> str:
    """Return the client's address; for IPv6 the network of one home, because a home has very many addresses."""
    host = connection.client.host if connection.client else "?"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
