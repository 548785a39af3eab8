"""Who a browser is: a guest with a random id in a signed cookie, and no account."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..table import records
from ..table.seats import Keyring, Refused, token_hash
from ..table.store import Store, StoreFailed

COOKIE = "dicehouse"
YEAR = 365 * 24 * 3600
PASS_SECONDS = 600
USED_UP = "That link was used already, or it is older than ten minutes; make another one where you play."


class Guests:
    """Gives cookies out and reads them."""

    def __init__(self, keyring: Keyring, store: Store) -> None:
        self._keyring = keyring
        self._store = store

    def _sign(self, guest: str) -> str:
        return self._keyring.derive("guest", guest).hex()[:32]

    def read(self, cookies: Mapping[str, str]) -> str | None:
        """The guest, if the cookie is one that this house signed."""
        guest, _, signature = cookies.get(COOKIE, "").partition(".")
        if len(guest) != 32 or not guest.isascii():
            return None
        return guest if hmac.compare_digest(self._sign(guest).encode(), signature.encode("utf-8", "replace")) else None

    def of(self, connection: HTTPConnection) -> tuple[str, bool]:
        """The guest behind a request, a new one if there is none; whether it is new."""
        known = self.read(connection.cookies)
        return (known, False) if known is not None else (secrets.token_hex(16), True)

    def give(self, response: Response, guest: str, secure: bool) -> None:
        """Let the browser remember who it is. Scripts can't read it, other sites can't send it."""
        response.set_cookie(
            COOKIE, f"{guest}.{self._sign(guest)}", max_age=YEAR, httponly=True, samesite="lax", secure=secure
        )

    def make_pass(self, guest: str) -> str:
        """What makes another browser the same guest: once, and within ten minutes."""
        what = f"{guest}-{int(time.time()) + PASS_SECONDS}-{secrets.token_hex(4)}"
        return f"{what}-{self._sign_pass(what)}"

    async def read_pass(self, text: str) -> str:
        """Whose pass this is; Refused if it isn't one, or no longer is."""
        what, _, signature = text.rpartition("-")
        if not hmac.compare_digest(self._sign_pass(what).encode(), signature.encode("utf-8", "replace")):
            raise Refused(USED_UP)
        guest, until, _ = what.split("-")
        hashed = token_hash(text)
        if int(until) < time.time() or await self._store.read(lambda db: records.read_pass(db, hashed)):
            raise Refused(USED_UP)
        return guest

    async def use_pass(self, text: str) -> str:
        """The guest of a pass, which this uses up for good."""
        guest, now = await self.read_pass(text), time.time()
        try:
            await self._store.write(
                records.delete_passes(now), records.insert_pass(token_hash(text), now + PASS_SECONDS)
            )
        except StoreFailed:
            await self.read_pass(text)  # somebody used it a moment before
            raise
        return guest

    def _sign_pass(self, what: str) -> str:
        return self._keyring.derive("pass", what).hex()[:32]
