"""Let a reader choose the language of the pages."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...i18n import _
from ...server.seats import Refused
from ..app_services import services_of
from ..form_posts import SEE_OTHER
from ..reader_language import is_language, remember_language
from ..request_parsing import read_form

OWN_PATH = re.compile(r"/(?![/\\])[^\s\\]{0,500}")


async def choose_language(request: Request) -> Response:
    """Keep the language that a form names, and go back to the page with the form."""
    fields = await read_form(request)
    language, back = fields.get("language", ""), fields.get("back", "/")
    if not is_language(language):
        raise Refused(_("This server doesn't speak that language."))
    response = RedirectResponse(back if OWN_PATH.fullmatch(back) else "/", SEE_OTHER)
    remember_language(response, language, request.url.scheme == "https")
    site = services_of(request)
    if (guest := site.guests.read(request.cookies)) is not None:
        await site.guests.choose_language(guest, language)
    return response
