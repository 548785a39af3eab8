"""What every request passes first: where it comes from, how large it is, and the headers that every answer carries."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..table import journal
from ..table.seats import Refused
from .metrics import Metrics

log = logging.getLogger("dicehouse.web")

# `style-src-attr` lets an element carry a number (an angle, a place) in its style; sheets and scripts are ours only.
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Not `no-referrer`: browsers would then send `Origin: null` with our own forms, and the check below needs the true one.
# `same-origin` keeps the address of an invitation from other sites just as well.
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_EVER_HTTPS = "max-age=31536000"  # sent over https only: from then on browsers use nothing else
FOREIGN = "This request came from another site, so the house did not follow it."
TOO_LONG = "That is more than this house reads at once."
NOT_A_FORM = "The house could not read that form."
MOST_FIELDS = 200
TABLE_ID = re.compile("[A-Za-z0-9_-]{1,40}")
NOWHERE = "(no page)"  # what an address is called that is none of ours


class TooLarge(Refused):
    """A body over the limit."""


class Foreign(Refused):
    """A request that another site caused."""


def same_origin(headers: Headers) -> bool:
    """Whether the page that sent this was one of ours: exactly our scheme-independent host and port."""
    origin, host = headers.get("origin"), headers.get("host")
    if not origin or not host:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() and not (parts.path or parts.query)
    )


class Guard:
    """Around the application: refuses what comes from elsewhere, dresses every answer, survives every error, and
    writes down what was asked and how long it took.
    """

    def __init__(
        self,
        app: ASGIApp,
        on_error: Callable[[Request, Exception], Awaitable[Response]],
        metrics: Metrics | None = None,
    ) -> None:
        self._app = app
        self._on_error = on_error
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with journal.about(table=_table_in(scope["path"]), request=journal.new_request()):
            if scope["type"] == "http":
                await self._answer(scope, receive, send)
            elif same_origin(Headers(scope=scope)):
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": FOREIGN})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, statuses = perf_counter(), [0]
        dressed = _dressed(send, scope["scheme"] == "https", statuses)
        try:
            await self._app(scope, receive, dressed)
        except ClientDisconnect:
            pass  # in the middle of a form: there is nobody to answer any more
        except Exception as error:
            response = await self._on_error(Request(scope, receive), error)
            await response(scope, receive, dressed)
        self._write_down(scope, statuses[-1], perf_counter() - began)

    def _write_down(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = scope["method"], getattr(scope.get("route"), "path", NOWHERE)
        log.info("%s %s %d in %.1f ms", method, route, status, 1000 * seconds)
        if self._metrics:
            self._metrics.answered(method, route, status, seconds)


def _table_in(path: str) -> str:
    """The table that an address is about."""
    parts = path.split("/", 3)
    named = parts[2] if parts[1:2] == ["t"] and len(parts) > 2 else ""
    return named if TABLE_ID.fullmatch(named) else ""


def _dressed(send: Send, https: bool, statuses: list[int]) -> Send:
    async def send_dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if https:
                headers["Strict-Transport-Security"] = FOR_EVER_HTTPS
        await send(message)

    return send_dressed


async def read_form(request: Request, limit: int) -> dict[str, str]:
    """The fields of a form (the last of equal names counts); Refused if it is not ours, too large or not a form."""
    if not same_origin(request.headers):
        raise Foreign(FOREIGN)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise TooLarge(TOO_LONG)
    if kind != "application/x-www-form-urlencoded" and body:
        raise Refused(NOT_A_FORM)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refused(NOT_A_FORM) from None
    return dict(pairs)


def number(fields: dict[str, str], name: str, most: int = 1_000_000_000) -> int:
    """A whole number out of a form; Refused, with its name, if it isn't one."""
    text = fields.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= most):
        raise Refused(f"The field “{name}” should be a whole number from 0 to {most}.")
    return int(text)
