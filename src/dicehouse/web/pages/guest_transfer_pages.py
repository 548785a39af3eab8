"""Let a guest continue in another browser: by a link that can be used once, or by a recovery phrase."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...server.accounts import guest_deletion, guest_merging, recovery_phrases
from ...server.accounts.notification_channels import delete_browser_of
from ...server.seats import Refused
from ..app_services import AppServices, services_of
from ..code_attempt_limit import client_address
from ..form_posts import read_guest_form, redirect_as_guest
from ..page_renderer import render_page
from ..reachable_address import find_reachable_address
from ..recovery_phrases import TOO_MANY_ATTEMPTS
from ..request_parsing import read_form
from .profile_page import NO_DATA, render_profile


async def make_transfer_link(request: Request) -> Response:
    """Make a link with which another device can continue as this guest."""
    guest, _ = await read_guest_form(request, NO_DATA)
    site = services_of(request)
    base = find_reachable_address(request, site.listening, site.address).base
    return await render_profile(request, link=f"{base}/me/here/{site.guests.make_pass(guest)}")


async def transfer_page(request: Request) -> Response:
    """Return the page that says which guest that link makes this browser; reading it does not use the link up."""
    site = services_of(request)
    guest = await site.guests.read_pass(request.path_params["token"])
    found = await data_to_bring(site, site.guests.read(request.cookies), guest)
    return await render_page(request, "device_transfer.html", name=await site.registry.name_of(guest), brings=found)


async def accept_transfer(request: Request) -> Response:
    """Accept the link: make this browser that guest."""
    site = services_of(request)
    fields = await read_form(request)
    return await become_guest(request, await site.guests.use_transfer_token(request.path_params["token"]), fields)


async def make_recovery_phrase(request: Request) -> Response:
    """Make a new recovery phrase, which is shown only this once."""
    guest, _ = await read_guest_form(request, NO_DATA)
    site = services_of(request)
    return await render_profile(request, phrase=(await site.phrases.make(guest)).split())


async def recovery_page(request: Request) -> Response:
    """Return the page on which a recovery phrase is typed in."""
    return await _render_recovery(request)


async def recover_guest(request: Request) -> Response:
    """Make this browser the guest whose phrase was typed; a wrong one comes back with the reason."""
    site = services_of(request)
    fields = await read_form(request)
    typed = fields.get("phrase", "")[: recovery_phrases.MOST_TYPED]
    try:
        guest = await site.phrases.owner(client_address(request), typed)
    except Refused as error:
        return await _render_recovery(request, typed, str(error), 429 if str(error) == TOO_MANY_ATTEMPTS else 409)
    return await become_guest(request, guest, fields)


async def _render_recovery(request: Request, typed: str = "", error: str | None = None, status: int = 200) -> Response:
    site = services_of(request)
    found = await data_to_bring(site, site.guests.read(request.cookies))
    return await render_page(request, "recovery_phrase.html", status=status, typed=typed, error=error, brings=found)


async def data_to_bring(site: AppServices, guest: str | None, other: str | None = None) -> guest_deletion.Stakes | None:
    """Return the data of this browser that would have to be merged; None if there is none."""
    if guest is None or guest == other:
        return None
    found = await site.registry.store.read(lambda db: guest_deletion.read_stakes(db, guest))
    return found if found.finished or found.running else None


async def become_guest(request: Request, guest: str, fields: dict[str, str]) -> Response:
    """Make this browser `guest` from now on, and merge its data if the form says so.

    Otherwise the guest that it was is signed out here, so it gets no more of their messages.
    """
    site = services_of(request)
    before = site.guests.read(request.cookies)
    if before is not None and fields.get("bring") == "yes":
        await guest_merging.merge(site.registry, before, guest)
    elif before not in (None, guest):
        await site.registry.store.write(delete_browser_of(str(before), fields.get("endpoint", "")))
    return redirect_as_guest(request, "/", guest, True)
