"""What is refused, as every program reads it: one shape, one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from ...table.seats import Refused
from .. import codec

ROOT = "/api/"
WRONG_TOKEN = "That token is none of this house's, or it was revoked; make another one at /me/programs."  # noqa: S105  # a sentence
NO_TOKEN = "This needs a token: make one at /me/programs, and send it as “Authorization: Bearer …”."  # noqa: S105  # a sentence
KINDS = {
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
SENTENCES = {
    404: "There is nothing at this address; /api/v1/openapi.json lists all there is.",
    405: "This address does not answer that method; /api/v1/openapi.json says which it does.",
}


class NoToken(Refused):
    """A token is missing, or is none."""


class NotAllowed(Refused):
    """The token's scope does not reach that far."""


class TooFast(Refused):
    """More than the limits of this guest or address allow."""


class NotJson(Refused):
    """A body that is no JSON."""


class Wrong(Refused):
    """A body or a query that is not as described."""


STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoToken, 401),
    (NotAllowed, 403),
    (TooFast, 429),
    (NotJson, 415),
    (Wrong, 400),
)
MORE: Mapping[int, Mapping[str, str]] = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}}


def is_for_programs(request: Request) -> bool:
    """Whether whoever asks reads JSON, not pages."""
    return request.url.path.startswith(ROOT)


def told(status: int, why: str, *, stale: bool = False, headers: Mapping[str, str] | None = None) -> Response:
    """An error. `stale`: it would have been right a moment ago, so look again and choose anew."""
    body = {"status": status, "error": "stale" if stale else KINDS.get(status, "wrong"), "why": why}
    more = {**MORE.get(status, {}), **(headers or {})}
    return Response(codec.encode(body), status, more, "application/json")
