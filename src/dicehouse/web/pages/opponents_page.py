"""Find an opponent on this server: join a table with a free seat, or open a public table and wait there."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.errors import DicehouseError

from ...server.accounts.names import GUEST, clean_name
from ...server.listed_tables import listed_tables
from ...server.live_table import Table
from ...server.seat_plan import Chair
from ..app_services import services_of
from ..form_posts import SEE_OTHER, read_visitor_form, redirect_as_guest
from ..page_renderer import game_picture, render_page
from .home_page import listed_table_data
from .new_table_page import open_table


async def opponents_page(request: Request) -> Response:
    """Return the page with the tables that anybody may join, and a button for each game to wait for an opponent."""
    return await _render(request)


async def wait_for_opponent(request: Request) -> Response:
    """Open a public table of the game in the field "game" with one free seat for each opponent that it needs.

    A guest who waits at such a table already goes there, and where somebody else waits, the guest can join.
    """
    site = services_of(request)
    fields, guest, new = await read_visitor_form(request)
    try:
        game = games.find(fields.get("game", ""))
        own = _waiting(game, [table for table in site.registry.loaded() if table.state.record.host == guest])
        if own is not None:
            return RedirectResponse(f"/t/{own.id}", SEE_OTHER)
        theirs = _waiting(game, await listed_tables(site.registry, guest))
        if theirs is not None:
            return redirect_as_guest(request, f"/sit/{theirs.id}", guest, new)
        mode = game.modes[0]
        name = clean_name(fields.get("name") or await site.registry.name_of(guest) or GUEST)
        free = max(game.player_range(mode)[0], 2) - 1
        chairs = [Chair("person", name), *[Chair("open")] * free]
        table = await open_table(request, game, mode.id, dict(mode.settings), chairs, {**fields, "listed": "on"}, guest)
    except DicehouseError as error:
        return await _render(request, str(error), fields.get("name", ""))
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)


def _waiting(game: Game, tables: list[Table]) -> Table | None:
    """Return the first of these tables that is public, plays `game` as most people do, and waits for players."""
    for table in tables:
        record = table.state.record
        usual = record.mode == game.modes[0].id and table.game is game
        if usual and record.listed and table.state.phase == "waiting" and not table.broken:
            return table
    return None


async def _render(request: Request, error: str | None = None, typed: str = "") -> Response:
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    found = await listed_tables(site.registry, guest)
    offered = [
        {"game": game, "art": game_picture(game)}
        for game in games.all_games().values()
        if game.player_range(game.modes[0])[1] > 1
    ]
    return await render_page(
        request,
        "opponents.html",
        status=400 if error else 200,
        listed=[listed_table_data(table) for table in found],
        offered=offered,
        typed=typed,
        commitment=site.registry.keyring.dice_secret(),
        error=error,
    )
