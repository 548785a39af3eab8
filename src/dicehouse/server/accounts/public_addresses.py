"""Tell public addresses of the internet from those that only this machine, its network or its provider can reach."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERYWHERE: tuple[Network, ...] = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))

# Registered for special purposes (IANA), or known to lead to a provider's own services. Python's `is_global` depends on
# its version and takes some of these for public.
_REFUSED = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT; Alibaba's metadata
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure's agent
        "169.254.0.0/16",  # link-local; metadata of most clouds
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocols; Oracle's metadata
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved; broadcast
        "2001::/23",  # protocols, among them Teredo, which holds an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which holds an IPv4 address
        "3fff::/20",  # documentation
    )
)
# All public IPv6 addresses are in here. Outside are ::1, ::, IPv4-mapped and -compatible ones, NAT64 (64:ff9b::/96 and
# 64:ff9b:1::/48), discarded ones (100::/64), unique local, link-local and site-local ones, and multicast.
_PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")
_ISATAP = (0x00005EFE, 0x02005EFE)  # the middle of an interface id that holds an IPv4 address


def is_public(address: str) -> bool:
    """Return True if `address` is a public address of the internet, and holds no address that is not public."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if any(found in network for network in _REFUSED) or not found.is_global or found.is_multicast:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        return True
    if getattr(found, "scope_id", None) or found not in _PUBLIC_IPV6:
        return False
    bits = int(found)
    return (bits >> 32) & 0xFFFFFFFF not in _ISATAP or is_public(str(ipaddress.IPv4Address(bits & 0xFFFFFFFF)))


def is_in(address: str, networks: Sequence[Network]) -> bool:
    """Return True if one of `networks` has `address`, written in the same way: ::ffff:10.0.0.1 is not in 10.0.0.0/8."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)
