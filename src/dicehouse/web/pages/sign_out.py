"""Let a guest sign out in one browser; their data stays, for their other browsers."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...i18n import _
from ...server.accounts.notification_channels import delete_browser_of
from ...server.accounts.passkeys import read_passkeys
from ...server.accounts.recovery_phrases import read_made
from ..app_services import services_of
from ..form_posts import read_guest_form
from ..page_renderer import render_page

NOT_SIGNED_IN = _("Nobody is signed in here.")
TEMPLATE = "sign_out.html"


async def sign_out_page(request: Request) -> Response:
    """Return the page that asks if the guest is sure, and says how they can come back."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    can_return = guest is not None and await site.registry.store.read(
        lambda db: read_made(db, guest) is not None or bool(read_passkeys(db, guest))
    )
    return await render_page(request, TEMPLATE, known=guest is not None, can_return=can_return, done=False)


async def sign_out(request: Request) -> Response:
    """Delete the cookie, and the push subscription that the form names; the page then deletes what its worker keeps."""
    guest, fields = await read_guest_form(request, NOT_SIGNED_IN)
    site = services_of(request)
    await site.registry.store.write(delete_browser_of(guest, fields.get("endpoint", "")))
    request.scope["headers"] = [one for one in request.scope["headers"] if one[0] != b"cookie"]
    answer = await render_page(Request(request.scope), TEMPLATE, known=False, can_return=False, done=True)
    site.guests.forget(answer, secure=request.url.scheme == "https")
    return answer
