"""Identify a browser as a guest by a random id in a signed cookie, without an account."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..server.accounts import guest_merging
from ..server.retention import DAY, put_seen
from ..server.seats import Keyring, Refused, token_hash
from ..server.storage import table_records
from ..server.storage.store import Store, StoreFailed

COOKIE = "dicehouse"
YEAR = 365 * 24 * 3600
TRANSFER_SECONDS = 600
MAX_SEEN_TODAY = 100_000
LINK_USED_UP = "That link was used already, or it is older than ten minutes; make another one where you play."


class GuestCookies:
    """Issue cookies and read them."""

    def __init__(self, keyring: Keyring, store: Store) -> None:
        self._keyring = keyring
        self._store = store
        self._joined: dict[str, str] = {}  # guests that were merged into others
        self._today: tuple[int, set[str]] = (0, set())  # the day, and the guests already recorded on it

    async def learn(self) -> None:
        """Load which guests were merged into others."""
        self._joined = await self._store.read(guest_merging.read_joined)

    def came(self, guest: str) -> None:
        """Record, once a day, that `guest` visited; no request waits for that."""
        day = int(time.time() // DAY)
        if self._today[0] != day or len(self._today[1]) > MAX_SEEN_TODAY:
            self._today = (day, set())
        if guest not in self._today[1]:
            self._today[1].add(guest)
            self._store.write(put_seen(guest, time.time())).add_done_callback(_ignore_write_error)

    def _sign(self, guest: str) -> str:
        return self._keyring.derive("guest", guest).hex()[:32]

    def read(self, cookies: Mapping[str, str]) -> str | None:
        """Return the guest if the cookie is one that this server signed, or None."""
        guest, _, signature = cookies.get(COOKIE, "").partition(".")
        if len(guest) != 32 or not guest.isascii():
            return None
        if not hmac.compare_digest(self._sign(guest).encode(), signature.encode("utf-8", "replace")):
            return None
        return self._joined.get(guest, guest)

    def of(self, connection: HTTPConnection) -> tuple[str, bool]:
        """Return the guest behind a request, a new one if there is none, and True if the guest is new."""
        known = self.read(connection.cookies)
        return (known, False) if known is not None else (secrets.token_hex(16), True)

    def give(self, response: Response, guest: str, secure: bool) -> None:
        """Set the cookie by which the browser remembers the guest. Scripts can't read it, other sites can't send it."""
        response.set_cookie(
            COOKIE, f"{guest}.{self._sign(guest)}", max_age=YEAR, httponly=True, samesite="lax", secure=secure
        )

    def make_pass(self, guest: str) -> str:
        """Return a pass that makes another browser the same guest: once, within ten minutes."""
        what = f"{guest}-{int(time.time()) + TRANSFER_SECONDS}-{secrets.token_hex(4)}"
        return f"{what}-{self._sign_transfer(what)}"

    async def read_pass(self, text: str) -> str:
        """Return the guest of a pass. Raise Refused if it is invalid or has expired."""
        what, _, signature = text.rpartition("-")
        if not hmac.compare_digest(self._sign_transfer(what).encode(), signature.encode("utf-8", "replace")):
            raise Refused(LINK_USED_UP)
        guest, until, _ = what.split("-")
        hashed = token_hash(text)
        if int(until) < time.time() or await self._store.read(lambda db: table_records.read_pass(db, hashed)):
            raise Refused(LINK_USED_UP)
        return self._joined.get(guest, guest)

    async def use_transfer_token(self, text: str) -> str:
        """Return the guest of a pass, and use it up."""
        guest, now = await self.read_pass(text), time.time()
        try:
            await self._store.write(
                table_records.delete_passes(now), table_records.insert_pass(token_hash(text), now + TRANSFER_SECONDS)
            )
        except StoreFailed:
            await self.read_pass(text)  # it was used a moment before
            raise
        return guest

    def _sign_transfer(self, what: str) -> str:
        return self._keyring.derive("pass", what).hex()[:32]


def _ignore_write_error(written: asyncio.Future[None]) -> None:
    """Ignore an error while a visit is recorded: the guest will visit again."""
    if not written.cancelled():
        written.exception()
