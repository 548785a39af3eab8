"""What all pages and sockets of one server share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from ..table.club.ratings import Ratings
from ..table.house import House
from ..table.keeping import Keep
from ..table.people.mail import Post
from ..table.people.push import Pusher
from .addresses import Listening
from .guessing import Guesses, address_of
from .guests import Guests
from .limits import Buckets, Limits
from .metrics import Metrics
from .shelf import Shelf
from .trials import Workshop

if TYPE_CHECKING:
    from .mine import Phrases


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
    phrases: Phrases
    ratings: Ratings
    keep: Keep = field(default_factory=Keep)  # for how long things are kept
    shelf: Shelf = field(default_factory=Shelf)
    metrics: Metrics | None = None  # if somebody watches
    passkeys: Buckets = field(default_factory=lambda: Buckets(Limits().passkeys))  # tried from an address
    letters: Buckets = field(default_factory=lambda: Buckets(Limits().letters))  # that ask for an address
    address: str | None = None  # by which friends reach the house, if its host says so
    post: Post | None = None  # what carries its letters, if there is a mail server
    pusher: Pusher | None = None  # what sends messages to browsers, if it can
    parquet: asyncio.Lock = field(default_factory=asyncio.Lock)  # who makes all dice into a file: one after the other
    listening: Listening | None = None  # where the server listens, if it told the house


def site_of(connection: HTTPConnection) -> Site:
    site = connection.app.state.site
    assert isinstance(site, Site)
    return site


def asker(connection: HTTPConnection, guest: str | None) -> str:
    """Whose limits hold: a guest's own; for somebody who is no guest yet, those of the address."""
    return guest or f"address {address_of(connection)}"
