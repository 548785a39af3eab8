"""Describe the API as an OpenAPI 3.1 document, made from the list of endpoints and the types of their bodies and
answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from dicehouse.version import VERSION

from ...server.accounts.api_tokens import SCOPES
from .endpoint import NDJSON, Endpoint, QueryParameter
from .schemas import Beat, Closed, Error, Line, State

STATUS_DESCRIPTIONS = {
    400: "Something in the request doesn't match its schema, or isn't one of the options.",
    401: "The token is missing, or it isn't valid on this server.",
    403: "The token doesn't allow this.",
    404: "Nothing was found under this id.",
    409: "The server or the table refuses the request. `stale` means that the game has moved on.",
    413: "The body is too large.",
    415: "The body wasn't sent as JSON.",
    429: "Too many requests.",
    503: "The server can't write to its database right now. Nothing was changed.",
}
API_DESCRIPTION = """Read tables, results and games, follow a table as a stream, and play. Create
a token at /me/programs and send it as `Authorization: Bearer`. A program sees exactly what the token's owner sees, and
has the same rate limit as a person. Every error has the same form, with one sentence that explains it."""


@lru_cache(maxsize=4)
def openapi_json(endpoints: Sequence[Endpoint], address: str, root: str = "/") -> bytes:
    """Return the whole document as JSON; all paths in it are below `root`."""
    types: dict[str, Any] = {one.__name__: one for one in (Error, State, Beat, Closed)}
    for each in endpoints:
        types |= {one.__name__: one for one in (each.answer, each.body) if one not in (None, dict)}
    types.pop(Line.__name__)
    schemas, components = msgspec.json.schema_components(types.values(), ref_template="#/components/schemas/{name}")
    named = dict(zip(types, schemas, strict=True))
    named["Line"] = {"oneOf": [named["State"], named["Beat"], named["Closed"]]}
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, named)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Dicehouse", "version": VERSION, "description": API_DESCRIPTION},
            "servers": [{"url": root}],
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer", "description": _scopes_description()}
                },
            },
            "x-address": address,
        }
    )


def _scopes_description() -> str:
    return "What a token allows, by its scope: " + "; ".join(f"`{name}`: {says}" for name, says in SCOPES.items()) + "."


def _operation(one: Endpoint, named: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object"} if one.answer is dict else named[one.answer.__name__]
    operation: dict[str, Any] = {
        "operationId": one.do.__name__,
        "summary": one.title,
        "description": one.says,
        "parameters": [*_path_parameters(one.path), *map(_query_parameter, one.query)],
        "responses": {str(one.status): {"description": "Done.", "content": {one.media: {"schema": schema}}}},
        "security": [{"token": []}] if one.scopes else [{}, {"token": []}],
    }
    if one.scopes:
        operation["x-scopes"] = list(one.scopes)
    if one.media == NDJSON:
        operation["x-stream"] = True
    if one.body is not None:
        content = {"application/json": {"schema": named[one.body.__name__]}}
        operation["requestBody"] = {"required": True, "content": content}
    for status in _error_statuses(one):
        content = {"application/json": {"schema": named["Error"]}}
        operation["responses"][str(status)] = {"description": STATUS_DESCRIPTIONS[status], "content": content}
    return operation


def _error_statuses(one: Endpoint) -> list[int]:
    always = [400, 401, 429, 503]
    sent = [413, 415] if one.body is not None else []
    return sorted({*always, *sent, *([403] if one.scopes else []), *one.refuses})


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameter(one: QueryParameter) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "string"}
    if one.most is not None:
        kind = {"type": "integer", "minimum": 0, "maximum": one.most}
    return {"name": one.name, "in": "query", "required": False, "description": one.says, "schema": kind}
