"""Serve a guest's profile: the name, the people the guest has muted, and ratings."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ...i18n import _
from ...i18n.dates import short_date
from ...server.accounts import passkeys, recovery_phrases
from ...server.clubs.ratings import GuestRating, read_games
from ...server.operators import number_of
from ..app_services import AppServices, services_of
from ..form_posts import read_guest_form, read_visitor_form, redirect_as_guest
from ..page_renderer import render_page
from ..passkey_verification import NEEDS_JAVASCRIPT, explain_unavailable
from ..request_limits import check_action_limit
from ..request_parsing import is_on

NO_DATA = _("There is no data yet. Enter a name or join a table first.")


async def profile_page(request: Request) -> Response:
    """Return the profile page: the guest's name, and the actions on their data."""
    return await render_profile(request)


async def render_profile(request: Request, *, status: int = 200, **shown: Any) -> Response:
    """Render the profile page with what was just made, or with an error."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    made = None if guest is None else await site.registry.store.read(lambda db: recovery_phrases.read_made(db, guest))
    ignored = await site.registry.ignoring.listed(guest)
    own = [] if guest is None else await site.registry.store.read(lambda db: passkeys.read_passkeys(db, guest))
    context: dict[str, Any] = {"link": None, "phrase": None, "passkey_error": None} | shown
    rated = await site.ratings.wanted(guest)
    found = await _guest_ratings(site, guest) if guest is not None and rated is not None else []
    return await render_page(
        request,
        "profile.html",
        status=status,
        known=guest is not None,
        made=made and short_date(made),
        ignored=ignored,
        rated=rated and short_date(rated),
        ratings=found,
        passkeys=own,
        number=number_of(site.registry.keyring, guest) if guest is not None and own else None,
        passkeys_not=explain_unavailable(request),
        no_script=NEEDS_JAVASCRIPT,
        day=short_date,
        **context,
    )


async def _guest_ratings(site: AppServices, guest: str) -> list[tuple[str, GuestRating | None]]:
    """Return a guest's rating for each game; None where no match counts."""
    played = await site.registry.store.read(lambda db: read_games(db, guest))
    known = games.all_games()
    return [(known[game].name, (await site.ratings.of(game)).get(guest)) for game in played if game in known]


async def set_name(request: Request) -> Response:
    """Set the guest's name for all tables to come."""
    site = services_of(request)
    fields, guest, new = await read_visitor_form(request)
    check_action_limit(request, None if new else guest)
    await site.registry.set_name(guest, fields.get("name", ""))
    return redirect_as_guest(request, "/", guest, new)


async def stop_ignoring(request: Request) -> Response:
    """Stop ignoring another person."""
    guest, fields = await read_guest_form(request, NO_DATA)
    await services_of(request).registry.ignoring.hear_named(guest, fields.get("who", ""))
    return redirect_as_guest(request, "/me#ignored", guest, False)


async def set_ratings_wanted(request: Request) -> Response:
    """Turn ratings on or off for this guest."""
    guest, fields = await read_guest_form(request, NO_DATA)
    await services_of(request).ratings.want(guest, is_on(fields))
    return redirect_as_guest(request, "/me#ratings", guest, False)
