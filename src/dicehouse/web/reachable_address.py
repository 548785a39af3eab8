"""Find the address at which friends can reach the server: an invitation never names one that works only on this
machine."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from .origins import parse_authority, parse_referrer
from .path_prefix import prefix_of

ONLY_THIS_MACHINE, LOCAL_NETWORK, ALL = "machine", "network", "all"
# Where a packet would go: asking for the way there sends none, and names the address of each network on the way.
_PROBE_ADDRESSES = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Hold the host and port where the server listens."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class ReachableAddress:
    """Hold the address that goes into invitations, and who can open it: this machine alone, its network, or
    everybody."""

    base: str
    who: str
    also: tuple[str, ...] = ()  # other addresses of the same server


def find_reachable_address(
    connection: HTTPConnection, listening: ListenAddress | None, configured: str | None = None
) -> ReachableAddress:
    """Return the best address for the friends of a client: the `configured` one if there is one.

    Otherwise an address by which the server was reached from elsewhere is good for others there. A browser on the
    server's own machine has an address that is no use to others: it is replaced by the machine's addresses in its
    networks, if the server listens there. They are shown only to a browser on this machine.
    """
    base = configured or request_base_url(connection)
    name = host_name(base)
    if configured and _is_loopback(name):
        return ReachableAddress(base, ONLY_THIS_MACHINE)
    if not _is_loopback(name):
        return ReachableAddress(base, LOCAL_NETWORK if _is_local(name) else ALL)
    from_here = connection.client is not None and _is_loopback(connection.client.host)
    if listening is None or not from_here or _is_loopback(listening.host):
        return ReachableAddress(base, ONLY_THIS_MACHINE)
    found = network_urls(listening, prefix_of(connection))
    if not found:
        return ReachableAddress(base, ONLY_THIS_MACHINE)
    return ReachableAddress(found[0], LOCAL_NETWORK if _is_local(host_name(found[0])) else ALL, found[1:])


def host_name(base: str) -> str:
    """Return the host name in the address of a server; an empty one if it can't be read, as in a wrong `Host`."""
    origin = parse_referrer(base)
    return "" if origin is None else origin.name


def network_urls(listening: ListenAddress, prefix: str = "") -> tuple[str, ...]:
    """Return the addresses at which others find a server that listens there, with its `prefix`; none if it listens on
    its own machine only."""
    if _is_loopback(listening.host):
        return ()
    found = machine_addresses() if _is_any(listening.host) else (listening.host,)
    if listening.host in ("0.0.0.0", ""):  # noqa: S104  # compared, not bound
        found = tuple(address for address in found if ":" not in address)
    return tuple(_url(address, listening.port) + prefix for address in found)


def own_url(listening: ListenAddress) -> str:
    """Return the address at which a browser on the server's own machine finds it, with its port."""
    shown = "127.0.0.1" if _is_any(listening.host) else listening.host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.port}"


def request_base_url(connection: HTTPConnection) -> str:
    """Return the address of the server as this browser sees it, with the path below which its pages are."""
    scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
    host = connection.headers.get("host", "").strip()
    return f"{scheme}://{host if parse_authority(host) else 'localhost'}{prefix_of(connection)}"


def machine_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in its networks, those of home networks first."""
    found = dict.fromkeys(filter(None, map(_source_address_for, _PROBE_ADDRESSES)))
    return tuple(sorted(found, key=lambda address: (":" in address, not _is_local(address))))


def _source_address_for(target: str) -> str | None:
    family = socket.AF_INET6 if ":" in target else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((target, 9))
            own = str(asking.getsockname()[0])
    except OSError:
        return None
    address = ipaddress.ip_address(own.partition("%")[0])
    return None if address.is_loopback or address.is_link_local or address.is_unspecified else own


def _url(address: str, port: int) -> str:
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" + ("" if port == 80 else f":{port}")


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")  # noqa: S104  # compared, not bound


def _is_loopback(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return name.rstrip(".").lower() == "localhost" or name.lower().endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or bool(mapped and mapped.is_loopback)


def _is_local(name: str) -> bool:
    """Return True if an address or name is known in one network only."""
    try:
        return ipaddress.ip_address(name).is_private
    except ValueError:
        return "." not in name or name.lower().endswith((".local", ".lan", ".home.arpa", ".internal"))
