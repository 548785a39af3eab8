"""Send a request to an address that a guest named, which can't be trusted.

The server connects over https only, to public addresses only, and to the very address that it checked: nobody can make
it connect to its own network. It follows no redirect, reads nothing but the status line, and gives up after a while.
No error names the address, because it is a secret.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from dicehouse.process_threads import ProcessThreads

from ...i18n import _
from ..seats import Refused
from .public_addresses import Network, is_in, is_public

MAX_LENGTH = 600  # characters of an address
MAX_STATUS_LINE = 256  # bytes
MAX_ADDRESSES = 4  # of one name that are tried
LOOKUPS = 8  # names that are looked up at a time
FIRST_FREE_PORT = 1024  # below, only 443 is taken: other services don't speak https
STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?: [^\r\n]*)?\r?\n")
NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)*[a-z0-9_](?:[a-z0-9_-]{0,62})")
NUMERIC = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")  # what old resolvers take for an IPv4 address
READ_DIFFERENTLY = frozenset("ßẞς")  # in the two versions of the standard for international names
HEADER = re.compile(r"[\x20-\x7e]*")

NO_HTTPS = _("The address must begin with https://.")
NO_ADDRESS = _("This isn't a web address. It should look like https://example.org/path.")
WRITE_IN_ASCII = _("Write the name of the host with letters from a to z. International names then begin with xn--.")
TOO_LONG = _("The address can have at most {most} characters.", most=MAX_LENGTH)
NO_LOGIN = _("The address must not contain a user name or password.")
WRONG_PORT = _("The port in the address must be 443 or from 1024 to 65535.")
NOT_PUBLIC = _("This server sends nothing to that address.")

Lookup = Callable[[str, int], Sequence[str]]
Connect = Callable[[tuple[str, int], float], socket.socket]


class NotPublic(Refused):
    """Say that a name has an address that is not public."""


class Busy(OSError):
    """Say that too many names are being looked up; this says nothing about the address."""


@dataclass(frozen=True, slots=True)
class HttpsAddress:
    """Hold the parts of a web address in ASCII. The path with its query may be a secret, and is not shown."""

    host: str
    port: int
    path: str = field(repr=False)

    @property
    def authority(self) -> str:
        named = f"[{self.host}]" if ":" in self.host else self.host
        return named if self.port == 443 else f"{named}:{self.port}"

    @property
    def text(self) -> str:
        return f"https://{self.authority}{self.path}"


def read_https_address(text: str) -> HttpsAddress:
    """Return the parts of the web address `text`. Raise Refused, with the reason, if nothing can be sent to it."""
    if len(text) > MAX_LENGTH:
        raise Refused(TOO_LONG)
    if not text.isprintable() or set(text) & set(' \\"<>^`{|}'):
        raise Refused(NO_ADDRESS)
    if not text.lower().startswith("https://"):
        raise Refused(NO_HTTPS)
    try:
        parts = urlsplit(text)
    except ValueError:
        raise Refused(NO_ADDRESS) from None
    if "@" in parts.netloc:
        raise Refused(NO_LOGIN)
    try:
        port = 443 if parts.port is None else parts.port
    except ValueError:
        raise Refused(WRONG_PORT) from None
    if port != 443 and port < FIRST_FREE_PORT:
        raise Refused(WRONG_PORT)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii():
        raise Refused(NO_ADDRESS)
    found = HttpsAddress(_read_host(parts.netloc), port, path)
    if len(found.text) > MAX_LENGTH:
        raise Refused(TOO_LONG)
    return found


def _read_host(netloc: str) -> str:
    """Return the host name in `netloc` in ASCII, or its IP address. Raise Refused if there is none."""
    if netloc.startswith("["):
        inside, _mark, after = netloc[1:].partition("]")
        try:
            if after and not after.startswith(":"):
                raise Refused(NO_ADDRESS)
            return str(ipaddress.IPv6Address(_without_zone(inside)))
        except ValueError:
            raise Refused(NO_ADDRESS) from None
    name = netloc.partition(":")[0]
    try:
        if set(name) & READ_DIFFERENTLY:
            raise Refused(WRITE_IN_ASCII)
        name = name.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        raise Refused(NO_ADDRESS if name.isascii() else WRITE_IN_ASCII) from None
    if len(name) > 253 or not NAME.fullmatch(name):
        raise Refused(NO_ADDRESS)
    if NUMERIC.fullmatch(name):
        try:
            return str(ipaddress.IPv4Address(name))
        except ValueError:
            raise Refused(NO_ADDRESS) from None
    return name


def _without_zone(address: str) -> str:
    if "%" in address:
        raise Refused(NO_ADDRESS)
    return address


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of `host`, the best one first."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def connect(where: tuple[str, int], seconds: float) -> socket.socket:
    return socket.create_connection(where, seconds)


class HttpsClient:
    """Send requests. `own` are networks of the host, which need not be public."""

    def __init__(
        self,
        *,
        own: Sequence[Network] = (),
        context: Callable[[], ssl.SSLContext] = ssl.create_default_context,
        lookup: Lookup = look_up,
        connect: Connect = connect,
    ) -> None:
        self._own = own
        self._context = context
        self._lookup = lookup
        self._connect = connect
        self._names = ProcessThreads(LOOKUPS, "names")

    def post(self, where: HttpsAddress, headers: Mapping[str, str], body: bytes, seconds: float) -> int:
        """Send `body` to `where` and return the status of the answer; all of it takes at most `seconds`.

        Raise NotPublic if the name has an address that is not public, Busy if the name was not looked up yet, and
        OSError if there was no answer.
        """
        deadline = _Deadline(seconds)
        request = request_bytes(where, headers, body)
        addresses = self._addresses(where, deadline)
        try:
            with closing(self._open(addresses, where, deadline)) as plain:
                context = self._context()
                name = where.host
                with context.wrap_socket(plain, server_hostname=name, do_handshake_on_connect=False) as line:
                    line.settimeout(deadline.left())
                    line.do_handshake()
                    line.settimeout(deadline.left())
                    line.sendall(request)
                    return _read_status(line, deadline)
        except ssl.SSLCertVerificationError:
            raise OSError("its certificate is not valid") from None  # the library's own words name the host
        except ssl.SSLError:
            raise OSError("it does not speak TLS as it should") from None

    def _addresses(self, where: HttpsAddress, deadline: _Deadline) -> list[str]:
        """Return the addresses of the host, which are looked up this one time. Raise NotPublic if one is not public."""
        found: Future[Sequence[str]] = self._names.submit(self._lookup, where.host, where.port)
        try:
            addresses = list(found.result(deadline.left()))
        except TimeoutError:
            if found.cancel():
                raise Busy("too many names are being looked up") from None
            raise TimeoutError("its name was not found in time") from None
        except OSError:
            raise OSError("its name was not found") from None
        except UnicodeError:
            raise OSError("its name can't be looked up") from None
        if not addresses or not all(is_public(address) or is_in(address, self._own) for address in addresses):
            raise NotPublic(NOT_PUBLIC)
        return addresses[:MAX_ADDRESSES]

    def _open(self, addresses: Sequence[str], where: HttpsAddress, deadline: _Deadline) -> socket.socket:
        """Return a connection to the first of `addresses` that answers, each of which gets its share of the time."""
        for left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            try:
                line = self._connect((address, where.port), deadline.left() / left)
            except OSError:
                continue
            if _stays_here(line) and not is_in(address, self._own):
                line.close()
                raise NotPublic(NOT_PUBLIC)
            return line
        raise OSError("nobody answers there")


def _stays_here(line: socket.socket) -> bool:
    """Return True if this machine has both ends of a connection: its firewall may hide what it offers there."""
    try:
        return bool(line.getsockname()[0] == line.getpeername()[0])
    except OSError:  # it was closed already
        return False


def request_bytes(where: HttpsAddress, headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the request that is sent to `where`. Raise ValueError if a header can't be sent."""
    lines = [f"POST {where.path} HTTP/1.1", f"Host: {where.authority}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close"]
    if not all(map(HEADER.fullmatch, lines)):
        raise ValueError("a header must be printable ASCII")
    return "\r\n".join([*lines, "", ""]).encode() + body


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left. Raise TimeoutError if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("it took too long")
        return left


def _read_status(line: ssl.SSLSocket, deadline: _Deadline) -> int:
    """Return the status in the first line of the answer; nothing after it is read."""
    read = b""
    while not read.endswith(b"\n"):
        line.settimeout(deadline.left())
        byte = line.recv(1)
        if not byte or len(read) >= MAX_STATUS_LINE:
            raise OSError("its answer was not HTTP")
        read += byte
    found = STATUS_LINE.fullmatch(read)
    if found is None:
        raise OSError("its answer was not HTTP")
    return int(found[1])
