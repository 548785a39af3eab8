"""Who a browser is: a guest with a random id in a signed cookie, and no account."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..table.keeping import DAY, put_seen
from ..table.people import merging
from ..table.seats import Keyring, Refused, token_hash
from ..table.storage import records
from ..table.storage.store import Store, StoreFailed

COOKIE = "dicehouse"
YEAR = 365 * 24 * 3600
PASS_SECONDS = 600
MOST_TODAY = 100_000
USED_UP = "That link was used already, or it is older than ten minutes; make another one where you play."


class Guests:
    """Gives cookies out and reads them."""

    def __init__(self, keyring: Keyring, store: Store) -> None:
        self._keyring = keyring
        self._store = store
        self._joined: dict[str, str] = {}  # who became another guest
        self._today: tuple[int, set[str]] = (0, set())  # who was written down as here today

    async def learn(self) -> None:
        """Know which guests became others."""
        self._joined = await self._store.read(merging.read_joined)

    def came(self, guest: str) -> None:
        """Write down, once a day, that somebody was here; nobody has to wait for that."""
        day = int(time.time() // DAY)
        if self._today[0] != day or len(self._today[1]) > MOST_TODAY:
            self._today = (day, set())
        if guest not in self._today[1]:
            self._today[1].add(guest)
            self._store.write(put_seen(guest, time.time())).add_done_callback(_forgive)

    def _sign(self, guest: str) -> str:
        return self._keyring.derive("guest", guest).hex()[:32]

    def read(self, cookies: Mapping[str, str]) -> str | None:
        """The guest, if the cookie is one that this house signed."""
        guest, _, signature = cookies.get(COOKIE, "").partition(".")
        if len(guest) != 32 or not guest.isascii():
            return None
        if not hmac.compare_digest(self._sign(guest).encode(), signature.encode("utf-8", "replace")):
            return None
        return self._joined.get(guest, guest)

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
        return self._joined.get(guest, guest)

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


def _forgive(written: asyncio.Future[None]) -> None:
    """That somebody was here is worth no error: they come again."""
    if not written.cancelled():
        written.exception()
