"""The pages around the tables: the shelf, opening a table, joining one, the rules, your name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from dicehouse import games
from dicehouse.errors import DicehouseError
from dicehouse.kit.game import Game
from dicehouse.kit.settings import Mode
from dicehouse.table import verify

from ..table.house import Chair
from ..table.live import Table
from ..table.names import clean_name
from ..table.seats import Refused
from . import forms, markdown
from .guard import read_form
from .lessons import taught
from .packing import packed
from .played import LATEST, finished
from .render import HERE, page
from .site import Site, asker, base_of, site_of

SEE_OTHER = 303
TOO_FAST = "That was faster than the house follows; take a breath and try again."
MANY_TABLES = "You opened many tables in a short time; play one of them first."


def as_guest(request: Request, response: Response, guest: str, new: bool) -> Response:
    """Hand out the cookie with the answer to a guest's first click."""
    if new:
        site_of(request).guests.give(response, guest, secure=request.url.scheme == "https")
    return response


def go(request: Request, where: str, guest: str, new: bool) -> Response:
    return as_guest(request, RedirectResponse(where, SEE_OTHER), guest, new)


# the shelf --------------------------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """The games on their shelf, and where you left off."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    going = [await going_of(table, guest) for table in await site.house.tables_of(guest, 4)] if guest else []
    known = await site.house.known(guest) if guest else set()
    shelf = [
        {"game": game, "promise": site.house.keyring.promise(), "art": art_of(game), "lessons": taught(game, known)}
        for game in games.all_games().values()
    ]
    played = await finished(site, guest, 1, LATEST)
    return await page(request, "home.html", shelf=shelf, going=going, played=played)


def art_of(game: Game) -> str:
    """The picture on the box: the game's own, or the one for games that bring none."""
    own = f"art/{game.id}.svg"
    return own if (HERE / "static" / own).is_file() else "art/game.svg"


async def going_of(table: Table, guest: str) -> dict[str, Any]:
    """A table in the list of those you have not finished."""
    async with table.reading():
        sight = table.shown(guest)
    mine = sight.cover is not None or sight.seat in sight.acting
    names = [table.seats[s].name for s in sight.acting]
    if sight.view is None:
        title = f"{table.game.name} waits for people"
    elif mine:
        title = f"Your turn in {table.game.name}"
    else:
        title = f"{' and '.join(names)} {'thinks' if len(names) == 1 else 'think'}, {table.game.name}"
    detail = sight.prompt.detail or sight.prompt.title
    return {
        "id": table.id,
        "game": table.game,
        "art": art_of(table.game),
        "title": title,
        "detail": detail,
        "mine": mine,
        "seated": bool(table.seats_of(guest)),
    }


# opening a table --------------------------------------------------------------------------------------------------


async def play_now(request: Request) -> Response:
    """One click: a table with the settings of a mode (the first if none is named), you and bots."""
    site, game = site_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    mode = forms.mode_of(game, fields.get("mode", ""))
    guest, new = site.guests.of(request)
    name = clean_name(fields.get("name") or await site.house.name_of(guest) or forms.DEFAULT_NAME)
    chairs = forms.usual_chairs(game, mode, name, site.house.bot_names())
    table = await _open(request, game, mode.id, dict(mode.settings), chairs, fields, guest)
    return go(request, f"/t/{table.id}", guest, new)


async def new_table(request: Request) -> Response:
    """The form in which everything about a table can be chosen."""
    site, game = site_of(request), games.find(request.path_params["game"])
    mode = forms.mode_of(game, request.query_params.get("mode", ""))
    guest = site.guests.read(request.cookies)
    name = await site.house.name_of(guest) if guest else None
    return await _new_form(request, game, mode, forms.fresh(game, mode, name or "", site.house.bot_names()))


async def _new_form(
    request: Request, game: Game, mode: Mode, filled: forms.Filled, error: str | None = None
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
        bots=house.bot_names(),
        promise=house.keyring.promise(),
        error=error,
    )


async def open_table(request: Request) -> Response:
    """The form, sent; if it can't be followed it comes back as it was, with the reason."""
    site, game = site_of(request), games.find(request.path_params["game"])
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    mode = forms.mode_of(game, fields.get("mode", ""))
    try:
        chairs = forms.chairs_of(game, mode, fields, site.house.bot_names())
        settings = forms.settings_of(game, mode, fields)
        table = await _open(request, game, mode.id, settings, chairs, fields, guest)
    except DicehouseError as error:
        return await _new_form(request, game, mode, forms.sent(game, mode, fields), str(error))
    return go(request, f"/t/{table.id}", guest, new)


