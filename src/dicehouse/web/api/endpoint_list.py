"""List every address of the API; the routes and the OpenAPI document are both made from this list."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...server.accounts.api_tokens import ME, READ, TABLE
from ..compression import compress_response
from ..path_prefix import prefix_of
from . import read_endpoints, schemas, write_endpoints
from .endpoint import NDJSON, Endpoint, QueryParameter
from .openapi import openapi_json
from .table_stream import stream

API_ROOT = "/api/v1"
OPENAPI_PATH = f"{API_ROOT}/openapi.json"
ANY_SCOPE = (READ, TABLE, ME)
TABLE_PATH = f"{API_ROOT}/tables/{{table}}"
SINCE_PARAMETER = QueryParameter("since", "How many events you have already: you get those after them.", 999_999_999)
LINKS_PARAMETER = QueryParameter(
    "links", "The first of your last `mark`: so it is known what was taken back since.", 999_999_999
)
SEAT_PARAMETER = QueryParameter("seat", "Which of your seats looks; without it, the one that your page would show.", 63)

ENDPOINTS = (
    Endpoint(
        "GET", f"{API_ROOT}/games", read_endpoints.all_games, "The games of this house", "With its bots.", schemas.Games
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/games/{{game}}",
        read_endpoints.one_game,
        "One game",
        "Its modes, settings and rules.",
        schemas.GameFull,
        refuses=(404,),
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/me",
        read_endpoints.me,
        "Who you are",
        "Whom the token speaks for.",
        schemas.Me,
        scopes=ANY_SCOPE,
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/tables",
        read_endpoints.tables,
        "Your tables",
        "Those that are not over, the latest played first. Anybody who knows a table's id may watch it.",
        schemas.Tables,
        scopes=ANY_SCOPE,
        refuses=(404,),
    ),
    Endpoint(
        "POST",
        f"{API_ROOT}/tables",
        write_endpoints.open_table,
        "Open a table",
        "Sent twice with the same id, it opens one table.",
        schemas.Opened,
        body=schemas.Opening,
        scopes=(ME,),
        refuses=(404, 409),
        status=201,
    ),
    Endpoint(
        "POST",
        f"{API_ROOT}/join",
        write_endpoints.join,
        "Sit down",
        "With an invitation, which this uses up.",
        schemas.Seated,
        body=schemas.Invitation,
        scopes=(ME,),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/results",
        read_endpoints.results,
        "Your results",
        "The games of yours that are over, the latest first.",
        schemas.Results,
        query=(
            QueryParameter("most", "Return at most this many results.", read_endpoints.MAX_RESULTS),
            QueryParameter("skip", "Skip this many results.", 999_999_999),
        ),
        scopes=(READ, ME),
    ),
    Endpoint(
        "GET",
        TABLE_PATH,
        read_endpoints.state,
        "A table",
        "As you may see it: with a token what your seat sees, else what anybody may.",
        schemas.State,
        query=(SINCE_PARAMETER, LINKS_PARAMETER, SEAT_PARAMETER),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/log",
        read_endpoints.log,
        "What happened at a table",
        "Its log as you may read it. {0} to {5} stand for the names of seats.",
        schemas.Log,
        query=(SINCE_PARAMETER, SEAT_PARAMETER),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/stream",
        stream,
        "A table as it goes on",
        "Lines of JSON: a state now and after every change, a beat after 10 seconds of nothing, and a last line when"
        " the house closes. Go on where you were with `since`, the `told` of the last state you have, and"
        " `links`, the first of its `mark`.",
        schemas.Line,
        query=(SINCE_PARAMETER, LINKS_PARAMETER, SEAT_PARAMETER),
        refuses=(404, 409),
        media=NDJSON,
    ),
    Endpoint(
        "POST",
        f"{TABLE_PATH}/actions",
        write_endpoints.act,
        "Play an option",
        "By its id, at the number of the state you chose it from. If the table has moved on you are told `stale`; if no"
        " answer comes, send it again with the same id.",
        schemas.Played,
        body=schemas.Action,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        f"{TABLE_PATH}/undo",
        write_endpoints.undo,
        "Take back",
        "What the seat did last. If it concerns others, they are asked, and the number stays until all agree.",
        schemas.Played,
        body=schemas.Undoing,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        f"{TABLE_PATH}/takeback",
        write_endpoints.answer,
        "Answer to a take-back",
        "Agree, refuse, refuse for this game, allow it again, or withdraw what you asked.",
        schemas.Answer,
        body=schemas.Answer,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/match",
        read_endpoints.match_file,
        "The match as a file",
        "All that replays it exactly. What only some may know is left out until the game is over, and games with"
        " secrets give no file before.",
        dict,
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/replay",
        read_endpoints.replay,
        "A match that is over, moment by moment",
        "What it begins with; with `part`, the frames of 32 of its moments.",
        dict,
        query=(
            QueryParameter("part", "Which 32 moments, from 0.", 999_999),
            QueryParameter("as", "Whose eyes: a seat, `watcher`, or `all` (the usual)."),
        ),
        refuses=(404, 409),
    ),
)


async def _openapi_response(request: Request) -> Response:
    body = openapi_json(ENDPOINTS, OPENAPI_PATH, prefix_of(request) or "/")
    return await compress_response(request, Response(body, media_type="application/json"))


def api_routes() -> list[Route]:
    """Return the routes of the API, one for each address and method."""
    return [
        Route(OPENAPI_PATH, _openapi_response),
        *(Route(one.path, _endpoint_function(one), methods=[one.method]) for one in ENDPOINTS),
    ]


def _endpoint_function(one: Endpoint):  # type: ignore[no-untyped-def]  # what a Route takes
    async def endpoint(request: Request) -> Response:
        return await one(request)

    return endpoint
