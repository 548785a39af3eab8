"""The pages around the tables: the shelf and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from dicehouse import games
from dicehouse.errors import UnknownGame
from dicehouse.kit.game import Game
from dicehouse.table import verify

from ..table.club.clubrows import read_evenings_of, read_room_of
from ..table.levels import level_of
from ..table.listing import free_chairs, listed_tables
from ..table.live import Table
from ..table.storage.recorded import Recorded
from ..table.storage.records import count_tables_of
from . import markdown, waiting
from .lessons import taught
from .packing import packed
from .played import LATEST, finished
from .render import HERE, page
from .site import Site, site_of

SEE_OTHER = 303
MOST_OPEN, SHOWN = 12, 4  # open tables that are looked at, and shown at home
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
    open_tables = await all_going(site, guest, MOST_OPEN) if guest else []
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
    listed = [listed_one(table) for table in await listed_tables(site.house, guest)]
    return await page(
        request,
        "home.html",
        shelf=shelf,
        going=open_tables[:SHOWN],
        more=await open_count(site, guest) - SHOWN,
        waits=await waiting_count(site, guest),
        played=played,
        listed=listed,
        evenings=await evenings_of(site, guest),
    )


def listed_one(table: Table) -> dict[str, Any]:
    """A listed table as strangers read of it."""
    free = free_chairs(table)
    return {
        "id": table.id,
        "game": table.game,
        "art": art_of(table.game),
        "people": [seat.name for seat in table.seats if seat.kind == "person"],
        "bots": sum(seat.kind == "bot" for seat in table.seats),
        "free": f"{free} of {len(table.seats)} chairs {'is' if free == 1 else 'are'} free",
        "quiet": table.record.quiet,
    }


def art_of(game: Game) -> str:
    """The picture on the box: the game's own, or the one for games that bring none."""
    own = f"art/{game.id}.svg"
    return own if (HERE / "static" / own).is_file() else "art/game.svg"


def name_of(game: str) -> str:
    """What a game is called, also one that has left the house."""
    try:
        return games.find(game).name
    except UnknownGame:
        return game


def art_at(game: str) -> str:
    """Its picture."""
    try:
        return art_of(games.find(game))
    except UnknownGame:
        return "art/game.svg"


async def evenings_of(site: Site, guest: str | None) -> list[dict[str, Any]]:
    """The evenings in rooms for clubs in which a guest plays."""
    if guest is None:
        return []
    found = await site.house.store.read(lambda db: read_evenings_of(db, guest))
    return [
        {"club": club, "name": name, "art": art_at(game), "words": f"{name_of(game)}, round {now} of {rounds}"}
        for club, name, game, now, rounds in found
    ]


async def all_going(site: Site, guest: str, most: int) -> list[dict[str, Any]]:
    """The tables that a guest has not finished: those first where it is their turn, the one whose clock runs out
    soonest before all; at the end those that can't go on.
    """
    found = [await going_of(table, guest) for table in await site.house.tables_of(guest, most)]
    found.sort(key=lambda one: (not one["mine"], one["due"]))
    return [*found, *(_stuck(one) for one in await site.house.stuck_of(guest, most))]


async def open_count(site: Site, guest: str | None) -> int:
    """How many tables a guest has not finished."""
    return 0 if guest is None else await site.house.store.read(lambda db: count_tables_of(db, guest))


async def waiting_count(site: Site, guest: str | None) -> int:
    """How many of them wait for the guest."""
    return 0 if guest is None else len(await site.house.waits.of(guest))


def _stuck(one: Recorded) -> dict[str, Any]:
    game = games.find(one.game)
    return {
        "id": one.table,
        "game": game,
        "art": art_of(game),
        "title": f"{game.name} can't go on",
        "short": "Can't go on",
        "detail": "It was played by older rules.",
        "mine": False,
        "seated": True,
        "left": "",
        "heads": [{"seat": seat, "mine": False, "acts": False} for seat in range(len(one.names))],
    }


async def going_of(table: Table, guest: str) -> dict[str, Any]:
    """A table in the list of those you have not finished."""
    async with table.reading():
        sight, clocks = table.shown(guest), table.time.left()
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
    own = min((left for left in clocks if left.seat in table.seats_of(guest)), key=lambda left: left.due, default=None)
    return {
        "id": table.id,
        "game": table.game,
        "art": art_of(table.game),
        "title": title,
        "short": short,
        "detail": detail,
        "mine": mine,
        "seated": bool(table.seats_of(guest)),
        "left": waiting.in_words(own) if own else "",
        "due": own.due if own else float("inf"),
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


# whether it stands --------------------------------------------------------------------------------------------------


async def healthz(_: Request) -> Response:
    """Whether the server answers at all; it touches nothing."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Whether the house can read and write: while it can't, nobody should be sent here."""
    await site_of(request).house.probe()
    return PlainTextResponse("ready\n")


async def club_of(request: Request, table: Table) -> tuple[str, str] | None:
    """The room for whose evening this table was opened, for those who are in it."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    return None if guest is None else await site.house.store.read(lambda db: read_room_of(db, table.id, guest))
