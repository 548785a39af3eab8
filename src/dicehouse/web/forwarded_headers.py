"""Learn the client's address and scheme from the proxies that the host named, and from nobody else.

Proxies append to `X-Forwarded-For`, so it is read from its right end past the named proxies; everything further left
is only what a client claims. In `X-Forwarded-Proto` the first entry counts, which is what the browser used. Nothing
else is read: not `X-Forwarded-Host`, `X-Forwarded-Port`, `X-Real-IP` or `Forwarded`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
SECURE_SCHEMES = {"http": False, "https": True, "ws": False, "wss": True}


class ForwardedHeadersMiddleware:
    """Put the client's address and scheme into the scope of requests that come from one of `proxies`: addresses and
    networks. Whoever connects to a `socket_file` has no address, and its permissions let only a proxy in."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str], *, socket_file: bool = False) -> None:
        self._app = app
        self._socket_file = socket_file
        self._networks = [ipaddress.ip_network(each.partition("%")[0], strict=False) for each in proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and self._comes_from_proxy(scope.get("client")):
            secure = SECURE_SCHEMES.get(next(iter(_entries(scope, b"x-forwarded-proto")), "").lower())
            if secure is not None:
                scope["scheme"] = ("ws" if scope["type"] == "websocket" else "http") + ("s" if secure else "")
            client = self._client(_entries(scope, b"x-forwarded-for"))
            if client is not None:
                scope["client"] = (client, 0)
        await self._app(scope, receive, send)

    def _comes_from_proxy(self, client: tuple[str, int] | None) -> bool:
        return self._socket_file if client is None else self._is_proxy(client[0])

    def _client(self, entries: Sequence[str]) -> str | None:
        """Return the last address that is not a named proxy's, or the first one if all are; None if there is none.

        An entry that is no address, such as "unknown", hides everything to its left.
        """
        found: str | None = None
        for entry in reversed(entries):
            address = parse_forwarded_address(entry)
            if address is None:
                break
            found = str(address)
            if not self._is_proxy(found):
                break
        return found

    def _is_proxy(self, host: str) -> bool:
        address = parse_forwarded_address(host)
        return address is not None and any(address in network for network in self._networks)


def _entries(scope: Scope, name: bytes) -> list[str]:
    """Return the entries of a list in one header or several, in order."""
    lists = (value.decode("latin-1").split(",") for key, value in scope["headers"] if key == name)
    return [entry for each in lists for part in each if (entry := part.strip().strip('"').strip())]


def parse_forwarded_address(text: str) -> IPAddress | None:
    """Parse an address with or without a port, as proxies write it: 192.0.2.1:5678, [2001:db8::1]:443, fe80::1%eth0.

    An IPv4 address that is written as an IPv6 one is returned as IPv4.
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
