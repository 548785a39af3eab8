"""Let requests in one after the other, an address at a time, so that no flood of them keeps the tables waiting.

A server has one event loop, which also carries the sockets of all tables. In each of its rounds only a few requests
begin. The others wait, and take turns by the address that they come from, so that one address delays only itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict, deque

from starlette.types import ASGIApp, Receive, Scope, Send

ROUNDS = 4  # of the event loop, from the beginning of one request to that of the next
IPV6_NETWORK_BITS = 64  # what one household has


class AdmissionQueue:
    """Let callers of `enter` go on, one in `rounds` rounds of the event loop.

    An idle loop takes microseconds for a round.
    """

    def __init__(self, rounds: int = ROUNDS) -> None:
        self._rounds = rounds
        self._left = 0  # rounds until the next may go on
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, who: str) -> None:
        """Wait until it is the turn of `who`, which is at once while few come."""
        if self._left:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(who, deque()).append(turn)
            await turn
        else:
            self._begin_rounds()

    def _begin_rounds(self) -> None:
        self._left = self._rounds
        asyncio.get_running_loop().call_soon(self._end_round)

    def _end_round(self) -> None:
        self._left -= 1
        if self._left:
            asyncio.get_running_loop().call_soon(self._end_round)
        elif self._admit_next():
            self._begin_rounds()

    def _admit_next(self) -> bool:
        """Let the next one go on; return False if nobody waits."""
        while self._waiting:
            who, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[who] = turns  # behind everybody else
            if not turn.done():  # whoever left in the meantime has no turn
                turn.set_result(None)
                return True
        return False


def queue_of(address: str) -> str:
    """Return the name of the queue of an address: an IPv6 client has all addresses of its network."""
    try:
        at = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(at, ipaddress.IPv4Address):
        return address
    if at.ipv4_mapped:
        return str(at.ipv4_mapped)
    return str(ipaddress.ip_network((int(at), IPV6_NETWORK_BITS), strict=False))


class AdmissionMiddleware:
    """Let requests and new sockets in by an AdmissionQueue."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._queue = AdmissionQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            client = scope.get("client")
            await self._queue.enter(queue_of(client[0] if client else ""))
        await self._app(scope, receive, send)
