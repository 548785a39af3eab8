"""Say what the server stores about people; let a guest download all of their data, or delete it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...i18n import _
from ...server.accounts import guest_deletion
from ...server.accounts.guest_export import read_mine
from ...server.seats import Refused
from .. import socket_messages
from ..app_services import services_of
from ..form_posts import read_guest_form
from ..page_renderer import render_page
from ..request_limits import check_download_limit
from .data_downloads import download_headers
from .profile_page import NO_DATA

NO_DATA_TO_DELETE = _("This server stores nothing about this browser, so there is nothing to delete.")


async def download_everything(request: Request) -> Response:
    """Return all data that the server keeps about the guest, as a file."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused(NO_DATA)
    check_download_limit(request)
    await site.registry.chronicle.played(guest)  # add results that were not stored yet
    found = await site.registry.store.read(lambda db: read_mine(db, guest))
    headers = download_headers("dicehouse-mine.json")
    return Response(socket_messages.encode_indented(found), media_type="application/json", headers=headers)


async def delete_page(request: Request) -> Response:
    """Return the page that says what is deleted and what stays if the guest deletes their data."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    stakes = await site.registry.store.read(lambda db: guest_deletion.read_stakes(db, guest or ""))
    return await render_page(
        request, "delete_my_data.html", known=guest is not None, stakes=stakes, sure=False, done=False
    )


async def delete_everything(request: Request) -> Response:
    """Delete all data of the guest, after they confirmed it; the browser has no guest then."""
    guest, fields = await read_guest_form(request, NO_DATA_TO_DELETE)
    site = services_of(request)
    if fields.get("sure") != "yes":
        stakes = await site.registry.store.read(lambda db: guest_deletion.read_stakes(db, guest))
        return await render_page(request, "delete_my_data.html", known=True, stakes=stakes, sure=True, done=False)
    stakes = await guest_deletion.leave(site.registry, guest)
    request.scope["headers"] = [one for one in request.scope["headers"] if one[0] != b"cookie"]
    answer = await render_page(
        Request(request.scope), "delete_my_data.html", known=False, stakes=stakes, sure=False, done=True
    )
    site.guests.forget(answer, secure=request.url.scheme == "https")
    return answer


async def privacy_page(request: Request) -> Response:
    """Return the page that says in plain words what the server keeps about people, and for how long."""
    return await render_page(
        request,
        "privacy.html",
        public=True,
        keep=services_of(request).keep,
        operators=bool(services_of(request).operators),
    )
