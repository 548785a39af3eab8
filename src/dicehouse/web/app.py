"""Build the application, and run the server's own jobs; serving.py serves it."""

from __future__ import annotations

import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from functools import partial

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from dicehouse import bots
from dicehouse.errors import DicehouseError
from dicehouse.old_names import old_name_getter

from ..server.accounts.mail import Post
from ..server.accounts.turn_notifier import DELAY, Caller, Way
from ..server.accounts.web_push import Pusher
from ..server.accounts.web_push import available as push_available
from ..server.accounts.webhooks import WebhookSender
from ..server.archive.backfill import catch_up
from ..server.archive.review_worker import Reviewer
from ..server.clubs.ratings import Ratings
from ..server.clubs.tournaments import keep_contests
from ..server.driver import Bot
from ..server.net_opponents import Nets
from ..server.operators import forget_acts
from ..server.retention import Keep, apply_retention
from ..server.seats import Keyring
from ..server.storage.database_address import Place
from ..server.storage.store import Store, StoreFailed
from ..server.storage.store_factory import open_store
from ..server.table.change import Grace
from ..server.table_registry import TableRegistry
from .admission_queue import AdmissionMiddleware
from .app_services import Alone, AppServices
from .code_attempt_limit import CodeAttemptLimit
from .error_responses import handle_dicehouse_error, handle_http_error, handle_store_error, handle_unexpected_error
from .guest_cookies import CookieExchangeMiddleware, GuestCookies
from .option_preview import PreviewWorker
from .pages import notification_page, webhook_forms
from .path_prefix import PathPrefixMiddleware
from .prometheus_metrics import Metrics
from .rate_limits import ClientBuckets, RateLimits
from .reachable_address import ListenAddress
from .recovery_phrases import RecoveryPhrases
from .security_middleware import SecurityMiddleware

log = logging.getLogger("dicehouse.web")

SWEEP_SECONDS = 60
PRESENCE_CHECK_SECONDS = 5  # between two checks for absent players, for whom a bot may play
__getattr__ = old_name_getter(__name__)  # what serves an application is in serving.py now

BOT_DELAY_SECONDS = 1.2  # seconds; the page needs about 1.6 to show a keep and a throw, and speeds up when it is late


