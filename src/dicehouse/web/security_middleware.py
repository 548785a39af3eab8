"""Check every request first: its origin and its size; and add the headers that every answer carries."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..server import server_log
from ..server.seats import Refused
from .origins import explain_foreign_origin
from .prometheus_metrics import Metrics

log = logging.getLogger("dicehouse.web")

# `style-src-attr` lets an element carry a number (an angle, a place) in its style; sheets and scripts are ours only.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Not `no-referrer`: browsers would then send `Origin: null` with our own forms, and the check below needs the true one.
# `same-origin` keeps the address of an invitation from other sites just as well.
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=31536000"  # sent over https only: from then on browsers use nothing else
FOREIGN_REQUEST = "This request came from another site, so the house did not follow it."
BODY_TOO_LARGE = "That is more than this house reads at once."
NOT_A_FORM = "The house could not read that form."
MAX_FIELDS = 200
TABLE_ID = re.compile("[A-Za-z0-9_-]{1,40}")
UNKNOWN_ROUTE = "(no page)"  # name in the log for an address that is none of ours


class BodyTooLarge(Refused):
    """Report that a body is over the size limit."""


class ForeignOrigin(Refused):
    """Report that another site caused the request."""


def refuse_foreign_origin(scope: Scope) -> bool:
    """Return True if no page of this server sent the request, and log what was compared with what."""
    why = explain_foreign_origin(Headers(scope=scope), scope["app"].state.site.address)
    if why is None:
        return False
    kind = "socket" if scope["type"] == "websocket" else "form"
    log.warning("A %s was refused (%s): %s.", kind, getattr(scope.get("route"), "path", UNKNOWN_ROUTE), why)
    return True


class SecurityMiddleware:
    """Wrap the application: refuse foreign requests, add headers to every answer, survive every error, and log each
    request with the time it took."""

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
        with server_log.about(table=_table_id_in_path(scope["path"]), request=server_log.new_request()):
            if scope["type"] == "http":
                await self._handle_request(scope, receive, send)
            elif refuse_foreign_origin(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": FOREIGN_REQUEST})
            else:
                await self._app(scope, receive, send)

    async def _handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, statuses = perf_counter(), [0]
        dressed = _add_headers(send, scope["scheme"] == "https", statuses)
        try:
            await self._app(scope, receive, dressed)
        except ClientDisconnect:
            pass  # the client left in the middle of a form: there is nobody to answer
        except Exception as error:
            response = await self._on_error(Request(scope, receive), error)
            await response(scope, receive, dressed)
        self._log_request(scope, statuses[-1], perf_counter() - began)

    def _log_request(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = scope["method"], getattr(scope.get("route"), "path", UNKNOWN_ROUTE)
        log.info("%s %s %d in %.1f ms", method, route, status, 1000 * seconds)
        if self._metrics:
            self._metrics.answered(method, route, status, seconds)


def _table_id_in_path(path: str) -> str:
    """Return the id of the table that an address is about."""
    parts = path.split("/", 3)
    named = parts[2] if parts[1:2] == ["t"] and len(parts) > 2 else ""
    return named if TABLE_ID.fullmatch(named) else ""


def _add_headers(send: Send, https: bool, statuses: list[int]) -> Send:
    async def send_dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if https:
                headers["Strict-Transport-Security"] = HSTS
        await send(message)

    return send_dressed


async def read_form(request: Request, limit: int) -> dict[str, str]:
    """Return the fields of a form (the last of equal names counts); raise Refused if it is not ours, too large or not
    a form."""
    if refuse_foreign_origin(request.scope):
        raise ForeignOrigin(FOREIGN_REQUEST)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise BodyTooLarge(BODY_TOO_LARGE)
    if kind != "application/x-www-form-urlencoded" and body:
        raise Refused(NOT_A_FORM)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
    except ValueError:
        raise Refused(NOT_A_FORM) from None
    return dict(pairs)


def read_number(fields: Mapping[str, str], name: str, most: int = 1_000_000_000) -> int:
    """Return a whole number out of a form; raise Refused, with its name, if it isn't one."""
    text = fields.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= most):
        raise Refused(f"The field “{name}” should be a whole number from 0 to {most}.")
    return int(text)
