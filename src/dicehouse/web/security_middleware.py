"""Refuse sockets that other sites open, log every request, and add the headers that every answer carries."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..i18n import using_language
from ..server import server_log
from .prometheus_metrics import Metrics
from .reader_language import UNTRANSLATED, reader_language
from .request_parsing import FOREIGN_REQUEST, UNKNOWN_ROUTE, refuse_foreign_origin
from .server_watch import ServerWatch

log = logging.getLogger("dicehouse.web")

# `style-src-attr` lets an element carry a number (an angle, a place) in its style; sheets and scripts are ours only.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Not `no-referrer`: browsers would then send `Origin: null` with our own forms, and `request_parsing` needs
# the true one. `same-origin` keeps the address of an invitation from other sites just as well.
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=31536000"  # sent over https only: from then on browsers use nothing else
TABLE_ID = re.compile("[A-Za-z0-9_-]{1,40}")


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
        language = reader_language(scope["path"], Headers(scope=scope))
        about = server_log.about(table=_table_id_in_path(scope["path"]), request=server_log.new_request())
        with about, using_language(language):
            if scope["type"] == "http":
                await self._handle_request(scope, receive, send)
            elif refuse_foreign_origin(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": FOREIGN_REQUEST})
            else:
                await self._app(scope, receive, send)

    async def _handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, statuses, begun = perf_counter(), [0], list[float]()
        dressed = _add_headers(send, scope, statuses, begun)
        try:
            await self._app(scope, receive, dressed)
        except ClientDisconnect:
            pass  # the client left in the middle of a form: there is nobody to answer
        except Exception as error:
            response = await self._on_error(Request(scope, receive), error)
            await response(scope, receive, dressed)
        ended = perf_counter()
        self._log_request(scope, statuses[-1], ended - began)
        route = getattr(scope.get("route"), "path", UNKNOWN_ROUTE)
        watch: ServerWatch = scope["app"].state.site.watch
        watch.answered(scope["method"], route, statuses[-1], (begun[0] if begun else ended) - began)

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


def _add_headers(send: Send, scope: Scope, statuses: list[int], begun: list[float]) -> Send:
    translated = not scope["path"].startswith(UNTRANSLATED)

    async def send_dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
            begun.append(perf_counter())
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if translated:
                headers.add_vary_header("Accept-Language")
                headers.add_vary_header("Cookie")
            if scope["scheme"] == "https":
                headers["Strict-Transport-Security"] = HSTS
        await send(message)

    return send_dressed