async def _open(
    request: Request,
    game: Game,
    mode: str,
    settings: dict[str, Any],
    chairs: list[Chair],
    fields: dict[str, str],
    guest: str,
) -> Table:
    site: Site = site_of(request)
    if not site.tables.take(asker(request, None)):
        raise Refused(MANY_TABLES)
    own = next((c.name for c in chairs if c.kind == "person"), None)
    if own is not None and own != forms.DEFAULT_NAME:
        await site.house.set_name(guest, own)
    promise = site.house.keyring.promise(fields.get("nonce"))
    return await site.house.open(game, mode, settings, chairs, guest, promise, fields.get("contribution"))


# joining ----------------------------------------------------------------------------------------------------------


async def join_by_code(request: Request) -> Response:
    """Where an invitation can be typed in; a whole link will do."""
    code = request.query_params.get("code", "").strip().rstrip("/").rpartition("/")[2]
    if code:
        if not (code.isascii() and code.isalnum() and len(code) <= 64):
            raise Refused("An invitation is 32 letters and digits, or the whole link.")
        return RedirectResponse(f"/join/{code}", SEE_OTHER)
    return await page(request, "join_code.html")


async def join(request: Request) -> Response:
    """Who invites to what; looking at it uses nothing up."""
    site = site_of(request)
    table, seat = await site.house.invited(request.path_params["token"])
    return await page(request, "join.html", table=table, seat=seat, others=[s for s in table.seats if s.kind != "open"])


async def accept(request: Request) -> Response:
    """Sit down."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    name = fields.get("name") or await site.house.name_of(guest) or ""
    table = await site.house.accept(request.path_params["token"], guest, name, fields.get("contribution"))
    return go(request, f"/t/{table.id}", guest, new)


# reading ----------------------------------------------------------------------------------------------------------


async def rules_index(request: Request) -> Response:
    """All games, to choose whose rules to read."""
    found = list(games.all_games().values())
    if len(found) == 1:
        return RedirectResponse(f"/rules/{found[0].id}", SEE_OTHER)
    return await page(request, "rules_index.html", public=True, games=found)


async def rules(request: Request) -> Response:
    """The rules of a game in the house's words, with the rulings."""
    game = games.find(request.path_params["game"])
    text = markdown.render(rules_text(game))
    return await page(request, "rules.html", public=True, game=game, lessons=taught(game), text=text)


def rules_text(game: Game) -> str:
    """The README of a game's folder, without its title."""
    path = game.readme
    text = path.read_text(encoding="utf-8") if path.is_file() else game.tagline
    return text.partition("\n")[2] if text.startswith("# ") else text


async def verify_script(request: Request) -> Response:
    """The script that lets a stranger check the dice of a finished match."""
    return await packed(request, PlainTextResponse(Path(str(verify.__file__)).read_text(encoding="utf-8")))


# your name ----------------------------------------------------------------------------------------------------------


async def me(request: Request) -> Response:
    return await page(request, "me.html", link=None)


async def set_me(request: Request) -> Response:
    """Take a name for all tables to come."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    if not site.actions.take(asker(request, None if new else guest)):
        raise Refused(TOO_FAST)
    await site.house.set_name(guest, fields.get("name", ""))
    return go(request, "/", guest, new)


async def make_pass(request: Request) -> Response:
    """A link that lets you go on playing on another device."""
    site = site_of(request)
    await read_form(request, site.limits.body)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused("There is nothing to take along yet: give a name, or sit down at a table first.")
    return await page(request, "me.html", link=f"{base_of(request)}/me/here/{site.guests.make_pass(guest)}")


async def here(request: Request) -> Response:
    """Who that link makes this browser; looking at it uses nothing up."""
    site = site_of(request)
    guest = await site.guests.read_pass(request.path_params["token"])
    return await page(request, "here.html", name=await site.house.name_of(guest))


async def be_here(request: Request) -> Response:
    """Be that guest in this browser, too."""
    site = site_of(request)
    await read_form(request, site.limits.body)
    return go(request, "/", await site.guests.use_pass(request.path_params["token"]), True)


async def healthz(request: Request) -> Response:
    """Whether the house can write to its database."""
    await site_of(request).house.probe()
    return PlainTextResponse("ok\n")


def invite_links(request: Request, table: Table) -> dict[int, str]:
    """The invitations of a table's open seats, for its host."""
    keyring, base = site_of(request).house.keyring, base_of(request)
    return {
        seat.number: f"{base}/join/{keyring.invite(table.id, seat.number, seat.renewed)}"
        for seat in table.seats
        if seat.kind == "open"
    }