def make_app(
    database: Place | Store,
    *,
    bot_delay: float = BOT_DELAY_SECONDS,
    secret_key: bytes | None = None,
    limits: RateLimits | None = None,
    make_bot: Callable[[str], Bot] = bots.make,
    most_pages: int | None = None,
    grace: Grace | None = None,
    reviewer: Reviewer | None = None,
    listening: ListenAddress | None = None,
    metrics: Metrics | None = None,
    keep: Keep | None = None,
    address: str | None = None,
    post: Post | None = None,
    pushes: bool | Callable[[Keyring], Pusher] = True,
    call_after: float = DELAY,
    nets: Nets | None = None,
    tab_site: str | None = None,
    routes: Sequence[BaseRoute] | None = None,
    alone: Alone | None = None,
    webhooks: WebhookSender | None = None,
    path: str = "",
    operators: Collection[str] = (),
) -> Starlette:
    """Return the server as an ASGI application, with its tables in `database`; raise CantOpen if they can't be used.

    `database` is a place, or a store that is open already; with a store, `secret_key` is needed. `routes` are the
    addresses that it answers, by default all. `alone` says what it can do where it runs in the browser of its only
    reader.

    `listening` is where the server listens; without it, an invitation can't give a browser on the same machine an
    address for friends. `address` is the one that friends use; it is written into mails, which `post` sends. `pushes`
    says if browsers get push messages, where the server can send them. Mails and push messages are sent after
    `call_after` seconds. `nets` are neural nets that play at the tables like the bots. `webhooks` sends
    messages to the webhooks of guests, and needs `address`; without it, no guest can have one. `path` is the path below
    which the pages are, such as "/dice". `operators` are the numbers of the guests who may use the operator's page.
    `tab_site` is the address of the host's static site, which pages offer for times without a connection.
    """
    own_address = None if address is None else address + path
    allowed = limits or RateLimits()
    if isinstance(database, Store):
        assert secret_key is not None
        store, key = database, secret_key
    else:
        store, key = open_store(database, key=secret_key, most_pages=most_pages)
    keyring = Keyring(key)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry = TableRegistry(store, keyring, make_bot, bots.names, bot_delay, grace, reviewer, nets)
        if alone is not None:
            registry.local, registry.can_play = True, alone.can_play
            registry.thinkers.searches, registry.thinkers.elsewhere = alone.searches, alone.elsewhere
        rates = (
            ClientBuckets(allowed.actions),
            ClientBuckets(allowed.chat),
            ClientBuckets(allowed.practice),
            ClientBuckets(allowed.trials),
        )
        workshop = PreviewWorker()
        app.state.site = AppServices(
            registry,
            GuestCookies(keyring, store, has_operators=bool(operators)),
            allowed,
            *rates,
            hints=ClientBuckets(allowed.hints),
            tables=ClientBuckets(allowed.tables),
            sockets={},
            workshop=workshop,
            guesses=CodeAttemptLimit(allowed, store),
            exports=ClientBuckets(allowed.exports),
            listening=listening,
            metrics=metrics,
            phrases=RecoveryPhrases(allowed, keyring, store),
            ratings=Ratings(store),
            keep=keep or Keep(),
            letters=ClientBuckets(allowed.letters),
            passkeys=ClientBuckets(allowed.passkeys),
            address=own_address,
            post=post,
            webhook_tests=ClientBuckets(allowed.webhooks),
            webhook_messages=ClientBuckets(allowed.webhook_messages),
            webhooks=webhooks,
            operators=frozenset(operators),
            pusher=_make_pusher(pushes, keyring, own_address),
            tab_site=tab_site,
            alone=alone,
        )
        await app.state.site.guests.learn()
        registry.look_who.append(app.state.site.guests.learn)
        caller = registry.caller = Caller(_notification_channels(app.state.site), call_after)
        if metrics:
            metrics.watch(registry, app.state.site.sockets)
        async with anyio.create_task_group() as tasks:
            for job in (
                partial(_sweep_tables, registry),
                partial(catch_up, registry),
                registry.reviews.resume,
                partial(apply_retention, registry, keep or Keep()),
                partial(forget_acts, registry, (keep or Keep()).acts),
                registry.timekeeper.run,
                partial(keep_contests, registry),
                partial(notification_page.keep_sending_held_mails, app.state.site),
            ):
                tasks.start_soon(_run_forever, job)
            yield
            tasks.cancel_scope.cancel()
        caller.close()
        workshop.close()
        registry.close("The server is restarting.")

    return Starlette(
        routes=_all_routes() if routes is None else routes,
        lifespan=lifespan,
        middleware=[
            Middleware(AdmissionMiddleware),
            *([Middleware(PathPrefixMiddleware, prefix=path)] if path else []),
            Middleware(SecurityMiddleware, on_error=handle_unexpected_error, metrics=metrics),
            Middleware(CookieExchangeMiddleware),
        ],
        exception_handlers={
            HTTPException: handle_http_error,
            DicehouseError: handle_dicehouse_error,
            StoreFailed: handle_store_error,
        },
    )


def _all_routes() -> Sequence[BaseRoute]:
    from .routes import page_routes  # some of these pages need libraries that an application with fewer has not

    return page_routes()


def _make_pusher(pushes: bool | Callable[[Keyring], Pusher], keyring: Keyring, address: str | None) -> Pusher | None:
    if callable(pushes):
        return pushes(keyring)
    return Pusher(keyring, address or "https://localhost/") if pushes and push_available() else None


def _notification_channels(site: AppServices) -> list[Way]:
    """Return the channels by which this server can notify a guest of their turn."""
    ways: list[Way] = []
    if site.pusher:
        ways.append(partial(notification_page.notify_by_push, site))
    if site.post:
        ways.append(partial(notification_page.notify_by_mail, site))
    if site.webhooks and site.address:
        ways.append(partial(webhook_forms.notify_by_webhook, site))
    return ways


async def _run_forever(job: Callable[[], Awaitable[None]]) -> None:
    """Run one of the server's own jobs, and run it again if it fails: a failing job must not end the others."""
    while True:
        try:
            return await job()
        except Exception:
            log.exception("a background job failed and is being restarted")
            await anyio.sleep(PRESENCE_CHECK_SECONDS)


async def _sweep_tables(registry: TableRegistry) -> None:
    for number in itertools.count(1):
        await anyio.sleep(PRESENCE_CHECK_SECONDS)
        registry.look_round()
        if number % (SWEEP_SECONDS // PRESENCE_CHECK_SECONDS) == 0:
            registry.sweep()
            await registry.invitations.keep_all_codes()
