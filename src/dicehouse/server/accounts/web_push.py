"""Send messages to browsers (web push), encrypted for one browser and signed by the server.

The browser names the endpoint, so it can't be trusted. The server connects over https only, to public addresses only,
and to the very address that it checked: nobody can make it connect to its own network.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import ipaddress
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from dicehouse.process_threads import ProcessThreads

from ...i18n import _
from ..seats import Keyring, Refused
from .notification_channels import Browser

SECONDS = 15  # for a whole message, because a service that answers byte by byte must not hold a thread for longer
THREADS = 4
LIFE = 12 * 3600  # seconds for which the push service keeps a message for a browser that is offline
LONGEST = 600  # characters of an endpoint
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # the order of the curve P-256
TEXT = re.compile(r"[A-Za-z0-9_-]{1,120}={0,2}")
NOT_THERE = _("Messages can't be sent to this browser.")


class Gone(Exception):
    """Say that the browser no longer takes messages."""


def available() -> bool:
    """Return True if this server can send messages to browsers, which needs `pip install dicehouse[push]`."""
    return all(map(find_spec, ("py_vapid", "pywebpush")))  # not imported here: that takes most of a second


class Pusher:
    """Send messages for one server. The signing key is derived from the server's own, so a backup contains it, too."""

    def __init__(
        self,
        keyring: Keyring,
        contact: str,
        *,
        private: bool = False,
        context: Callable[[], ssl.SSLContext] = ssl.create_default_context,
    ) -> None:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02

        scalar = int.from_bytes(keyring.derive("vapid", "1"), "big") % (ORDER - 1) + 1
        key = ec.derive_private_key(scalar, ec.SECP256R1())
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        self._vapid = Vapid02(private_key=key)
        self._contact = contact
        self._private = private
        self._context = context
        self._pool = ProcessThreads(THREADS, "push")

    def check(self, browser: Browser) -> None:
        """Raise Refused if `browser` can't be the endpoint and the keys of a browser."""
        _parts(browser.endpoint)
        keys = [_bytes(browser.p256dh), _bytes(browser.auth)]
        if [len(key) for key in keys] != [65, 16] or keys[0][0] != 4:
            raise Refused(NOT_THERE)

    async def send(self, browser: Browser, message: dict[str, Any]) -> None:
        """Send `message` to `browser` as JSON.

        Raise Gone if the browser no longer takes messages; OSError, ValueError or Refused if sending failed.
        """
        await asyncio.get_running_loop().run_in_executor(self._pool, self._send, browser, json.dumps(message).encode())

    def _send(self, browser: Browser, message: bytes) -> None:
        from pywebpush import WebPusher

        host, port, path = _parts(browser.endpoint)
        address = self._address(host, port)
        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        body = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(message, "aes128gcm")["body"]
        named = f"[{host}]" if ":" in host else host
        origin = f"https://{named}" if port == 443 else f"https://{named}:{port}"
        claims = {"aud": origin, "sub": self._contact, "exp": int(time.time()) + LIFE}
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFE),
            "Urgency": "normal",
        }
        line = _Line(host, port, address, self._context())
        late = threading.Timer(SECONDS, line.cut)
        late.start()
        try:
            line.request("POST", path, body, headers)
            status = line.getresponse().status  # the body is not read, and redirects are not followed
        except http.client.HTTPException as error:
            raise OSError(f"a push service answered no HTTP: {type(error).__name__}") from None
        finally:
            late.cancel()
            line.close()
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            raise OSError(f"a push service answered {status}")

    def _address(self, host: str, port: int) -> str:
        """Return the address of `host` to connect to; it is checked here and not looked up again.

        Raise Refused if one of the addresses of `host` is not public, unless private addresses are allowed.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(each[4][0]) for each in found]
        if not self._private and not all(_is_open(address) for address in addresses):
            raise Refused(NOT_THERE)
        return addresses[0]


class _Line(http.client.HTTPSConnection):
    """Connect to a fixed address, and check that the server there has a certificate for the name `host`."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=SECONDS, context=context)
        self._at = address
        self._tls = context

    def connect(self) -> None:
        plain = socket.create_connection((self._at, self.port), SECONDS)
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        except BaseException:
            plain.close()
            raise
        self.sock.do_handshake()

    def cut(self) -> None:
        """Shut the connection down, so that a thread that waits on it continues at once."""
        if self.sock is not None:
            with suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def _parts(endpoint: str) -> tuple[str, int, str]:
    """Return host, port and path of `endpoint`. Raise Refused if it is not an https address or is too long."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port or 443
    except ValueError:
        raise Refused(NOT_THERE) from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    if not plain or parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise Refused(NOT_THERE)
    return parts.hostname, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_open(address: str) -> bool:
    """Return True if `address` is a public address of the internet."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (inner is None or _is_open(str(inner)))


def _bytes(text: str) -> bytes:
    if not TEXT.fullmatch(text):
        raise Refused(NOT_THERE)
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError:
        raise Refused(NOT_THERE) from None
