"""Who a browser is: a guest with a random id in a signed cookie, and no account."""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..table.seats import Keyring, Refused

COOKIE = "dicehouse"
YEAR = 365 * 24 * 3600
KEY_BYTES = 32
PASS_SECONDS = 600
USED_UP = "That link was used already, or it is older than ten minutes; make another one where you play."


class Guests:
    """Gives cookies out and reads them."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._used: dict[str, float] = {}  # passes that were used, until they are too old anyway

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
        """Let the browser keep who it is. Scripts can't read it, other sites can't send it."""
        response.set_cookie(
            COOKIE, f"{guest}.{self._sign(guest)}", max_age=YEAR, httponly=True, samesite="lax", secure=secure
        )

    def make_pass(self, guest: str) -> str:
        """What makes another browser the same guest: once, and within ten minutes."""
        what = f"{guest}-{int(time.time()) + PASS_SECONDS}-{secrets.token_hex(4)}"
        return f"{what}-{self._sign_pass(what)}"

    def read_pass(self, text: str) -> str:
        """Whose pass that is; Refused if it is none, or none any more."""
        what, _, signature = text.rpartition("-")
        if not hmac.compare_digest(self._sign_pass(what).encode(), signature.encode("utf-8", "replace")):
            raise Refused(USED_UP)
        guest, until, _ = what.split("-")
        if int(until) < time.time() or text in self._used:
            raise Refused(USED_UP)
        return guest

    def use_pass(self, text: str) -> str:
        """The guest of a pass, which is used up by that."""
        guest, now = self.read_pass(text), time.time()
        self._used = {used: until for used, until in self._used.items() if until > now}
        self._used[text] = now + PASS_SECONDS
        return guest

    def _sign_pass(self, what: str) -> str:
        return self._keyring.derive("pass", what).hex()[:32]


def house_key(database: Path) -> bytes:
    """The house's own key, kept beside the database and readable by its owner only."""
    path = database.with_suffix(".key")
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        key, fresh = secrets.token_bytes(KEY_BYTES), path.with_suffix(f".{secrets.token_hex(4)}")
        try:
            with open(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(key)
            fresh.replace(path)  # a whole key or none, whatever happens meanwhile
        finally:
            fresh.unlink(missing_ok=True)
    if len(key) != KEY_BYTES:
        raise ValueError(f"{path} is not a key of this house: it should hold {KEY_BYTES} bytes.")
    return key
