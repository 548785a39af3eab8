"""One request of a program, read and checked, and what an address of the API is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...table.live import Table
from ..guard import TOO_LONG, TooLarge
from ..site import Site, site_of
from .callers import Caller, caller_of
from .errors import NotJson, Wrong

NDJSON = "application/x-ndjson"
NOT_JSON = "The body of this request has to be JSON, sent as application/json."
MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: who asks what, with the body as its type."""

    request: Request
    site: Site
    caller: Caller
    body: Any = None

    async def table(self) -> Table:
        """The table that the address names."""
        return await self.site.house.find(self.request.path_params["table"])

    def number(self, name: str, usual: int | None, most: int = 10**MOST_DIGITS - 1) -> int | None:
        """A whole number out of the query; Wrong, with its name, if it isn't one."""
        text = self.request.query_params.get(name)
        if text is None:
            return usual
        if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) <= most):
            raise Wrong(f"“{name}” should be a whole number from 0 to {most}.")
        return int(text)


Answer = Callable[[Asked], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Query:
    """A part of the query: a whole number up to `most`, or one of some words."""

    name: str
    says: str
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of the API: what it does, what it takes, what it answers, and which tokens may ask."""

    method: str
    path: str
    do: Answer
    title: str
    says: str
    answer: type[Any]
    body: type[Any] | None = None
    query: tuple[Query, ...] = ()
    scopes: tuple[str, ...] = ()  # which tokens may; none: nobody needs one
    refuses: tuple[int, ...] = ()  # statuses beside those that every address has
    status: int = 200
    media: str = "application/json"

    async def __call__(self, request: Request) -> Response:
        """Check who asks, read what they sent, do it, and write the answer."""
        site = site_of(request)
        caller = await caller_of(request, site)
        if self.scopes:
            _ = caller.own  # before anything is said about what was sent
        body = None if self.body is None else await _read(request, self.body, site.limits.frame)
        found = await self.do(Asked(request, site, caller, body))
        if callable(found):
            return cast(Response, found)  # a file, or a stream
        return Response(msgspec.json.encode(found), self.status, media_type="application/json")


async def _read(request: Request, wanted: type[Any], most: int) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJson(NOT_JSON)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooLarge(TOO_LONG)
    try:
        return msgspec.json.decode(bytes(body), type=wanted)
    except msgspec.ValidationError as error:
        raise Wrong(f"The body is not as described: {error}.") from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Wrong("The body is no JSON.") from None
