"""Read and compare origins and hosts, as browsers, proxies and other clients send them.

Two addresses are the same server if their names and ports are. Case, a trailing dot, the default port of the scheme,
an international name instead of its form in ASCII, and the way in which an IPv6 address is written don't matter. The
zone of an IPv6 address means something only on the client's machine, so it doesn't count.
"""

from __future__ import annotations

import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass

from starlette.datastructures import Headers

DEFAULT_PORTS = {"http": 80, "https": 443}
ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#@\\\s]+)", re.IGNORECASE)
AUTHORITY = re.compile(
    r"(?:\[(?P<ipv6>[0-9A-Fa-f:.]+)(?:%[^\]]*)?\]|(?P<name>[^\[\]:@/\\,?#\s]{1,253}))(?::(?P<port>[0-9]{0,5}))?"
)
MAX_SHOWN = 100  # characters of a header in a sentence


@dataclass(frozen=True, slots=True)
class Authority:
    """Hold a host name, in lower case and without a trailing dot, and a port; None for the default of a scheme."""

    name: str
    port: int | None

    def port_for(self, scheme: str) -> int:
        return DEFAULT_PORTS[scheme] if self.port is None else self.port


@dataclass(frozen=True, slots=True)
class Origin:
    """Hold the scheme, host name and port of a page."""

    scheme: str
    name: str
    port: int

    def __str__(self) -> str:
        """Return the origin as browsers write it: without the default port of its scheme."""
        host = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{host}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")


def parse_authority(text: str) -> Authority | None:
    """Parse HOST or HOST:PORT, as in the `Host` header; return None if it is neither."""
    found = AUTHORITY.fullmatch(text.strip())
    if found is None:
        return None
    port = int(found["port"]) if found["port"] else None
    if port is not None and not 0 < port < 65_536:
        return None
    if found["ipv6"] is None:
        name = _ascii_name(found["name"]).lower().removesuffix(".")
        return Authority(name, port) if name else None
    try:
        return Authority(str(ipaddress.IPv6Address(found["ipv6"])), port)
    except ValueError:
        return None


def _ascii_name(name: str) -> str:
    """Return a host name as browsers send it: international names begin with xn--. Return "" if there is none.

    Some proxies send the name itself in UTF-8, which a header shows byte by byte.
    """
    with suppress(UnicodeError):
        name = name.encode("latin-1").decode()
    try:
        return name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def parse_origin(text: str) -> Origin | None:
    """Parse SCHEME://HOST or SCHEME://HOST:PORT; return None if it is no origin of a web page, such as "null"."""
    found = ORIGIN.fullmatch(text.strip())
    where = None if found is None else parse_authority(found["authority"])
    if found is None or where is None:
        return None
    scheme = found["scheme"].lower()
    return Origin(scheme, where.name, where.port_for(scheme))


def parse_referrer(text: str) -> Origin | None:
    """Return the origin of the page whose address is `text`; None if it is not the address of a web page."""
    found = ORIGIN.match(text.strip())
    rest = "" if found is None else text.strip()[found.end() :]
    return None if found is None or (rest and rest[0] not in "/?#") else parse_origin(found[0])


def explain_foreign_origin(headers: Headers, address: str | None = None, scheme: str | None = None) -> str | None:
    """Return None if a page of this server sent the request: the `Origin` has the name and port of the `Host` header,
    or is the server's configured `address`. Otherwise return what was compared with what, as part of a sentence.

    The scheme isn't compared with that of the request, which this server doesn't know behind a proxy that it was not
    told about.

    Text browsers send no `Origin` with a form. If there is none and `scheme` is that of the request, the `Referer`
    decides: its scheme, name and port must be the server's.
    """
    if not headers.getlist("origin") and scheme is not None and headers.getlist("referer"):
        return _explain_foreign_referrer(headers, address, scheme)
    origins, hosts = set(headers.getlist("origin")), set(headers.getlist("host"))
    if len(origins) > 1 or len(hosts) > 1:
        several = "Origin" if len(origins) > 1 else "Host"
        return f"it has several different {several} headers: {_shown(*sorted(origins if len(origins) > 1 else hosts))}"
    origin, host = next(iter(origins), None), next(iter(hosts), None)
    if not origin:
        return "it has no Origin header, which browsers send with every form and socket, and no usable Referer header"
    page = parse_origin(origin)
    if page is None:
        return f"its Origin {_shown(origin)} is not the address of a page, such as https://dice.example.org"
    own = parse_referrer(address) if address else None
    if page == own:
        return None
    configured = "" if own is None else f", or of the configured address {own}"
    if not host:
        return f"it has no Host header to compare with its Origin {_shown(origin)}; a proxy must pass it on"
    where = parse_authority(host)
    if where is None:
        return (
            f"its Host {_shown(host)} is not a name or address with or without a port; its Origin is {_shown(origin)}"
        )
    if (page.name, page.port) == (where.name, where.port_for(page.scheme)):
        return None
    return (
        f"its Origin {_shown(origin)} (host {page.name}, port {page.port}) is not that of its Host "
        f"{_shown(host)} (host {where.name}, port {where.port_for(page.scheme)}){configured}; a proxy "
        "must pass on Host unchanged"
    )


def _explain_foreign_referrer(headers: Headers, address: str | None, scheme: str) -> str | None:
    referrers, hosts = set(headers.getlist("referer")), set(headers.getlist("host"))
    pages = {parse_referrer(referrer) for referrer in referrers}
    page = next(iter(pages))
    if len(pages) > 1 or page is None:
        return f"it has no Origin, and its Referer {_shown(*sorted(referrers))} is not the address of one page"
    if address and page == parse_referrer(address):
        return None
    where = parse_authority(next(iter(hosts))) if len(hosts) == 1 else None
    if where is not None and page == Origin(scheme, where.name, where.port_for(scheme)):
        return None
    return (
        f"it has no Origin, and its Referer begins with {_shown(str(page))}, which is not this server:"
        f" {_shown(scheme)} and Host {_shown(*sorted(hosts))}"
    )


def _shown(*texts: str) -> str:
    return ", ".join(ascii(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...") for text in texts)
