"""Find the next table that waits for the guest, and what happened while the guest was away."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse.errors import DicehouseError

from ...match.plain_view import describe_board, plain_view_data
from ...server.archive.missed_moves import lately, missed, read_seen
from .. import socket_messages, table_frames
from ..app_services import services_of
from ..form_posts import SEE_OTHER
from ..open_tables import open_table_data
from ..request_limits import check_action_limit

MAX_ATTEMPTS = 4
NO_STORE = {"Cache-Control": "no-store"}


async def _waiting_tables(request: Request) -> tuple[int, dict[str, Any] | None]:
    """Return the number of tables that wait for the guest, and the most urgent one; the table the request comes from
    is not counted."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    check_action_limit(request, guest)
    if guest is None:
        return 0, None
    here = request.query_params.get("from", "")
    found = [table for table in await site.registry.waits.of(guest) if table != here]
    for table in found[:MAX_ATTEMPTS]:
        with suppress(DicehouseError):  # it can't be opened: the next one
            return len(found), await open_table_data(await site.registry.find(table), guest)
    return len(found), None


async def next_table(request: Request) -> Response:
    """Redirect to the most urgent table that waits for the guest; if none does, to all the guest's tables."""
    _, first = await _waiting_tables(request)
    if first is None:
        return RedirectResponse("/games", SEE_OTHER)
    plain = "/plain" if "plain" in request.query_params else ""
    return RedirectResponse(f"/t/{first['id']}{plain}", SEE_OTHER)


async def waiting_tables_json(request: Request) -> Response:
    """Return the number of tables that wait for the guest, and the first of them, for a page that polls."""
    count, first = await _waiting_tables(request)
    first_table = first and {"table": first["id"], "name": first["game"].name, "left": first["left"]}
    data = socket_messages.encode_json({"count": count, "first": first_table})
    return Response(data, media_type="application/json", headers=NO_STORE)


async def missed_moves_json(request: Request) -> Response:
    """Return the moves since a player last saw a table, one after the other, as the player would have seen them.

    With `again`, return those since the player last acted, and the number of actions before the part not seen yet: so
    a page that is reloaded can show again what the others did.
    """
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    check_action_limit(request, guest)
    table, again = await site.registry.find(request.path_params["table"]), "again" in request.query_params
    seen = 0 if guest is None else await site.registry.store.read(lambda db: read_seen(db, guest, table.id))
    found, new = lately(table, guest, seen) if again else (missed(table, guest, seen), None)
    shown = [
        {
            "number": moment.number,
            "acting": moment.acting,
            "prompt": moment.prompt,
            "view": moment.view,
            "words": plain_view_data(describe_board(table.game, moment.view, table.state.names_for(guest)), ())
            if "words" in request.query_params
            else None,
            "events": [table_frames.event_data(event) for event in moment.events],
        }
        for moment in found
    ]
    return Response(
        socket_messages.encode_json({"moments": shown} | ({"new": new} if again else {})),
        media_type="application/json",
        headers=NO_STORE,
    )
