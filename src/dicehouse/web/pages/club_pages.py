"""Serve the pages of clubs: a guest's own clubs, those listed in public, and the ways to join."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse import games

from ...i18n import _
from ...server.accounts.names import NAME_LENGTH
from ...server.clubs import club_records, clubs
from ...server.clubs.club_records import ClubDetails
from ...server.seats import Refused
from ..app_services import AppServices, services_of
from ..form_posts import SEE_OTHER, read_guest_form, read_visitor_form, redirect_as_guest
from ..page_renderer import game_picture, render_page
from ..reachable_address import find_reachable_address
from ..request_limits import check_action_limit, check_table_limit
from ..request_parsing import is_on, read_number
from . import tournament_pages

NO_GUEST = _("You aren't in a club yet. Create one, or ask for a link.")


async def clubs_page(request: Request) -> Response:
    """Return the page with the guest's clubs and the listed ones."""
    return await _render_clubs_page(request)


async def _render_clubs_page(request: Request, error: str | None = None, title: str = "", name: str = "") -> Response:
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    mine = await site.registry.store.read(lambda db: club_records.read_clubs_of(db, guest)) if guest else []
    found = await site.registry.store.read(
        lambda db: club_records.read_listed_clubs(db, guest or "", clubs.MOST_LISTED)
    )
    return await render_page(
        request,
        "clubs.html",
        status=409 if error else 200,
        mine=mine,
        listed=found,
        guest=guest,
        error=error,
        nonce=site.registry.keyring.dice_secret().nonce,
        title=title,
        typed=name,
        longest=clubs.NAME_LENGTH,
    )


async def create_club(request: Request) -> Response:
    """Make a new club, with the guest who sent the form as its host."""
    site = services_of(request)
    fields, guest, new = await read_visitor_form(request)
    title, name = fields.get("title", ""), fields.get("name", "")
    try:
        check_table_limit(request)
        club = await clubs.open_club(site.registry, guest, title, name, fields.get("nonce"))
    except Refused as error:
        return await _render_clubs_page(request, str(error), title[: clubs.NAME_LENGTH], name[:NAME_LENGTH])
    await _set_name_if_missing(site, guest, name)
    return redirect_as_guest(request, f"/clubs/{club}", guest, new)


async def _set_name_if_missing(site: AppServices, guest: str, name: str) -> None:
    """Give a guest without a name this one."""
    if await site.registry.name_of(guest) is None:
        await site.registry.set_name(guest, name)


# joining ----------------------------------------------------------------------------------------------------------


async def invitation_page(request: Request) -> Response:
    """Return the page of an invitation to a club; reading it does not use the link up."""
    club = await clubs.invited(services_of(request).registry, request.path_params["token"])
    return await _render_join_page(request, club)


async def listed_club_page(request: Request) -> Response:
    """Return the page of a listed club for a guest who is not in it."""
    club = await clubs.listed(services_of(request).registry, request.path_params["club"])
    return await _render_join_page(request, club)


async def _render_join_page(request: Request, club: ClubDetails, error: str | None = None, typed: str = "") -> Response:
    known = club.member(services_of(request).guests.read(request.cookies))
    if known is not None and known.here:
        return RedirectResponse(f"/clubs/{club.club.id}", SEE_OTHER)
    host = club.member(club.club.host)
    return await render_page(
        request, "club_join.html", status=409 if error else 200, club=club, host=host, error=error, typed=typed
    )  # fmt: skip


async def join_by_link(request: Request) -> Response:
    """Join a club by a link."""
    return await _join_club(request, await clubs.invited(services_of(request).registry, request.path_params["token"]))


async def join_listed(request: Request) -> Response:
    """Join a listed club."""
    return await _join_club(request, await clubs.listed(services_of(request).registry, request.path_params["club"]))


async def _join_club(request: Request, club: ClubDetails) -> Response:
    site = services_of(request)
    fields, guest, new = await read_visitor_form(request)
    name = fields.get("name") or await site.registry.name_of(guest) or ""
    check_action_limit(request, None if new else guest)
    try:
        await clubs.join(site.registry, club, guest, name)
    except Refused as error:
        return await _render_join_page(request, club, str(error), name[:NAME_LENGTH])
    await _set_name_if_missing(site, guest, name)
    return redirect_as_guest(request, f"/clubs/{club.club.id}", guest, new)


# one club ---------------------------------------------------------------------------------------------------------


async def club_page(request: Request) -> Response:
    """Return the page of a club: what is played there, its members, and what its host can do."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    club = await clubs.joined_club(site.registry, request.path_params["club"], guest)
    contests = await site.registry.store.read(lambda db: club_records.read_contests(db, club.club.id))
    latest = (
        await site.registry.store.read(lambda db: club_records.read_contest(db, club.club.id)) if contests else None
    )
    host, running = club.is_host(guest) and club.club.closed is None, latest is not None and latest.ended is None
    still = "still" in request.query_params
    token = clubs.token_of(site.registry.keyring, club.club)
    link = f"{find_reachable_address(request, site.listening, site.address).base}/clubs/join/{token}"
    ratings = {} if latest is None else await tournament_pages.ratings_for(request, guest, club, latest)
    return await render_page(
        request,
        "club.html",
        ratings=ratings,
        club=club,
        me=club.member(guest),
        host=host,
        host_name=next((one.name for one in club.here if one.guest == club.club.host), ""),
        link=link if host else None,
        tournament=None if latest is None else tournament_pages.tournament_data(club, latest, guest),
        refresh=tournament_pages.REFRESH_SECONDS if running and not still else None,
        still=still and running,
        earlier=[tournament_pages.tournament_summary(one) for one in contests[1:]],
        playable=[
            (game, game_picture(game)) for game in games.all_games().values() if tournament_pages.two_player_modes(game)
        ],
    )


FormFields = dict[str, str]


async def _remove_member(request: Request, club: str, guest: str, fields: FormFields) -> None:
    await clubs.remove(services_of(request).registry, club, guest, read_number(fields, "member", clubs.MOST_EVER))


async def _renew_link(request: Request, club: str, guest: str, _: FormFields) -> None:
    await clubs.renew(services_of(request).registry, club, guest)


async def _set_listed(request: Request, club: str, guest: str, fields: FormFields) -> None:
    await clubs.set_listed(services_of(request).registry, club, guest, is_on(fields))


async def _close_club(request: Request, club: str, guest: str, _: FormFields) -> None:
    await clubs.close(services_of(request).registry, club, guest)


async def _leave_club(request: Request, club: str, guest: str, _: FormFields) -> None:
    await clubs.leave_club(services_of(request).registry, club, guest)


CLUB_FORM_ACTIONS = {
    "remove": _remove_member,
    "renew": _renew_link,
    "list": _set_listed,
    "close": _close_club,
    "leave": _leave_club,
    **tournament_pages.TOURNAMENT_FORM_ACTIONS,
}


def club_form_endpoint(what: str) -> Any:
    """Return the endpoint of the form `what` in a club; it leads back to the club's page."""

    async def done(request: Request) -> Response:
        guest, fields = await read_guest_form(request, NO_GUEST)
        club = request.path_params["club"]
        await CLUB_FORM_ACTIONS[what](request, club, guest, fields)
        return redirect_as_guest(request, "/clubs" if what == "leave" else f"/clubs/{club}", guest, False)

    return done
