"""Sitting down to a first game that teaches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ..table.people.names import clean_name
from ..table.seats import Refused
from . import forms
from .guard import read_form
from .opening import MANY_TABLES
from .pages import go
from .site import asker, site_of


async def learn(request: Request) -> Response:
    """Sit down to a lesson (the first if none is named), where one left off if one is at it already."""
    site, game = site_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    own = clean_name(await site.house.name_of(guest) or forms.DEFAULT_NAME)

    def may_open() -> None:
        if not site.tables.take(asker(request, None)):
            raise Refused(MANY_TABLES)

    name = fields.get("lesson") or next((lesson.name for lesson in game.hooks.LESSONS), "first")
    table = await site.house.learn(game, name, guest, own, may_open)
    return go(request, f"/t/{table.id}", guest, new)
