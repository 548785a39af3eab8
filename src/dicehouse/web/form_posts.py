"""Handle the forms that a guest sends: answer with a redirect, or with the page and the reason for a refusal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse.errors import DicehouseError

from ..server.accounts.names import clean_chat
from ..server.seats import Refused
from .app_services import AppServices, services_of
from .request_limits import check_action_limit
from .request_parsing import read_form

SEE_OTHER = 303

FormFields: TypeAlias = dict[str, str]
FormHandler: TypeAlias = Callable[
    [Request, AppServices, FormFields, str], Awaitable[Response | None]
]  # the answer; None: the page again
ErrorPage: TypeAlias = Callable[[Request, str, FormFields], Awaitable[Response]]  # the page with an error
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def with_guest_cookie(request: Request, response: Response, guest: str, new: bool) -> Response:
    """Add the guest's cookie to the response if the guest is new."""
    if new:
        services_of(request).guests.give(response, guest, secure=request.url.scheme == "https")
    return response


def redirect_as_guest(request: Request, where: str, guest: str, new: bool) -> Response:
    return with_guest_cookie(request, RedirectResponse(where, SEE_OTHER), guest, new)


async def read_visitor_form(request: Request) -> tuple[FormFields, str, bool]:
    """Return the fields of a form, the guest who sent it (a new one if the client is none yet), and True if new."""
    fields = await read_form(request)
    return fields, *services_of(request).guests.of(request)


async def read_guest_form(request: Request, nothing: str) -> tuple[str, FormFields]:
    """Return the guest who sent a form, within their limits, and its fields. Raise Refused with the text `nothing` if
    the client is no guest yet."""
    site = services_of(request)
    fields = await read_form(request)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused(nothing)
    check_action_limit(request, guest)
    return guest, fields


def read_label(fields: FormFields, most: int, why: str) -> str:
    """Return the name that a guest gives to a token or key. Raise Refused with the text `why` if it is empty or longer
    than `most` characters."""
    try:
        label = clean_chat(fields.get("label", ""))
    except DicehouseError:
        raise Refused(why) from None
    if len(label) > most:
        raise Refused(why)
    return label


def guest_form(page: str, shows: ErrorPage) -> Callable[[FormHandler], Endpoint]:
    """Return a decorator for form handlers of `page`, for the guest who sends one, within their limits. A client
    becomes a guest only by a form that succeeds."""

    def endpoint_of(does: FormHandler) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            site = services_of(request)
            fields, guest, new = await read_visitor_form(request)
            try:
                check_action_limit(request, None if new else guest)
                answer = await does(request, site, fields, guest)
            except Refused as error:
                return await shows(request, str(error), fields)
            return (
                redirect_as_guest(request, page, guest, new)
                if answer is None
                else with_guest_cookie(request, answer, guest, new)
            )

        return endpoint

    return endpoint_of
