"""Let a guest take a seat by invitation: a link, its QR code, or a code that was said aloud."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...i18n import _
from ...server import listed_tables, spoken_codes
from ...server.internal_commands import NoteVisit
from ...server.live_table import Table
from ...server.seats import NotFound
from ...server.table.change import Server
from ..app_services import AppServices, services_of
from ..code_attempt_limit import TooManyAttempts
from ..form_posts import SEE_OTHER, read_visitor_form, redirect_as_guest
from ..page_renderer import preview_picture, render_page
from ..qr_code import qr_svg
from ..reachable_address import ONLY_THIS_MACHINE, ReachableAddress, find_reachable_address
from ..request_limits import check_action_limit
from ..request_parsing import read_form

MAX_TYPED_LENGTH = 300
NO_INVITATION = _("A code is two words and a number, such as quiet oak 7. You can also paste the link.")


async def code_page(request: Request) -> Response:
    """Return the page where a code or a whole link can be typed in; a wrong one comes back with the reason."""
    site = services_of(request)
    typed = request.query_params.get("code", "").strip()[:MAX_TYPED_LENGTH]
    if not typed:
        return await render_page(request, "invitation_code.html", typed="", error=None)
    token = typed.rstrip("/").rpartition("/")[2]
    code = spoken_codes.read(token)
    try:
        if code is None and not _is_token(token):
            raise NotFound(NO_INVITATION)
        async with site.guesses.count_attempt(request, token):
            await site.registry.invitations.find(code or token)
    except (NotFound, TooManyAttempts) as error:
        status = 429 if isinstance(error, TooManyAttempts) else 404
        return await render_page(request, "invitation_code.html", status=status, typed=typed, error=str(error))
    return RedirectResponse(f"/join/{code or token}", SEE_OTHER)


def _is_token(text: str) -> bool:
    return len(text) == 32 and text.isascii() and text.isalnum()


async def invitation_page(request: Request) -> Response:
    """Return the page of an invitation. Reading it neither uses it up nor counts as opening it: previews read it, too,
    as does whatever looks for malicious links."""
    site, token = services_of(request), request.path_params["token"]
    async with site.guesses.count_attempt(request, token):
        table, seat = await site.registry.invitations.find(token)
    return await _render_invitation(request, table, seat, listed=False)


async def _render_invitation(request: Request, table: Table, seat: object, *, listed: bool) -> Response:
    base = reachable_address_for(request).base
    return await render_page(
        request,
        "invitation.html",
        table=table,
        seat=seat,
        others=[each for each in table.state.seats if each.kind != "open"],
        listed=listed,
        address=base + request.url.path,
        picture=base + preview_picture(table.game),
    )


async def note_opened(request: Request) -> Response:
    """Note that somebody has opened an invitation: their browser says so when the page has been visible for a while."""
    site, token = services_of(request), request.path_params["token"]
    await read_form(request)
    guest = site.guests.read(request.cookies)
    check_action_limit(request, guest)
    async with site.guesses.count_attempt(request, token):
        await _note_visit(site, token, guest)
    return Response(status_code=204)


async def _note_visit(site: AppServices, token: str, guest: str | None) -> None:
    """Note that `guest` has opened an invitation, unless it is their own."""
    table, seat = await site.registry.invitations.find(token)
    if not table.state.is_host(guest):
        await table.execute(Server(), NoteVisit(seat))


async def accept_invitation(request: Request) -> Response:
    """Accept an invitation and take the seat."""
    site, token = services_of(request), request.path_params["token"]
    fields, guest, new = await read_visitor_form(request)
    name = fields.get("name") or await site.registry.name_of(guest) or ""
    async with site.guesses.count_attempt(request, token):
        await _note_visit(site, token, guest)
        table = await site.registry.invitations.accept(token, guest, name, fields.get("contribution"))
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)


async def listed_table_page(request: Request) -> Response:
    """Return the page of a listed table for a guest without a seat; one who has a seat is led to the table."""
    site = services_of(request)
    table = await listed_tables.listed(site.registry, request.path_params["table"])
    if table.state.seats_of(site.guests.read(request.cookies)):
        return RedirectResponse(f"/t/{table.id}", SEE_OTHER)
    seat = next(seat.number for seat in table.state.seats if seat.kind == "open")
    return await _render_invitation(request, table, seat, listed=True)


async def sit_at_listed_table(request: Request) -> Response:
    """Take a seat at a listed table."""
    site = services_of(request)
    fields, guest, new = await read_visitor_form(request)
    check_action_limit(request, None if new else guest)
    name = fields.get("name") or await site.registry.name_of(guest) or ""
    table = await listed_tables.take(
        site.registry, request.path_params["table"], guest, name, fields.get("contribution")
    )
    return redirect_as_guest(request, f"/t/{table.id}", guest, new)


async def invitation_qr_code(request: Request) -> Response:
    """Return an invitation as a QR code, for a client who has the invitation already."""
    site, token = services_of(request), request.path_params["token"]
    if not _is_token(token):
        raise NotFound(_("QR codes are only for links."))
    await site.registry.invitations.find(token)
    svg = qr_svg(f"{find_reachable_address(request, site.listening, site.address).base}/join/{token}")
    return Response(svg, media_type="image/svg+xml")


def reachable_address_for(request: Request) -> ReachableAddress:
    site = services_of(request)
    return find_reachable_address(request, site.listening, site.address)


def open_seat_invitations(request: Request, table: Table) -> dict[int, dict[str, str]]:
    """Return what the host can hand out for each open seat: the link, its QR code, and the words of its code."""
    keyring, reach = services_of(request).registry.keyring, reachable_address_for(request)
    found = {}
    for seat in table.state.seats:
        if seat.kind == "open":
            path = f"/join/{keyring.invite(table.id, seat.number, seat.renewed)}"
            qr = "" if reach.who == ONLY_THIS_MACHINE else f"{path}/qr.svg"
            found[seat.number] = {"link": reach.base + path, "qr": qr, "code": spoken_codes.spoken(seat.code or "")}
    return found
