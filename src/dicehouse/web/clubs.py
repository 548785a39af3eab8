"""The pages of rooms for clubs: those where one is, those that strangers find, and the way in."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse import games

from ..table.club import clubrows, clubs
from ..table.club.clubrows import Room
from ..table.people.names import NAME_LENGTH
from ..table.seats import Refused
from . import evenings
from .addresses import reach_of
from .doing import sender
from .guard import number, read_form
from .opening import MANY_TABLES
from .pages import SEE_OTHER, TOO_FAST, art_of, go
from .render import page
from .site import Site, asker, site_of

NO_GUEST = "You are in no room yet; open one, or ask for the link of one."


async def all_clubs(request: Request) -> Response:
    """The rooms of whoever asks, and those in the list."""
    return await _all_clubs(request)


async def _all_clubs(request: Request, error: str | None = None, title: str = "", name: str = "") -> Response:
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    mine = await site.house.store.read(lambda db: clubrows.read_clubs_of(db, guest)) if guest else []
    found = await site.house.store.read(lambda db: clubrows.read_listed_clubs(db, guest or "", clubs.MOST_LISTED))
    return await page(
        request,
        "clubs.html",
        status=409 if error else 200,
        mine=mine,
        listed=found,
        guest=guest,
        error=error,
        nonce=site.house.keyring.promise().nonce,
        title=title,
        typed=name,
        longest=clubs.NAME_LENGTH,
    )


async def open_club(request: Request) -> Response:
    """A new room, with whoever sent the form as its host."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    title, name = fields.get("title", ""), fields.get("name", "")
    try:
        if not site.tables.take(asker(request, None)):
            raise Refused(MANY_TABLES)
        club = await clubs.open_club(site.house, guest, title, name, fields.get("nonce"))
    except Refused as error:
        return await _all_clubs(request, str(error), title[: clubs.NAME_LENGTH], name[:NAME_LENGTH])
    await _named(site, guest, name)
    return go(request, f"/clubs/{club}", guest, new)


async def _named(site: Site, guest: str, name: str) -> None:
    """Whoever has no name in the house yet takes this one."""
    if await site.house.name_of(guest) is None:
        await site.house.set_name(guest, name)


# coming in --------------------------------------------------------------------------------------------------------


async def see(request: Request) -> Response:
    """To which room a link leads; looking uses nothing up."""
    room = await clubs.invited(site_of(request).house, request.path_params["token"])
    return await _see(request, room)


async def see_listed(request: Request) -> Response:
    """A room of the list, before one comes in."""
    room = await clubs.listed(site_of(request).house, request.path_params["club"])
    return await _see(request, room)


async def _see(request: Request, room: Room, error: str | None = None, typed: str = "") -> Response:
    known = room.member(site_of(request).guests.read(request.cookies))
    if known is not None and known.here:
        return RedirectResponse(f"/clubs/{room.club.id}", SEE_OTHER)
    host = room.member(room.club.host)
    return await page(
        request, "club_join.html", status=409 if error else 200, room=room, host=host, error=error, typed=typed
    )  # fmt: skip


async def join(request: Request) -> Response:
    """Come in by a link."""
    return await _join(request, await clubs.invited(site_of(request).house, request.path_params["token"]))


async def join_listed(request: Request) -> Response:
    """Come in from the list."""
    return await _join(request, await clubs.listed(site_of(request).house, request.path_params["club"]))


async def _join(request: Request, room: Room) -> Response:
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    name = fields.get("name") or await site.house.name_of(guest) or ""
    if not site.actions.take(asker(request, None if new else guest)):
        raise Refused(TOO_FAST)
    try:
        await clubs.join(site.house, room, guest, name)
    except Refused as error:
        return await _see(request, room, str(error), name[:NAME_LENGTH])
    await _named(site, guest, name)
    return go(request, f"/clubs/{room.club.id}", guest, new)


# in a room --------------------------------------------------------------------------------------------------------


async def club(request: Request) -> Response:
    """A room: what is played there, who is in it, and what its host can do."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    room = await clubs.room_of(site.house, request.path_params["club"], guest)
    contests = await site.house.store.read(lambda db: clubrows.read_contests(db, room.club.id))
    latest = await site.house.store.read(lambda db: clubrows.read_contest(db, room.club.id)) if contests else None
    host, running = room.is_host(guest) and room.club.closed is None, latest is not None and latest.ended is None
    still = "still" in request.query_params
    link = f"{reach_of(request, site.listening).base}/clubs/join/{clubs.token_of(site.house.keyring, room.club)}"
    ratings = {} if latest is None else await evenings.ratings_for(request, guest, room, latest)
    return await page(
        request,
        "club.html",
        ratings=ratings,
        room=room,
        me=room.member(guest),
        host=host,
        host_name=next((one.name for one in room.here if one.guest == room.club.host), ""),
        link=link if host else None,
        evening=None if latest is None else evenings.shown(room, latest, guest),
        refresh=evenings.REFRESH if running and not still else None,
        still=still and running,
        earlier=[evenings.named(one) for one in contests[1:]],
        shelf=[(game, art_of(game)) for game in games.all_games().values() if evenings.modes_of(game)],
    )


Fields = dict[str, str]


async def _remove(request: Request, club: str, guest: str, fields: Fields) -> None:
    await clubs.remove(site_of(request).house, club, guest, number(fields, "member", clubs.MOST_EVER))


async def _renew(request: Request, club: str, guest: str, _: Fields) -> None:
    await clubs.renew(site_of(request).house, club, guest)


async def _list(request: Request, club: str, guest: str, fields: Fields) -> None:
    await clubs.set_listed(site_of(request).house, club, guest, fields.get("on") == "yes")


async def _close(request: Request, club: str, guest: str, _: Fields) -> None:
    await clubs.close(site_of(request).house, club, guest)


async def _leave(request: Request, club: str, guest: str, _: Fields) -> None:
    await clubs.leave_room(site_of(request).house, club, guest)


DOING = {"remove": _remove, "renew": _renew, "list": _list, "close": _close, "leave": _leave, **evenings.DOING}


def doing(what: str) -> Any:
    """What a form in a room does; back to the room then."""

    async def done(request: Request) -> Response:
        guest, fields = await sender(request, NO_GUEST)
        club = request.path_params["club"]
        await DOING[what](request, club, guest, fields)
        return go(request, "/clubs" if what == "leave" else f"/clubs/{club}", guest, False)

    return done
