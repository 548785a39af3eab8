"""Serve the home page: the games, the guest's open tables, and the tables that anybody may join."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ...i18n import _, listing, ngettext
from ...server.accounts.names import shown_name
from ...server.listed_tables import free_chairs, listed_tables
from ...server.live_table import Table
from ...server.opponents import level_of
from ..app_services import services_of
from ..finished_games import SHOWN_AT_HOME, list_finished_games
from ..open_tables import count_open_tables, count_waiting_tables, list_open_tables
from ..page_renderer import game_picture, render_page
from .lesson_pages import list_lessons
from .tournament_pages import tournaments_of_guest

MAX_OPEN_TABLES, MAX_SHOWN_TABLES = 12, 4  # open tables that are read, and shown on the home page


async def home_page(request: Request) -> Response:
    """Return the home page: the games, and the guest's open tables."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    challenges = await site.registry.challenges(guest)
    open_tables = await list_open_tables(site, guest, MAX_OPEN_TABLES) if guest else []
    known = await site.registry.known(guest) if guest else set()
    cards = [
        {
            "game": game,
            "commitment": site.registry.keyring.dice_secret(),
            "art": game_picture(game),
            "lessons": list_lessons(game, known),
            "challenge": [level_of(bot) for bot in challenges.get(game.id, ())],
        }
        for game in games.all_games().values()
    ]
    played = await list_finished_games(site, guest, 1, SHOWN_AT_HOME)
    listed = [listed_table_data(table) for table in await listed_tables(site.registry, guest)]
    return await render_page(
        request,
        "home.html",
        cards=cards,
        going=open_tables[:MAX_SHOWN_TABLES],
        more=await count_open_tables(site, guest) - MAX_SHOWN_TABLES,
        waits=await count_waiting_tables(site, guest),
        played=played,
        listed=listed,
        tournaments=await tournaments_of_guest(site, guest),
    )


def listed_table_data(table: Table) -> dict[str, Any]:
    """Return the public data of a listed table."""
    free = free_chairs(table)
    people = [shown_name(seat.name) for seat in table.state.seats if seat.kind == "person"]
    bots = sum(seat.kind == "bot" for seat in table.state.seats)
    return {
        "id": table.id,
        "game": table.game,
        "art": game_picture(table.game),
        "who": listing([*people, *([ngettext("{n} bot", "{n} bots", bots)] if bots else [])]) or _("nobody yet"),
        "free": ngettext("{n} of {all} seats free", "{n} of {all} seats free", free, all=len(table.state.seats)),
        "quiet": table.state.record.quiet,
    }
