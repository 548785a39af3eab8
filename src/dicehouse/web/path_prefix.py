"""Serve all pages below a path such as /dice, so that several servers can share one name.

Inside, addresses don't have the prefix: requests lose it on their way in, and everything that names an address gets it
on its way out. A proxy must pass on paths as they are: if it removed the prefix, /dice could be two pages.
"""

from __future__ import annotations

import logging
import re
import time

from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..i18n import _, in_language, using_language
from .reader_language import reader_language

log = logging.getLogger("dicehouse.web")

PREFIX_KEY = "dicehouse.path"  # in the scope of a request
PREFIX = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
WITHOUT_PREFIX = ("/healthz", "/readyz")  # whoever asks these asks the server itself
DELETED = "max-age=0;"  # in a Set-Cookie header
SILENCE_SECONDS = 60  # between two lines of the log
MAX_LENGTH = 100
EXAMPLE = "/dice"
# Only attributes that the page follows: a `value` comes back to the server, which adds the prefix when it redirects.
_OWN_ADDRESS = re.compile(r'(\s(?:href|src|action|formaction|data-(?:from|instead|passkey|replay|texts|ws))=")/(?!/)')
_REFRESH = re.compile(r'(\scontent="[0-9]+; ?url=)/(?!/)')
_WEB_ADDRESS = re.compile(r"(https?://[^/?#]+)(/.*)")
_COOKIE_PATH = re.compile(rb"(;\s*path=)/([^;]*)", re.IGNORECASE)


class BadPrefix(ValueError):
    """A text that can't be the path of a server; the message says why."""


def parse_prefix(text: str) -> str:
    """Return a path such as "/dice" without a slash at its end, "" for "/". Raise BadPrefix if it can't be one."""
    prefix = text.strip().rstrip("/")
    if not prefix:
        if not text.strip():
            raise BadPrefix(f"a path is like {EXAMPLE}")
        return ""
    if len(prefix) > MAX_LENGTH or not PREFIX.fullmatch(prefix):
        raise BadPrefix(
            f"a path begins with a slash and has letters, digits, hyphens, dots, underscores and tildes, like {EXAMPLE}"
        )
    return prefix


def prefix_of(connection: HTTPConnection) -> str:
    """Return the path below which the server of a request is reached: "/dice", or ""."""
    return str(connection.scope.get(PREFIX_KEY, ""))


def add_prefix(html: str, prefix: str) -> str:
    """Return a page with `prefix` before the addresses of this server in it."""
    if not prefix:
        return html
    return _REFRESH.sub(rf"\1{prefix}/", _OWN_ADDRESS.sub(rf"\1{prefix}/", html))


def root_attribute(prefix: str) -> Markup:
    """Return the attribute of <html> by which scripts know the prefix."""
    return Markup(' data-root="{}"').format(prefix) if prefix else Markup("")


class PathPrefixMiddleware:
    """Remove `prefix` from the paths of requests, and add it to redirects and to the paths of cookies."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix
        self._silent_until = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if path in WITHOUT_PREFIX or path == self._prefix or path.startswith(f"{self._prefix}/"):
            path = path.removeprefix(self._prefix) or "/"
            raw = scope.get("raw_path", b"").removeprefix(self._prefix.encode()) or b"/"
            inside = {**scope, PREFIX_KEY: self._prefix, "path": path, "raw_path": raw}
            await self._app(inside, receive, self._outward(send))
        else:
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if time.monotonic() >= self._silent_until:  # anybody can cause these lines
            self._silent_until = time.monotonic() + SILENCE_SECONDS
            log.warning(
                "an address without %s was requested; a proxy in front of this server has to pass on paths unchanged",
                self._prefix,
            )
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        with using_language(reader_language("/", Headers(scope=scope))):
            why = in_language(_("All addresses on this server begin with {path}.", path=f"{self._prefix}/"))
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        await PlainTextResponse(f"{why}\n", 404, headers)(scope, receive, send)

    def _outward(self, send: Send) -> Send:
        async def send_prefixed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                headers = [pair for name, value in message.get("headers", ()) for pair in self._header(name, value)]
                message = {**message, "headers": headers}
            await send(message)

        return send_prefixed

    def _header(self, name: bytes, value: bytes) -> list[tuple[bytes, bytes]]:
        """Return the headers that replace one. A cookie is deleted without the prefix, too: it may have been set when
        the server had none."""
        if name.lower() == b"set-cookie":
            below = _COOKIE_PATH.sub(self._cookie_path, value)
            return [(name, below)] + ([(name, value)] if DELETED.encode() in value.lower() and below != value else [])
        if name.lower() == b"location":
            return [(name, self._location(value.decode("latin-1")).encode("latin-1"))]
        return [(name, value)]

    def _cookie_path(self, found: re.Match[bytes]) -> bytes:
        rest = found[2].strip()
        return found[1] + self._prefix.encode() + (b"/" + rest if rest else b"")

    def _location(self, where: str) -> str:
        """Return where a redirect leads. All of them lead to pages of this server."""
        if where.startswith("/") and not where.startswith("//"):
            return self._prefix + where
        found = _WEB_ADDRESS.fullmatch(where)  # of a path with a slash too many
        return f"{found[1]}{self._prefix}{found[2]}" if found else where
