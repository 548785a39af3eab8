"""Start a first game that teaches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.bots.guided_lesson import lesson_titles

from ...server.accounts.names import GUEST, clean_name
from ..app_services import services_of
from ..form_posts import read_visitor_form, redirect_as_guest
from ..request_limits import check_offered, check_table_limit


async def start_lesson(request: Request) -> Response:
    """Start a lesson (the first if none is named), or return to it if the guest is playing it already."""
    site, game = services_of(request), games.find(request.path_params["game"])
    check_offered(site, game.id)
    fields, guest, new = await read_visitor_form(request)
    own = clean_name(await site.registry.name_of(guest) or GUEST)

    def may_open() -> None:
        check_table_limit(request)

    name = fields.get("lesson") or next((name for name, _title in lesson_titles(game)), "first")
    table = await site.registry.learn(game, name, guest, own, may_open)
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)
