"""Start a first game that teaches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ...server.accounts.names import clean_name
from ...server.seats import Refused
from .. import table_form
from ..app_services import rate_limit_key, services_of
from ..form_posts import redirect_as_guest
from ..security_middleware import read_form
from .new_table_page import TOO_MANY_TABLES


async def start_lesson(request: Request) -> Response:
    """Start a lesson (the first if none is named), or return to it if the guest is playing it already."""
    site, game = services_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    own = clean_name(await site.registry.name_of(guest) or table_form.DEFAULT_NAME)

    def may_open() -> None:
        if not site.tables.take(rate_limit_key(request, None)):
            raise Refused(TOO_MANY_TABLES)

    name = fields.get("lesson") or next((lesson.name for lesson in game.hooks.LESSONS), "first")
    table = await site.registry.learn(game, name, guest, own, may_open)
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)
