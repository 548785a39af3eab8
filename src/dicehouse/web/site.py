"""What all pages and sockets of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from ..table.house import House
from .addresses import Listening
from .guessing import Guesses
from .guests import Guests
from .limits import Buckets, Limits
from .shelf import Shelf
from .trials import Workshop


@dataclass(frozen=True, slots=True)
class Site:
    """The house behind a server, its guests and its limits."""

    house: House
    guests: Guests
    limits: Limits
    actions: Buckets
    chat: Buckets
    practice: Buckets
    trials: Buckets
    hints: Buckets
    tables: Buckets
    sockets: dict[str, int]  # open sockets of each guest
    workshop: Workshop
    guesses: Guesses
    exports: Buckets
    shelf: Shelf = field(default_factory=Shelf)
    listening: Listening | None = None  # where the server listens, if it told the house


def site_of(connection: HTTPConnection) -> Site:
    site = connection.app.state.site
    assert isinstance(site, Site)
    return site


def asker(connection: HTTPConnection, guest: str | None) -> str:
    """Whose limits hold: a guest's own; for somebody who is no guest yet, those of the address."""
    return guest or f"address {connection.client.host if connection.client else '?'}"
