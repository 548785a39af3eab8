"""Check the rate limits that several kinds of requests share, and count the open connections of a client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection, Request

from ..i18n import _
from ..server.seats import Refused
from .app_services import AppServices, rate_limit_key, services_of

TOO_FAST = _("Too many requests. Wait a moment and try again.")
NEEDS_SERVER = _("This game needs a server.")
TOO_MANY_TABLES = _("You opened many tables in a short time. Play one of them first.")
TOO_MANY_DOWNLOADS = _("These files are large. Wait half a minute before the next download.")


def check_action_limit(connection: HTTPConnection, guest: str | None) -> None:
    """Count an action of `guest`, or of the client's address if it is no guest yet. Raise Refused above the limit."""
    if not services_of(connection).actions.take(rate_limit_key(connection, guest)):
        raise Refused(TOO_FAST)


def check_table_limit(request: Request) -> None:
    """Count a new table. Raise Refused above the limit.

    It counts for the address of the client and not for the guest, because anybody can become a new guest.
    """
    if not services_of(request).tables.take(rate_limit_key(request, None)):
        raise Refused(TOO_MANY_TABLES)


def check_offered(site: AppServices, game: str) -> None:
    """Raise Refused if the game with this id can't be played where the application runs."""
    if site.alone is not None and not site.alone.offers(game):
        raise Refused(NEEDS_SERVER)


def check_download_limit(request: Request) -> None:
    """Count the download of a large file. Raise Refused above the limit."""
    site = services_of(request)
    if not site.exports.take(rate_limit_key(request, site.guests.read(request.cookies))):
        raise Refused(TOO_MANY_DOWNLOADS)


def may_connect(site: AppServices, who: str) -> bool:
    """Return True if the client with the rate-limit key `who` may open another socket or stream."""
    return site.sockets.get(who, 0) < site.limits.sockets_per_guest


@contextmanager
def count_connection(site: AppServices, who: str) -> Iterator[None]:
    """Count an open socket or stream of the client `who` until the `with` block ends."""
    site.sockets[who] = site.sockets.get(who, 0) + 1
    try:
        yield
    finally:
        site.sockets[who] -= 1
        if not site.sockets[who]:
            del site.sockets[who]
