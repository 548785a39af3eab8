"""Handle the forms that a guest sends: answer with a redirect, or with the page and the reason for a refusal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..server.seats import Refused
from .app_services import AppServices, rate_limit_key, services_of
from .security_middleware import read_form

SEE_OTHER = 303
TOO_FAST = "That was faster than the house follows; take a breath and try again."

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


async def read_guest_form(request: Request, nothing: str) -> tuple[str, FormFields]:
    """Return the guest who sent a form, within their limits, and its fields. Raise Refused with the text `nothing` if
    the client is no guest yet."""
    site = services_of(request)
    fields = await read_form(request, site.limits.body)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused(nothing)
    if not site.actions.take(rate_limit_key(request, guest)):
        raise Refused(TOO_FAST)
    return guest, fields


def guest_form(page: str, shows: ErrorPage) -> Callable[[FormHandler], Endpoint]:
    """Return a decorator for form handlers of `page`, for the guest who sends one, within their limits. A client
    becomes a guest only by a form that succeeds."""

    def endpoint_of(does: FormHandler) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            site = services_of(request)
            fields = await read_form(request, site.limits.body)
            guest, new = site.guests.of(request)
            try:
                if not site.actions.take(rate_limit_key(request, None if new else guest)):
                    raise Refused(TOO_FAST)
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
