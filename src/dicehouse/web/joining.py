"""Sitting down by invitation: a link, its picture for a phone, or a code that somebody said."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..table import codes, listing
from ..table.live import Table
from ..table.seats import NotFound, Refused
from .addresses import MACHINE, Reach, reach_of
from .guard import read_form
from .guessing import TooManyGuesses
from .pages import SEE_OTHER, TOO_FAST, go
from .qr import qr_svg
from .render import page
from .site import asker, site_of

MOST_TYPED = 300
NO_INVITATION = "A code is two words and a number, such as quiet oak 7. You can also paste the whole link here."


async def join_by_code(request: Request) -> Response:
    """Where a code can be typed in, or a whole link; what opens no chair comes back with the reason."""
    site = site_of(request)
    typed = request.query_params.get("code", "").strip()[:MOST_TYPED]
    if not typed:
        return await page(request, "join_code.html", typed="", error=None)
    token = typed.rstrip("/").rpartition("/")[2]
    code = codes.read(token)
    try:
        if code is None and not _is_token(token):
            raise NotFound(NO_INVITATION)
        async with site.guesses.trying(request, token):
            await site.house.invitations.find(code or token)
    except (NotFound, TooManyGuesses) as error:
        status = 429 if isinstance(error, TooManyGuesses) else 404
        return await page(request, "join_code.html", status=status, typed=typed, error=str(error))
    return RedirectResponse(f"/join/{code or token}", SEE_OTHER)


def _is_token(text: str) -> bool:
    return len(text) == 32 and text.isascii() and text.isalnum()


async def join(request: Request) -> Response:
    """Who invites to what; looking at it uses nothing up."""
    site, token = site_of(request), request.path_params["token"]
    async with site.guesses.trying(request, token):
        table, seat = await site.house.invitations.find(token)
    if not table.is_host(site.guests.read(request.cookies)):
        async with table.reading():
            table.looked_at(seat)
    return await page(
        request, "join.html", table=table, seat=seat, others=[s for s in table.seats if s.kind != "open"], listed=False
    )


async def accept(request: Request) -> Response:
    """Sit down."""
    site, token = site_of(request), request.path_params["token"]
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    name = fields.get("name") or await site.house.name_of(guest) or ""
    async with site.guesses.trying(request, token):
        table = await site.house.invitations.accept(token, guest, name, fields.get("contribution"))
    return go(request, f"/t/{table.id}", guest, new)


async def see_listed(request: Request) -> Response:
    """A listed table, before one sits down; whoever sits there already is led to it."""
    site = site_of(request)
    table = await listing.listed(site.house, request.path_params["table"])
    if table.seats_of(site.guests.read(request.cookies)):
        return RedirectResponse(f"/t/{table.id}", SEE_OTHER)
    seat = next(seat.number for seat in table.seats if seat.kind == "open")
    others = [one for one in table.seats if one.kind != "open"]
    return await page(request, "join.html", table=table, seat=seat, others=others, listed=True)


async def sit_listed(request: Request) -> Response:
    """Sit down at a listed table."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    if not site.actions.take(asker(request, None if new else guest)):
        raise Refused(TOO_FAST)
    name = fields.get("name") or await site.house.name_of(guest) or ""
    table = await listing.take(site.house, request.path_params["table"], guest, name, fields.get("contribution"))
    return go(request, f"/t/{table.id}", guest, new)


async def qr(request: Request) -> Response:
    """An invitation as a QR code, for whoever has it already."""
    site, token = site_of(request), request.path_params["token"]
    if not _is_token(token):
        raise NotFound("Only links are drawn as QR codes.")
    await site.house.invitations.find(token)
    svg = qr_svg(f"{reach_of(request, site.listening).base}/join/{token}")
    return Response(svg, media_type="image/svg+xml")


def reach_for(request: Request) -> Reach:
    return reach_of(request, site_of(request).listening)


def invitations(request: Request, table: Table) -> dict[int, dict[str, str]]:
    """What the host can hand out for each open seat: the link, its picture, and the words of its code."""
    keyring, reach = site_of(request).house.keyring, reach_for(request)
    found = {}
    for seat in table.seats:
        if seat.kind == "open":
            path = f"/join/{keyring.invite(table.id, seat.number, seat.renewed)}"
            qr = "" if reach.who == MACHINE else f"{path}/qr.svg"
            found[seat.number] = {"link": reach.base + path, "qr": qr, "code": codes.spoken(seat.code or "")}
    return found
