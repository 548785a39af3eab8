"""Identify a browser as a guest by a random id in a signed cookie, without an account.

A browser keeps cookies by host name alone, so it sends the cookies of all servers on one host to each of them. The
cookie's name therefore follows from the server's key. Earlier versions called it COOKIE on every server: such a cookie
is exchanged for one with the new name if this server signed it, and is otherwise left to the server that did.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..i18n import _
from ..server.accounts import guest_merging
from ..server.retention import DAY, put_seen
from ..server.seats import Keyring, Refused, token_hash
from ..server.storage import table_records
from ..server.storage.store import Store, StoreFailed

COOKIE = "dicehouse"  # the name in earlier versions
OPERATOR_PATH = "/admin"  # the pages to which the cookie of an operator is sent
YEAR = 365 * 24 * 3600
TRANSFER_SECONDS = 600
MAX_SEEN_TODAY = 100_000
LINK_USED_UP = _("That link was already used or is older than ten minutes. Create a new one where you play.")


class GuestCookies:
    """Issue cookies and read them."""

    def __init__(self, keyring: Keyring, store: Store, *, has_operators: bool = False) -> None:
        self.name = keyring.cookie_name()
        self._keyring = keyring
        self._store = store
        self._has_operators = has_operators
        self._joined: dict[str, str] = {}  # guests that were merged into others
        self._today: tuple[int, set[str]] = (0, set())  # the day, and the guests already recorded on it
        self._languages: dict[str, str] = {}  # what is stored of guests, as far as it is known here

    async def learn(self) -> None:
        """Load which guests were merged into others."""
        self._joined = await self._store.read(guest_merging.read_joined)

    def came(self, guest: str, language: str) -> None:
        """Record, once a day, that `guest` visited, and their `language` if it is another one; no request waits."""
        self._speaks(guest, language)
        day = int(time.time() // DAY)
        if self._today[0] != day or len(self._today[1]) > MAX_SEEN_TODAY:
            self._today = (day, set())
        if guest not in self._today[1]:
            self._today[1].add(guest)
            self._store.write(put_seen(guest, time.time())).add_done_callback(_ignore_write_error)

    def _speaks(self, guest: str, language: str) -> None:
        """Record the language in which a guest reads, for what is sent to them."""
        if self._languages.get(guest) != language:
            self.choose_language(guest, language).add_done_callback(_ignore_write_error)

    def choose_language(self, guest: str, language: str) -> asyncio.Future[None]:
        """Store the language that a guest chose, also if it is known here: another server may have stored another."""
        if len(self._languages) > MAX_SEEN_TODAY:
            self._languages.clear()
        self._languages[guest] = language
        return self._store.write(table_records.put_language(guest, language))

    def _sign(self, guest: str) -> str:
        return self._keyring.derive("guest", guest).hex()[:32]

    def read(self, cookies: Mapping[str, str]) -> str | None:
        """Return the guest if one of the cookies is signed by this server, or None. The new name comes first."""
        return self.verify(cookies.get(self.name, "")) or self.verify(cookies.get(COOKIE, ""))

    def verify(self, value: str) -> str | None:
        """Return the guest if this server signed the `value` of a cookie, or None."""
        guest, _, signature = value.partition(".")
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
            self.name, f"{guest}.{self._sign(guest)}", max_age=YEAR, httponly=True, samesite="lax", secure=secure
        )

    def forget(self, response: Response, secure: bool) -> None:
        """Delete the cookie, so that the browser has no guest any more, and no operator either."""
        response.delete_cookie(self.name, httponly=True, samesite="lax", secure=secure)
        if self._has_operators:
            self.forget_operator(response, secure)

    @property
    def operator_name(self) -> str:
        """Return the name of the cookie of an operator who signed in: see operator_sessions.py."""
        return f"{self.name}-operator"

    def forget_operator(self, response: Response, secure: bool) -> None:
        """Delete the cookie of an operator."""
        name = self.operator_name
        response.delete_cookie(name, path=OPERATOR_PATH, httponly=True, samesite="strict", secure=secure)

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


class CookieExchangeMiddleware:
    """Exchange the cookies of earlier versions, and let a cookie that this server signed win over others of its name.

    A browser can have several cookies of one name, by path or domain, and may send several `Cookie` headers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            sent = [value for name, value in scope["headers"] if name == b"cookie"]
            if sent:
                send = self._prepare(scope, sent, send)
        await self._app(scope, receive, send)

    @staticmethod
    def _prepare(scope: Scope, sent: list[bytes], send: Send) -> Send:
        """Put the signed cookies last in `scope`, where they count; return a `send` that exchanges an old cookie."""
        guests: GuestCookies = scope["app"].state.site.guests
        chunks = [chunk for value in sent for chunk in value.decode("latin-1").split(";")]
        signed = dict[str, str]()
        for chunk in chunks:
            for name, value in cookie_parser(chunk).items():
                guest = guests.verify(value) if name in (guests.name, COOKIE) else None
                if guest is not None and name not in signed:
                    signed[name] = guest
                    last = chunk.strip()
                    chunks = [each for each in chunks if each.strip() != last] + [last]
        rest = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
        joined = "; ".join(chunk.strip() for chunk in chunks).encode("latin-1")
        scope["headers"] = [*rest, (b"cookie", joined)]
        old, new = signed.get(COOKIE), signed.get(guests.name)
        if scope["type"] != "http" or old is None or new not in (None, old):
            return send
        return _exchange(guests, old, new is None, scope["scheme"] == "https", send)


def _exchange(guests: GuestCookies, guest: str, missing: bool, secure: bool, send: Send) -> Send:
    """Return a `send` that deletes the old cookie of `guest`, and gives a new one if it is `missing`."""

    async def send_exchanged(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = Headers(raw=message["headers"])
            if "public" not in headers.get("cache-control", ""):  # other browsers may get the same answer from a cache
                answer = Response()
                given = any(each.startswith(f"{guests.name}=") for each in headers.getlist("set-cookie"))
                if missing and not given:
                    guests.give(answer, guest, secure)
                answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=secure)
                cookies = [pair for pair in answer.raw_headers if pair[0] == b"set-cookie"]
                message = {**message, "headers": [*message["headers"], *cookies]}
        await send(message)

    return send_exchanged
