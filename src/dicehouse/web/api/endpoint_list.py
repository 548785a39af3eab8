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
SINCE_PARAMETER = QueryParameter(
    "since", "The number of events that you already have. The answer holds those that follow.", 999_999_999
)
LINKS_PARAMETER = QueryParameter(
    "links", "The first number of your last `mark`. It shows which actions were undone since then.", 999_999_999
)
SEAT_PARAMETER = QueryParameter(
    "seat", "The seat whose view you want. By default, it is the seat that your page shows.", 63
)

ENDPOINTS = (
    Endpoint(
        "GET",
        f"{API_ROOT}/games",
        read_endpoints.all_games,
        "The games of this server",
        "List the games and the bots.",
        schemas.Games,
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/games/{{game}}",
        read_endpoints.one_game,
        "One game",
        "Describe the modes, settings and rules of a game.",
        schemas.GameFull,
        refuses=(404,),
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/me",
        read_endpoints.me,
        "Who you are",
        "Name the guest that the token belongs to.",
        schemas.Me,
        scopes=ANY_SCOPE,
    ),
    Endpoint(
        "GET",
        f"{API_ROOT}/tables",
        read_endpoints.tables,
        "Your tables",
        "List your unfinished games, the one played most recently first. Anyone who knows a table's id can watch it.",
        schemas.Tables,
        scopes=ANY_SCOPE,
        refuses=(404,),
    ),
    Endpoint(
        "POST",
        f"{API_ROOT}/tables",
        write_endpoints.open_table,
        "Open a table",
        "Open a table. If you send the same id twice, only one table opens.",
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
        "Take the seat of an invitation. Each invitation works once.",
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
        "List your finished games, the latest first.",
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
        "Show the table as your seat sees it. Without a token, show what any spectator sees.",
        schemas.State,
        query=(SINCE_PARAMETER, LINKS_PARAMETER, SEAT_PARAMETER),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/log",
        read_endpoints.log,
        "What happened at a table",
        "List the log entries that you can read. {0} to {5} stand for the names of the seats.",
        schemas.Log,
        query=(SINCE_PARAMETER, SEAT_PARAMETER),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/stream",
        stream,
        "Follow a table",
        "Send lines of JSON: a state now and after every change, a beat after 10 quiet seconds, and a "
        "last line when the server stops. To continue later, send the `told` of your last state as "
        "`since`, and the first number of its `mark` as `links`.",
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
        "Send the option's id and the number of the state in which you chose it. If the game has moved "
        "on, the error is `stale`. If you get no answer, send the action again with the same id.",
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
        "Undo the seat's last action. If it affects other players, they are asked, and the number stays "
        "the same until all agree.",
        schemas.Played,
        body=schemas.Undoing,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        f"{TABLE_PATH}/takeback",
        write_endpoints.answer,
        "Answer a take-back",
        "Agree, refuse, refuse for the rest of this game, allow it again, or withdraw your own request.",
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
        "Return everything that replays the match exactly. During a game, the file leaves out what only "
        "some players may know. Games with hidden information give no file until they are over.",
        dict,
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{TABLE_PATH}/replay",
        read_endpoints.replay,
        "Replay a finished match",
        "Return the first frame. With `part`, return the frames of 32 positions.",
        dict,
        query=(
            QueryParameter("part", "Number of the part, from 0. Each part has 32 positions.", 999_999),
            QueryParameter("as", "Whose view: a seat, `watcher`, or `all` (default)."),
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
