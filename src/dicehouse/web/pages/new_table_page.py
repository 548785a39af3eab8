"""Open a table: the form with all settings, and "Play now", which chooses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.core.settings import Mode
from dicehouse.errors import DicehouseError

from ...i18n import _, listing
from ...server.accounts.names import GUEST, clean_name, is_unnamed
from ...server.clocks.clock_form import LOSES, terms_of
from ...server.clocks.time_terms import TIMES, Terms, long
from ...server.listed_tables import may_list
from ...server.live_table import Table
from ...server.opponents import levels, usual_bot
from ...server.seat_plan import Chair
from ...server.seats import Refused
from .. import socket_messages, table_form
from ..app_services import services_of
from ..form_posts import read_visitor_form, redirect_as_guest
from ..page_renderer import render_page
from ..request_limits import check_offered, check_table_limit

NO_FIELDS: Mapping[str, str] = {}


# Places of the seats among the six around the drawn table: see styles/round.css of the page.
CHAIR_SPOTS = {1: (1,), 2: (2, 5), 3: (1, 3, 5), 4: (1, 3, 4, 6), 5: (1, 2, 3, 4, 6), 6: (1, 2, 3, 4, 5, 6)}


async def play_now(request: Request) -> Response:
    """Open a table in one click: with the settings of a mode (the first if none is named), for the guest and the bot
    of that mode."""
    site, game = services_of(request), games.find(request.path_params["game"])
    fields, guest, new = await read_visitor_form(request)
    mode = table_form.find_mode(game, fields.get("mode", ""))
    name = clean_name(fields.get("name") or await site.registry.name_of(guest) or GUEST)
    bot = fields.get("bot") or await site.registry.rival(guest, game)
    if bot not in site.registry.bots_of(game):
        known = listing(site.registry.bots_of(game))
        raise Refused(_("There is no bot with that name. Choose from: {bots}.", bots=known))
    chairs = table_form.default_chairs(game, mode, name, bot, table_form.PLAY_NOW_SEATS)
    table = await open_table(request, game, mode.id, dict(mode.settings), chairs, fields, guest)
    await site.registry.meet(guest, game, bot)
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)


async def new_table_page(request: Request) -> Response:
    """Return the form for a new table; seats that are named in the address stay as they were."""
    site, game = services_of(request), games.find(request.path_params["game"])
    mode = table_form.find_mode(game, request.query_params.get("mode", ""))
    guest = site.guests.read(request.cookies)
    name = await site.registry.name_of(guest) if guest else None
    bot = await site.registry.rival(guest, game)
    filled = table_form.default_form(game, mode, name or "", bot)
    offered = [level.bot for level in levels(site.registry.bots_at(game))]
    kept = table_form.keep_chosen_seats(filled, request.query_params, offered)
    return await _render_new_table(request, game, mode, kept)


def _chair_to_open(filled: table_form.TableForm) -> int:
    """Return the seat whose details are shown open at first: the first taken one that is not the host's, or 0."""
    return next((n for n, (place, _) in enumerate(filled.places) if n and place != "none"), 0)


async def _render_new_table(
    request: Request,
    game: Game,
    mode: Mode,
    filled: table_form.TableForm,
    error: str | None = None,
    fields: Mapping[str, str] = NO_FIELDS,
) -> Response:
    registry = services_of(request).registry
    return await render_page(
        request,
        "new_table.html",
        status=400 if error else 200,
        public=True,
        game=game,
        mode=mode,
        filled=filled,
        groups=table_form.group_settings(game),
        levels=levels(registry.bots_at(game)),
        differences=table_form.rulebook_differences(game, filled.values),
        examples=_examples_or_none(game, mode, filled),
        spots=CHAIR_SPOTS[len(filled.places)],
        times=[(str(seconds), long(seconds)) for seconds in TIMES],
        late=filled.late or usual_bot(registry.bots_of(game)),
        loses=LOSES,
        chosen=_chair_to_open(filled),
        opens=table_form.opening_summary(filled),
        commitment=registry.keyring.dice_secret(),
        listed=fields.get("listed") == "on",
        quiet=fields.get("quiet") == "on",
        error=error,
    )


def _examples_or_none(game: Game, mode: Mode, filled: table_form.TableForm) -> Mapping[str, str]:
    """Return the examples for the settings of a form; empty if the form holds values that no table can have."""
    try:
        return table_form.setting_examples(game, mode, filled.values)
    except DicehouseError:
        return {}


async def setting_examples_json(request: Request) -> Response:
    """Return the example dice for the settings in the address."""
    game = games.find(request.path_params["game"])
    fields = {name: request.query_params[name] for name in request.query_params}
    mode = table_form.find_mode(game, fields.get("mode", ""))
    found = table_form.setting_examples(game, mode, table_form.parse_settings(game, mode, fields))
    data = socket_messages.encode_json(dict(found))
    return Response(data, media_type="application/json", headers={"Cache-Control": "no-store"})


async def create_table(request: Request) -> Response:
    """Open the table that the form describes; a wrong form comes back as it was, with the reason."""
    site, game = services_of(request), games.find(request.path_params["game"])
    fields, guest, new = await read_visitor_form(request)
    mode = table_form.find_mode(game, fields.get("mode", ""))
    try:
        chairs = table_form.parse_chairs(game, mode, fields, site.registry.bots_at(game))
        settings = table_form.parse_settings(game, mode, fields)
        terms = terms_of(fields, site.registry.bots_of(game))
        table = await open_table(request, game, mode.id, settings, chairs, fields, guest, terms)
    except DicehouseError as error:
        return await _render_new_table(
            request, game, mode, table_form.submitted_form(game, mode, fields), str(error), fields
        )
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)


async def open_table(
    request: Request,
    game: Game,
    mode: str,
    settings: dict[str, Any],
    chairs: list[Chair],
    fields: dict[str, str],
    guest: str,
    terms: Terms | None = None,
) -> Table:
    """Open a table for `guest`; of `fields`, only "listed", "quiet", "nonce" and "contribution" count."""
    site = services_of(request)
    check_offered(site, game.id)
    check_table_limit(request)
    own = next((c.name for c in chairs if c.kind == "person"), None)
    listed = fields.get("listed") == "on" and any(c.kind == "open" for c in chairs)
    if listed:
        for chair in chairs:
            may_list(site.registry, guest, chair.name)
    if own is not None and not is_unnamed(own):
        await site.registry.set_name(guest, own)
    commitment = site.registry.keyring.dice_secret(fields.get("nonce"))
    quiet = fields.get("quiet") == "on"
    text = fields.get("contribution")
    return await site.registry.open(
        game, mode, settings, chairs, guest, commitment, text, terms, quiet=quiet, listed=listed
    )
