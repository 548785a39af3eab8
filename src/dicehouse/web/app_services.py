"""Hold what all pages and sockets of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from dicehouse.core.game import Game

from ..server.accounts.mail import Post
from ..server.accounts.web_push import Pusher
from ..server.accounts.webhooks import WebhookSender
from ..server.clubs.ratings import Ratings
from ..server.driver import Elsewhere, here
from ..server.retention import Keep
from ..server.table_registry import TableRegistry
from .code_attempt_limit import CodeAttemptLimit, client_address
from .guest_cookies import GuestCookies
from .option_preview import PreviewWorker
from .prometheus_metrics import Metrics
from .rate_limits import ClientBuckets, RateLimits
from .reachable_address import ListenAddress
from .recovery_phrases import RecoveryPhrases
from .replay_cache import ReplayCache
from .server_watch import ServerWatch


@dataclass(frozen=True, slots=True)
class Alone:
    """Describe an application that runs in the browser of its only reader: nobody else can reach it."""

    games: frozenset[str]  # ids of the games that can be played there
    can_play: Callable[[str, Game], bool]  # whether a bot plays a game there
    searches: bool = False  # whether there are compiled rules, which hints and reviews need
    elsewhere: Elsewhere = here  # does the work of thoughts, since there are no threads

    def offers(self, game: str) -> bool:
        """Return True if the game with this id can be played there."""
        return game in self.games


@dataclass(frozen=True, slots=True)
class AppServices:
    """Hold the server's tables, its guests and its limits."""

    registry: TableRegistry
    guests: GuestCookies
    limits: RateLimits
    actions: ClientBuckets
    chat: ClientBuckets
    practice: ClientBuckets
    trials: ClientBuckets
    hints: ClientBuckets
    tables: ClientBuckets
    sockets: dict[str, int]  # open sockets of each guest
    workshop: PreviewWorker
    guesses: CodeAttemptLimit
    exports: ClientBuckets
    phrases: RecoveryPhrases
    ratings: Ratings
    keep: Keep = field(default_factory=Keep)  # how long data is kept
    replays: ReplayCache = field(default_factory=ReplayCache)
    metrics: Metrics | None = None  # None: metrics are off
    passkeys: ClientBuckets = field(
        default_factory=lambda: ClientBuckets(RateLimits().passkeys)
    )  # sign-in attempts, by address
    letters: ClientBuckets = field(
        default_factory=lambda: ClientBuckets(RateLimits().letters)
    )  # mails that ask to confirm an address, by client
    webhook_tests: ClientBuckets = field(
        default_factory=lambda: ClientBuckets(RateLimits().webhooks)
    )  # messages that try a webhook, by client
    webhook_messages: ClientBuckets = field(
        default_factory=lambda: ClientBuckets(RateLimits().webhook_messages)
    )  # by guest
    address: str | None = None  # the public address of the server, if its host set one
    post: Post | None = None  # sends mails; None without a mail server
    pusher: Pusher | None = None  # sends push messages; None if it can't
    webhooks: WebhookSender | None = None  # sends messages to webhooks; None if the host does not allow them
    mailing: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while it is decided who gets a letter
    parquet: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a file of all dice is made: one at a time
    operators: frozenset[str] = frozenset()  # numbers of the guests who may moderate; empty: nobody
    watch: ServerWatch = field(default_factory=ServerWatch)
    listening: ListenAddress | None = None  # where the server listens, if known
    tab_site: str | None = None  # the address of the host's static site, on which the games need no server
    alone: Alone | None = None  # None: others reach it, too


def services_of(connection: HTTPConnection) -> AppServices:
    site = connection.app.state.site
    assert isinstance(site, AppServices)
    return site


def rate_limit_key(connection: HTTPConnection, guest: str | None) -> str:
    """Return the key of the rate limits that hold: the guest's id, or the address of a client without one."""
    return guest or f"address {client_address(connection)}"
