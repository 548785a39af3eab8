"""Send messages to browsers (web push), encrypted for one browser and signed by the server.

The browser names the endpoint, so it can't be trusted: see `outgoing_https`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import ssl
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from dicehouse.process_threads import ProcessThreads

from ...i18n import _
from ..seats import Keyring, Refused
from .notification_channels import Browser
from .outgoing_https import HttpsAddress, HttpsClient, read_https_address
from .public_addresses import EVERYWHERE

SECONDS = 15  # for a whole message, because a service that answers byte by byte must not hold a thread for longer
THREADS = 4
LIFE = 12 * 3600  # seconds for which the push service keeps a message for a browser that is offline
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # the order of the curve P-256
TEXT = re.compile(r"[A-Za-z0-9_-]{1,120}={0,2}")
NOT_THERE = _("Messages can't be sent to this browser.")


class Gone(Exception):
    """Say that the browser no longer takes messages."""


def available() -> bool:
    """Return True if this server can send messages to browsers, which needs the extra `push`."""
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
        # strict would also refuse good addresses, such as that of a host without a dot
        self._vapid = Vapid02(private_key=key, conf={"no-strict": True})
        self._contact = _contact(contact)
        self._client = HttpsClient(own=EVERYWHERE if private else (), context=context)
        self._pool = ProcessThreads(THREADS, "push")

    def check(self, browser: Browser) -> None:
        """Raise Refused if `browser` can't be the endpoint and the keys of a browser."""
        _address(browser.endpoint)
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

        where = _address(browser.endpoint)
        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        body = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(message, "aes128gcm")["body"]
        claims = {"aud": f"https://{where.authority}", "sub": self._contact, "exp": int(time.time()) + LIFE}
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFE),
            "Urgency": "normal",
        }
        status = self._client.post(where, headers, body, SECONDS)
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            raise OSError(f"a push service answered {status}")


def _contact(address: str) -> str:
    """Return the claim that names this server to push services: https and its host, without a port or a path."""
    host = urlsplit(address).hostname or "localhost"
    return f"https://[{host}]" if ":" in host else f"https://{host}"


def _address(endpoint: str) -> HttpsAddress:
    """Return the parts of `endpoint`. Raise Refused if it can't be the address of a push service."""
    try:
        found = read_https_address(endpoint)
    except Refused:
        raise Refused(NOT_THERE) from None
    if ":" in found.host:  # the signature of a message can't be for an IPv6 address
        raise Refused(NOT_THERE)
    return found


def _bytes(text: str) -> bytes:
    if not TEXT.fullmatch(text):
        raise Refused(NOT_THERE)
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError:
        raise Refused(NOT_THERE) from None
