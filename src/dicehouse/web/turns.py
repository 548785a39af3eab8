"""Where it is your turn: the way to the next table that waits for you, and what happened while you were away."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from dicehouse.errors import DicehouseError

from ..table.past.away import lately, missed, read_seen
from ..table.seats import Refused
from . import codec, frames
from .pages import SEE_OTHER, TOO_FAST, going_of
from .plainview import describe, words_for_page
from .site import asker, site_of

TRIES = 4
NOT_KEPT = {"Cache-Control": "no-store"}


async def _mine(request: Request) -> tuple[int, dict[str, Any] | None]:
    """How many tables wait for whoever asks, and the most urgent one; without the one they come from."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    if not site.actions.take(asker(request, guest)):
        raise Refused(TOO_FAST)
    if guest is None:
        return 0, None
    here = request.query_params.get("from", "")
    found = [table for table in await site.house.waits.of(guest) if table != here]
    for table in found[:TRIES]:
        with suppress(DicehouseError):  # it can't be opened: the next one
            return len(found), await going_of(await site.house.find(table), guest)
    return len(found), None


async def next_table(request: Request) -> Response:
    """To the table that waits for you most urgently; if there is none, to all of yours."""
    _, first = await _mine(request)
    if first is None:
        return RedirectResponse("/games", SEE_OTHER)
    plain = "/plain" if "plain" in request.query_params else ""
    return RedirectResponse(f"/t/{first['id']}{plain}", SEE_OTHER)


async def turns(request: Request) -> Response:
    """How many tables wait for you, and which of them first, for a page that looks again now and then."""
    count, first = await _mine(request)
    told = first and {"table": first["id"], "name": first["game"].name, "left": first["left"]}
    return JSONResponse({"count": count, "first": told}, headers=NOT_KEPT)


async def while_away(request: Request) -> Response:
    """The moves since a player last looked at a table, one after the other, as they would have seen them.

    With `again`, those since they last acted, and after how many actions what they have not seen begins: so a page that
    is loaded anew can show again what the others did.
    """
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    if not site.actions.take(asker(request, guest)):
        raise Refused(TOO_FAST)
    table, again = await site.house.find(request.path_params["table"]), "again" in request.query_params
    seen = 0 if guest is None else await site.house.store.read(lambda db: read_seen(db, guest, table.id))
    async with table.reading():
        found, new = lately(table, guest, seen) if again else (missed(table, guest, seen), None)
    shown = [
        {
            "number": moment.number,
            "acting": moment.acting,
            "prompt": moment.prompt,
            "view": moment.view,
            "words": words_for_page(describe(moment.view, [s.name for s in table.seats], table.game.hooks.facts), ())
            if "words" in request.query_params
            else None,
            "events": [frames.event_data(event) for event in moment.events],
        }
        for moment in found
    ]
    return Response(
        codec.encode({"moments": shown} | ({"new": new} if again else {})),
        media_type="application/json",
        headers=NOT_KEPT,
    )
