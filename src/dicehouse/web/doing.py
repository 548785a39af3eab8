"""The forms of one's own pages: each does what it says, and what can't be comes back with its page and the reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from ..table.seats import Refused
from .guard import read_form
from .pages import TOO_FAST, as_guest, go
from .site import Site, asker, site_of

Fields: TypeAlias = dict[str, str]
Does: TypeAlias = Callable[[Request, Site, Fields, str], Awaitable[Response | None]]  # the answer; None: the page anew
Shows: TypeAlias = Callable[[Request, str, Fields], Awaitable[Response]]  # the page with what is wrong
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


async def sender(request: Request, nothing: str) -> tuple[str, Fields]:
    """The guest who sent a form, within their limits, and its fields; Refused with `nothing` if they are none yet."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused(nothing)
    if not site.actions.take(asker(request, guest)):
        raise Refused(TOO_FAST)
    return guest, fields


def form(page: str, shows: Shows) -> Callable[[Does], Endpoint]:
    """Forms of the page at this address, for the guest who sends one, within their limits.

    Only a form that was followed makes somebody a guest.
    """

    def endpoint_of(does: Does) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            site = site_of(request)
            fields = await read_form(request, site.limits.body)
            guest, new = site.guests.of(request)
            try:
                if not site.actions.take(asker(request, None if new else guest)):
                    raise Refused(TOO_FAST)
                answer = await does(request, site, fields, guest)
            except Refused as error:
                return await shows(request, str(error), fields)
            return go(request, page, guest, new) if answer is None else as_guest(request, answer, guest, new)

        return endpoint

    return endpoint_of
