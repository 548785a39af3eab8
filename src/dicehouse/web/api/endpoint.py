"""Define an endpoint of the API, and read and check one request of a program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dicehouse.i18n.text import plain_text

from ...server.live_table import Table
from ..app_services import AppServices, services_of
from ..request_parsing import media_type, parse_number, read_body
from .api_errors import BodyNotJson, InvalidRequest
from .authentication import ApiClient, authenticate_request

NDJSON = "application/x-ndjson"
BODY_NOT_JSON = "The body of this request must be JSON, sent as application/json."
MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """Hold one request: its client, and its body as the endpoint's type."""

    request: Request
    site: AppServices
    caller: ApiClient
    body: Any = None

    async def table(self) -> Table:
        """Return the table that the address names."""
        return await self.site.registry.find(self.request.path_params["table"])

    def number(self, name: str, usual: int | None, most: int = 10**MAX_DIGITS - 1) -> int | None:
        """Return the whole number `name` of the query; raise InvalidRequest with this name if it isn't one."""
        text = self.request.query_params.get(name)
        if text is None:
            return usual
        number = parse_number(text, MAX_DIGITS)
        if number is None or number > most:
            raise InvalidRequest(f"“{name}” must be a whole number from 0 to {most}.")
        return number


EndpointHandler = Callable[[ApiRequest], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class QueryParameter:
    """Describe a parameter of the query: a whole number up to `most`, or one of some words."""

    name: str
    says: str
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Describe an address of the API: its action, its body, its answer, and the tokens that may use it."""

    method: str
    path: str
    do: EndpointHandler
    title: str
    says: str
    answer: type[Any]
    body: type[Any] | None = None
    query: tuple[QueryParameter, ...] = ()
    scopes: tuple[str, ...] = ()  # scopes of the tokens that may use it; empty: no token is needed
    refuses: tuple[int, ...] = ()  # error statuses, in addition to those of every address
    status: int = 200
    media: str = "application/json"

    async def __call__(self, request: Request) -> Response:
        """Check the client, read the body, run the action, and write the answer."""
        site = services_of(request)
        caller = await authenticate_request(request, site)
        if self.scopes:
            _ = caller.own  # check the token before the body
        body = None if self.body is None else await _read_json(request, self.body, site.limits.frame)
        found = await self.do(ApiRequest(request, site, caller, body))
        if callable(found):
            return cast(Response, found)  # a file, or a stream
        return Response(msgspec.json.encode(found, enc_hook=plain_text), self.status, media_type="application/json")


async def _read_json(request: Request, wanted: type[Any], most: int) -> Any:
    if media_type(request.headers) != "application/json":
        raise BodyNotJson(BODY_NOT_JSON)
    body = await read_body(request, most)
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"The body doesn't match its schema: {error}.") from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise InvalidRequest("The body isn't valid JSON.") from None
