"""Every address that programs may ask: the routes and their description are both made from this list."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...table.people.tokens import ME, READ, TABLE
from ..packing import packed
from . import playing, reading, shapes
from .asked import NDJSON, Endpoint, Query
from .described import describe
from .stream import stream

HOME = "/api/v1"
DESCRIPTION = f"{HOME}/openapi.json"
ANY = (READ, TABLE, ME)
A_TABLE = f"{HOME}/tables/{{table}}"
SINCE = Query("since", "How many events you have already: you get those after them.", 999_999_999)
LINKS = Query("links", "The first of your last `mark`: so it is known what was taken back since.", 999_999_999)
SEAT = Query("seat", "Which of your seats looks; without it, the one that your page would show.", 63)

ENDPOINTS = (
    Endpoint("GET", f"{HOME}/games", reading.all_games, "The games of this house", "With its bots.", shapes.Games),
    Endpoint(
        "GET",
        f"{HOME}/games/{{game}}",
        reading.one_game,
        "One game",
        "Its modes, settings and rules.",
        shapes.GameFull,
        refuses=(404,),
    ),
    Endpoint("GET", f"{HOME}/me", reading.me, "Who you are", "Whom the token speaks for.", shapes.Me, scopes=ANY),
    Endpoint(
        "GET",
        f"{HOME}/tables",
        reading.tables,
        "Your tables",
        "Those that are not over, the latest played first. Anybody who knows a table's id may watch it.",
        shapes.Tables,
        scopes=ANY,
        refuses=(404,),
    ),
    Endpoint(
        "POST",
        f"{HOME}/tables",
        playing.open_table,
        "Open a table",
        "Sent twice with the same id, it opens one table.",
        shapes.Opened,
        body=shapes.Opening,
        scopes=(ME,),
        refuses=(404, 409),
        status=201,
    ),
    Endpoint(
        "POST",
        f"{HOME}/join",
        playing.join,
        "Sit down",
        "With an invitation, which this uses up.",
        shapes.Seated,
        body=shapes.Invitation,
        scopes=(ME,),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{HOME}/results",
        reading.results,
        "Your results",
        "The games of yours that are over, the latest first.",
        shapes.Results,
        query=(Query("most", "At most so many.", reading.MOST_RESULTS), Query("skip", "Skip so many.", 999_999_999)),
        scopes=(READ, ME),
    ),
    Endpoint(
        "GET",
        A_TABLE,
        reading.state,
        "A table",
        "As you may see it: with a token what your seat sees, else what anybody may.",
        shapes.State,
        query=(SINCE, LINKS, SEAT),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{A_TABLE}/log",
        reading.log,
        "What happened at a table",
        "Its log as you may read it. {0} to {5} stand for the names of seats.",
        shapes.Log,
        query=(SINCE, SEAT),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{A_TABLE}/stream",
        stream,
        "A table as it goes on",
        "Lines of JSON: a state now and after every change, a beat after 10 seconds of nothing, and a last line when"
        " the house closes. Go on where you were with `since`, the `told` of the last state you have, and"
        " `links`, the first of its `mark`.",
        shapes.Line,
        query=(SINCE, LINKS, SEAT),
        refuses=(404, 409),
        media=NDJSON,
    ),
    Endpoint(
        "POST",
        f"{A_TABLE}/actions",
        playing.act,
        "Play an option",
        "By its id, at the number of the state you chose it from. If the table has moved on you are told `stale`; if no"
        " answer comes, send it again with the same id.",
        shapes.Played,
        body=shapes.Action,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        f"{A_TABLE}/undo",
        playing.undo,
        "Take back",
        "What the seat did last. If it concerns others, they are asked, and the number stays until all agree.",
        shapes.Played,
        body=shapes.Undoing,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "POST",
        f"{A_TABLE}/takeback",
        playing.answer,
        "Answer to a take-back",
        "Agree, refuse, refuse for this game, allow it again, or withdraw what you asked.",
        shapes.Answer,
        body=shapes.Answer,
        scopes=(TABLE, ME),
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{A_TABLE}/match",
        reading.match_file,
        "The match as a file",
        "All that replays it exactly. What only some may know is left out until the game is over, and games with"
        " secrets give no file before.",
        dict,
        refuses=(404, 409),
    ),
    Endpoint(
        "GET",
        f"{A_TABLE}/replay",
        reading.replay,
        "A match that is over, moment by moment",
        "What it begins with; with `part`, the frames of 32 of its moments.",
        dict,
        query=(
            Query("part", "Which 32 moments, from 0.", 999_999),
            Query("as", "Whose eyes: a seat, `watcher`, or `all` (the usual)."),
        ),
        refuses=(404, 409),
    ),
)


async def _description(request: Request) -> Response:
    body = describe(ENDPOINTS, DESCRIPTION)
    return await packed(request, Response(body, media_type="application/json"))


def routes() -> list[Route]:
    """The routes of the API, one for each address and method."""
    return [
        Route(DESCRIPTION, _description),
        *(Route(one.path, _asking(one), methods=[one.method]) for one in ENDPOINTS),
    ]


def _asking(one: Endpoint):  # type: ignore[no-untyped-def]  # what a Route takes
    async def endpoint(request: Request) -> Response:
        return await one(request)

    return endpoint
