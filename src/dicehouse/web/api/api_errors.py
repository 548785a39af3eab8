"""Turn refusals into JSON errors: one form for every program, with one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from ...server.seats import Refused
from .. import socket_messages

ROOT = "/api/"
WRONG_TOKEN = "This token isn't valid on this server, or it was revoked. Create a new one at /me/programs."  # noqa: S105  # a sentence
NO_TOKEN = "This request needs a token. Create one at /me/programs and send it as “Authorization: Bearer …”."  # noqa: S105  # a sentence
ERROR_CODES = {
    400: "wrong",
    401: "no-token",
    403: "not-allowed",
    404: "not-found",
    405: "no-such-method",
    409: "refused",
    413: "too-large",
    415: "not-json",
    429: "too-fast",
    500: "broken",
    503: "cant-write",
}
STATUS_SENTENCES = {
    404: "There is nothing at this address. /api/v1/openapi.json lists all addresses.",
    405: ("This address doesn't support that method. /api/v1/openapi.json lists the methods of each address."),
}


class NoToken(Refused):
    """Report that a token is missing or invalid."""


class NotAllowed(Refused):
    """Report that the token's scope does not allow the request."""


class TooFast(Refused):
    """Report that a guest or an address asked for more than its rate limit allows."""


class BodyNotJson(Refused):
    """Report that a request's body is not JSON."""


class InvalidRequest(Refused):
    """Report that a body or a query is not as described."""


STATUS_BY_ERROR: tuple[tuple[type[Exception], int], ...] = (
    (NoToken, 401),
    (NotAllowed, 403),
    (TooFast, 429),
    (BodyNotJson, 415),
    (InvalidRequest, 400),
)
EXTRA_HEADERS: Mapping[int, Mapping[str, str]] = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}


def is_api_request(request: Request) -> bool:
    """Return True if the client of `request` reads JSON, not pages."""
    return request.url.path.startswith(ROOT)


def error_response(status: int, why: str, *, stale: bool = False, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error response. `stale` means that the request was right a moment ago: read the state again and
    choose again."""
    body = {"status": status, "error": "stale" if stale else ERROR_CODES.get(status, "wrong"), "why": why}
    more = {**EXTRA_HEADERS.get(status, {}), **(headers or {})}
    return Response(socket_messages.encode_json(body), status, more, "application/json")
