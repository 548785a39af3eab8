"""The pages around the tables: the shelf, opening a table, joining one, the rules, your name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from dicehouse import games
from dicehouse.kit.game import Game
from dicehouse.table import verify

from ..table.levels import level_of
from ..table.live import Table
from ..table.seats import Refused
from . import markdown
from .addresses import reach_of
from .guard import read_form
from .lessons import taught
from .packing import packed
from .played import LATEST, finished
from .render import HERE, page
from .site import asker, site_of

SEE_OTHER = 303
TOO_FAST = "That was faster than the house follows; take a breath and try again."


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
    challenges = await site.house.challenges(guest)
    going = [await going_of(table, guest) for table in await site.house.tables_of(guest, 4)] if guest else []
    known = await site.house.known(guest) if guest else set()
    shelf = [
        {
            "game": game,
            "promise": site.house.keyring.promise(),
            "art": art_of(game),
            "lessons": taught(game, known),
            "challenge": [level_of(bot) for bot in challenges.get(game.id, ())],
        }
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
        title, short = f"{table.game.name} waits for people", "Waits for people"
    elif mine:
        title, short = f"Your turn in {table.game.name}", "Your turn"
    else:
        short = f"{' and '.join(names)} {'thinks' if len(names) == 1 else 'think'}"
        title = f"{short}, {table.game.name}"
    detail = sight.prompt.detail or sight.prompt.title
    return {
        "id": table.id,
        "game": table.game,
        "art": art_of(table.game),
        "title": title,
        "short": short,
        "detail": detail,
        "mine": mine,
        "seated": bool(table.seats_of(guest)),
        "heads": _heads(table, guest, sight.acting),
    }


def _heads(table: Table, guest: str, acting: Sequence[int]) -> list[dict[str, Any]]:
    """Who sits there, in the order of the seats; from whoever has to act, if somebody has."""
    seats, own = len(table.seats), table.seats_of(guest)
    first = acting[0] if acting else 0
    order = [(first + step) % seats for step in range(seats)]
    return [{"seat": seat, "mine": seat in own, "acts": seat in acting} for seat in order]


# reading ----------------------------------------------------------------------------------------------------------


async def rules_index(request: Request) -> Response:
    """All games, to choose whose rules to read."""
    found = list(games.all_games().values())
    if len(found) == 1:
        return RedirectResponse(f"/rules/{found[0].id}", SEE_OTHER)
    return await page(request, "rules_index.html", public=True, games=[(game, art_of(game)) for game in found])


async def rules(request: Request) -> Response:
    """The rules of a game in the house's words, with the rulings."""
    game = games.find(request.path_params["game"])
    text = markdown.render(rules_text(game))
    return await page(request, "rules.html", public=True, game=game, lessons=taught(game), text=text)


async def things(request: Request) -> Response:
    """What each kind of thing on a game's table is, for the page that a player touches it on."""
    game = games.find(request.path_params["game"])
    terms = [{"name": term.name, "title": term.title, "text": term.text} for term in game.hooks.GLOSSARY]
    return await packed(request, JSONResponse(terms, headers={"Cache-Control": "max-age=3600"}))


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
    return await page(
        request, "me.html", link=f"{reach_of(request, site.listening).base}/me/here/{site.guests.make_pass(guest)}"
    )


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
