"""Opening a table: the form in which everything about it can be chosen, and Play now, which chooses for you."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from dicehouse import games
from dicehouse.errors import DicehouseError
from dicehouse.kit.game import Game
from dicehouse.kit.settings import Mode

from ..table.chairs import Chair
from ..table.clocks.choosing import LOSES, terms_of
from ..table.clocks.terms import TIMES, Terms, long
from ..table.levels import levels, usual_bot
from ..table.listing import may_list
from ..table.live import Table
from ..table.people.names import clean_name
from ..table.seats import Refused
from . import forms
from .guard import read_form
from .pages import go
from .render import page
from .site import asker, site_of

NO_FIELDS: Mapping[str, str] = {}
MANY_TABLES = "You opened many tables in a short time; play one of them first."


# Which of the six places round the drawn table the chairs take: styles/round.css of the page.
SPOTS = {1: (1,), 2: (2, 5), 3: (1, 3, 5), 4: (1, 3, 4, 6), 5: (1, 2, 3, 4, 6), 6: (1, 2, 3, 4, 5, 6)}


async def play_now(request: Request) -> Response:
    """One click: a table with the settings of a mode (the first if none is named), you and the bot that you play."""
    site, game = site_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    mode = forms.mode_of(game, fields.get("mode", ""))
    guest, new = site.guests.of(request)
    name = clean_name(fields.get("name") or await site.house.name_of(guest) or forms.DEFAULT_NAME)
    bot = fields.get("bot") or await site.house.rival(guest, game)
    if bot not in site.house.bot_names():
        raise Refused(f"There is no bot of that name; there are: {', '.join(site.house.bot_names())}.")
    chairs = forms.usual_chairs(game, mode, name, bot, forms.TWO)
    table = await _open(request, game, mode.id, dict(mode.settings), chairs, fields, guest)
    await site.house.meet(guest, game, bot)
    return go(request, f"/t/{table.id}", guest, new)


async def new_table(request: Request) -> Response:
    """The form in which everything about a table can be chosen; places named in the address stay as they were."""
    site, game = site_of(request), games.find(request.path_params["game"])
    mode = forms.mode_of(game, request.query_params.get("mode", ""))
    guest = site.guests.read(request.cookies)
    name = await site.house.name_of(guest) if guest else None
    bot = await site.house.rival(guest, game)
    filled = forms.fresh(game, mode, name or "", bot)
    offered = [level.bot for level in levels(site.house.bots_at(game))]
    kept = forms.kept_places(filled, request.query_params, offered)
    return await _new_form(request, game, mode, kept)


def _worth_choosing(filled: forms.Filled) -> int:
    """The chair whose sheet lies open at first: the first that somebody else sits on."""
    return next((n for n, (place, _) in enumerate(filled.places) if n and place != "none"), 0)


async def _new_form(
    request: Request,
    game: Game,
    mode: Mode,
    filled: forms.Filled,
    error: str | None = None,
    fields: Mapping[str, str] = NO_FIELDS,
) -> Response:
    house = site_of(request).house
    return await page(
        request,
        "new.html",
        status=400 if error else 200,
        public=True,
        game=game,
        mode=mode,
        filled=filled,
        groups=forms.groups(game),
        levels=levels(house.bots_at(game)),
        differences=forms.differences(game, filled.values),
        examples=_examples(game, mode, filled),
        spots=SPOTS[len(filled.places)],
        times=[(str(seconds), long(seconds)) for seconds in TIMES],
        late=filled.late or usual_bot(house.bot_names()),
        loses=LOSES,
        chosen=_worth_choosing(filled),
        opens=forms.opens_with(filled),
        promise=house.keyring.promise(),
        listed=fields.get("listed") == "on",
        quiet=fields.get("quiet") == "on",
        error=error,
    )


def _examples(game: Game, mode: Mode, filled: forms.Filled) -> Mapping[str, str]:
    """None where a form came back with values that no table can have."""
    try:
        return forms.examples(game, mode, filled.values)
    except DicehouseError:
        return {}


async def examples(request: Request) -> Response:
    """What the dice beside rows of settings bring with the settings in the address."""
    game = games.find(request.path_params["game"])
    fields = {name: request.query_params[name] for name in request.query_params}
    mode = forms.mode_of(game, fields.get("mode", ""))
    found = forms.examples(game, mode, forms.settings_of(game, mode, fields))
    return JSONResponse(dict(found), headers={"Cache-Control": "no-store"})


async def open_table(request: Request) -> Response:
    """The form, sent; if it can't be followed it comes back as it was, with the reason."""
    site, game = site_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    mode = forms.mode_of(game, fields.get("mode", ""))
    try:
        chairs = forms.chairs_of(game, mode, fields, site.house.bots_at(game))
        settings = forms.settings_of(game, mode, fields)
        terms = terms_of(fields, site.house.bot_names())
        table = await _open(request, game, mode.id, settings, chairs, fields, guest, terms)
    except DicehouseError as error:
        return await _new_form(request, game, mode, forms.sent(game, mode, fields), str(error), fields)
    return go(request, f"/t/{table.id}", guest, new)


async def _open(
    request: Request,
    game: Game,
    mode: str,
    settings: dict[str, Any],
    chairs: list[Chair],
    fields: dict[str, str],
    guest: str,
    terms: Terms | None = None,
) -> Table:
    site = site_of(request)
    if not site.tables.take(asker(request, None)):
        raise Refused(MANY_TABLES)
    own = next((c.name for c in chairs if c.kind == "person"), None)
    listed = fields.get("listed") == "on" and any(c.kind == "open" for c in chairs)
    if listed:
        for chair in chairs:
            may_list(site.house, guest, chair.name)
    if own is not None and own != forms.DEFAULT_NAME:
        await site.house.set_name(guest, own)
    promise = site.house.keyring.promise(fields.get("nonce"))
    quiet = fields.get("quiet") == "on"
    text = fields.get("contribution")
    return await site.house.open(game, mode, settings, chairs, guest, promise, text, terms, quiet=quiet, listed=listed)
