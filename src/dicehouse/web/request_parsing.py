"""Read what a request sends: its body, the fields of a form, and numbers in fields and addresses.

Forms must come from our own pages. The API reads its bodies by `read_body`, too, but needs no check of the origin,
because it ignores cookies.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterable, Mapping
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import HTTPConnection, Request
from starlette.types import Scope

from ..i18n import _
from ..server.seats import Refused
from .app_services import services_of
from .origins import explain_foreign_origin

log = logging.getLogger("dicehouse.web")

FOREIGN_REQUEST = _("This request came from another site, so it was refused.")
BODY_TOO_LARGE = _("That is too large.")
NOT_A_FORM = _("The server couldn't read that form.")
URL_ENCODED = "application/x-www-form-urlencoded"
MAX_FIELDS = 200
FORM_BYTES = 4096  # of a form around its file
MAX_FIELD_DIGITS = 10
UNKNOWN_ROUTE = "(no page)"  # name in the log for an address that is none of ours


class BodyTooLarge(Refused):
    """Report that a body is over the size limit."""


class ForeignOrigin(Refused):
    """Report that another site caused the request."""


def refuse_foreign_origin(scope: Scope) -> bool:
    """Return True if no page of this server sent the request, and log what was compared with what."""
    scheme = scope["scheme"] if scope["type"] == "http" else None  # a socket always has an Origin
    why = explain_foreign_origin(Headers(scope=scope), scope["app"].state.site.address, scheme)
    if why is None:
        return False
    kind = "socket" if scope["type"] == "websocket" else "form"
    log.warning("A %s was refused (%s): %s.", kind, getattr(scope.get("route"), "path", UNKNOWN_ROUTE), why)
    return True


def media_type(headers: Headers) -> str:
    """Return the media type of a body, in lower case and without parameters; empty if `headers` name none."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_body(request: Request, limit: int) -> bytes:
    """Return the body of `request`. Raise BodyTooLarge as soon as it is longer than `limit` bytes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise BodyTooLarge(BODY_TOO_LARGE)
    return bytes(body)


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; of equal names the last one counts.

    Raise ForeignOrigin if another site sent it, BodyTooLarge if it is too large, and Refused if it is not a form.
    """
    if refuse_foreign_origin(request.scope):
        raise ForeignOrigin(FOREIGN_REQUEST)
    body = await read_body(request, services_of(request).limits.body)
    if media_type(request.headers) != URL_ENCODED and body:
        raise Refused(NOT_A_FORM)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
    except ValueError:
        raise Refused(NOT_A_FORM) from None
    return dict(pairs)


async def read_file(request: Request, name: str, limit: int) -> str:
    """Return the text of the file in the field `name` of a form; empty if none was chosen.

    A page in a tab sends it as an ordinary field. Raise ForeignOrigin if another site sent it, BodyTooLarge if it has
    more than `limit` bytes, and Refused if it is not such a form or not text.
    """
    if refuse_foreign_origin(request.scope):
        raise ForeignOrigin(FOREIGN_REQUEST)
    kind, most = media_type(request.headers), limit + FORM_BYTES
    body = await read_body(request, 3 * most if kind == URL_ENCODED else most)  # a character takes up to three there

    async def again() -> AsyncGenerator[bytes, None]:
        yield body

    try:
        if kind == URL_ENCODED:
            return dict(parse_qsl(body.decode(), max_num_fields=MAX_FIELDS)).get(name, "")
        if kind != "multipart/form-data":
            raise Refused(NOT_A_FORM)
        parser = MultiPartParser(request.headers, again(), max_files=1, max_fields=MAX_FIELDS)
        parser.spool_max_size = most  # nothing of it is written to the disk
        found = (await parser.parse()).get(name)
        return "" if found is None else found if isinstance(found, str) else (await found.read()).decode()
    except (ValueError, MultiPartException):
        raise Refused(NOT_A_FORM) from None


def parse_number(text: str, max_digits: int) -> int | None:
    """Return the whole number that `text` writes in at most `max_digits` digits; None if it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None


def read_number(fields: Mapping[str, str], name: str, most: int = 1_000_000_000) -> int:
    """Return the field `name` of a form as a number from 0 to `most`. Raise Refused, with its name, if it isn't one."""
    number = parse_number(fields.get(name, ""), MAX_FIELD_DIGITS)
    if number is None or number > most:
        raise Refused(_("The field “{name}” must be a whole number from 0 to {most}.", name=name, most=most))
    return number


def is_on(fields: Mapping[str, str]) -> bool:
    """Return True if the button that sent a form turns something on."""
    return fields.get("on") == "yes"


def chosen_seat(connection: HTTPConnection, name: str, seats: Iterable[int]) -> int | None:
    """Return the seat that the parameter `name` of the address names; None if it is not one of `seats`."""
    text = connection.query_params.get(name)
    return next((seat for seat in seats if str(seat) == text), None)
