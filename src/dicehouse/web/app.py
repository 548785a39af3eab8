"""Build the application, run the server's own jobs, and serve it."""

from __future__ import annotations

import contextlib
import gc
import itertools
import logging
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from dicehouse import bots
from dicehouse.errors import DicehouseError

from ..server.accounts.mail import Post, Server
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
from ..server.storage.data_files import default_database
from ..server.storage.database_address import Place
from ..server.storage.store import StoreFailed
from ..server.storage.store_factory import open_store
from ..server.table.change import Grace
from ..server.table_registry import TableRegistry
from .admission_queue import AdmissionMiddleware
from .app_services import AppServices
from .code_attempt_limit import CodeAttemptLimit
from .connection_limits import LimitedHttpProtocol, LimitedWebSocketProtocol, close_overdue_connections
from .error_responses import handle_dicehouse_error, handle_http_error, handle_store_error, handle_unexpected_error
from .forwarded_headers import ForwardedHeadersMiddleware
from .guest_cookies import CookieExchangeMiddleware, GuestCookies
from .listening_socket import listen, listen_at_file
from .option_preview import PreviewWorker
from .pages import notification_page, webhook_forms
from .path_prefix import PathPrefixMiddleware
from .prometheus_metrics import Metrics, check_metrics_port
from .rate_limits import ClientBuckets, ConnectionDeadlines, RateLimits
from .reachable_address import ListenAddress, network_urls
from .recovery_phrases import RecoveryPhrases
from .routes import page_routes
from .security_middleware import SecurityMiddleware

log = logging.getLogger("dicehouse.web")

SWEEP_SECONDS = 60
PRESENCE_CHECK_SECONDS = 5  # between two checks for absent players, for whom a bot may play
METRICS_HOST = "127.0.0.1"  # metrics can be read on this machine only


BOT_DELAY_SECONDS = 1.2  # seconds; the page needs about 1.6 to show a keep and a throw, and speeds up when it is late


def make_app(
    database: Place,
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
    webhooks: WebhookSender | None = None,
    path: str = "",
    operators: Collection[str] = (),
) -> Starlette:
    """Return the server as an ASGI application, with its tables in `database`; raise CantOpen if they can't be used.

    `listening` is where the server listens; without it, an invitation can't give a browser on the same machine an
    address for friends. `address` is the one that friends use; it is written into mails, which `post` sends. `pushes`
    says if browsers get push messages, where the server can send them. Mails and push messages are sent after
    `call_after` seconds. `nets` are neural nets that play at the tables like the bots. `webhooks` sends
    messages to the webhooks of guests, and needs `address`; without it, no guest can have one. `path` is the path below
    which the pages are, such as "/dice". `operators` are the numbers of the guests who may use the operator's page.
    """
    own_address = None if address is None else address + path
    allowed = limits or RateLimits()
    store, key = open_store(database, key=secret_key, most_pages=most_pages)
    keyring = Keyring(key)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry = TableRegistry(store, keyring, make_bot, bots.names, bot_delay, grace, reviewer, nets)
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
        routes=page_routes(),
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


# serving --------------------------------------------------------------------------------------------------------------


class _ServerConfig(uvicorn.Config):
    """Learn the client's address and scheme from `proxies`."""

    proxies: Sequence[str] = ()
    socket_file = False

    def load(self) -> None:
        super().load()
        if self.proxies or self.socket_file:
            self.loaded_app = ForwardedHeadersMiddleware(self.loaded_app, self.proxies, socket_file=self.socket_file)


class _Server(uvicorn.Server):
    """Call `on_closed` after everything was closed: a signal that stopped the server ends the process right then."""

    on_closed: Callable[[], object] | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.on_closed is not None:
            self.on_closed()


def make_server(
    app: Starlette,
    host: str,
    port: int,
    *,
    quiet: bool = True,
    deadlines: ConnectionDeadlines | None = None,
    proxies: Sequence[str] = (),
    socket_file: bool = False,
    on_closed: Callable[[], object] | None = None,
) -> uvicorn.Server:
    """Return the server with the settings that it is tested with. `proxies` are the addresses and networks that are
    trusted to name the client's address and scheme. So is everybody who connects, if it serves at a `socket_file`."""
    config = _ServerConfig(
        app,
        host=host,
        port=port,
        loop="auto",
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        ws_max_size=RateLimits().frame,
        ws_per_message_deflate=False,
        ws_ping_interval=10,  # a lost connection is noticed within twenty seconds
        ws_ping_timeout=10,
        timeout_graceful_shutdown=3,
        log_config=None,  # keep our log handlers: uvicorn's own configuration closes all earlier ones
        log_level="warning" if quiet else "info",
        access_log=False,  # addresses of invitations hold their tokens
        server_header=False,
        proxy_headers=False,  # uvicorn's own reader of these headers knows no lists of schemes
        callback_notify=close_overdue_connections(lambda: server, deadlines or ConnectionDeadlines()),
        timeout_notify=0,
    )
    config.proxies, config.socket_file = proxies, socket_file
    server = _Server(config)
    server.on_closed = on_closed
    return server


def freeze_garbage_collector() -> None:
    """Exclude from garbage collection what is never freed: modules and compiled rules use most of the memory."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 5)


def _announce(sentence: str) -> None:
    """Print a sentence; a server goes on serving if nobody reads its output any more."""
    with contextlib.suppress(OSError):
        print(sentence, flush=True)


def serve(
    host: str,
    port: int,
    database: Place | None = None,
    open_browser: bool = False,
    *,
    proxies: Sequence[str] = (),
    when_laid: Callable[[], None] = lambda: None,
    bot_delay: float = BOT_DELAY_SECONDS,
    metrics_port: int | None = None,
    keep: Keep | None = None,
    address: str | None = None,
    mail: Server | None = None,
    nets: Nets | None = None,
    webhooks: WebhookSender | None = None,
    path: str = "",
    operators: Collection[str] = (),
    socket_file: Path | None = None,
) -> None:
    """Serve until the process is stopped (Ctrl-C or SIGTERM). `when_laid` is called when the server is ready. The pages
    are below `path`. With a `socket_file`, the server listens there instead of at a host and port. Raise OSError if the
    port or file can't be used, CantOpen if the tables can't be used."""
    with contextlib.ExitStack() as opened:
        if socket_file is None:
            listening = opened.enter_context(listen(host, port))
            there = ListenAddress(host, listening.getsockname()[1])
        else:
            listening, there = opened.enter_context(listen_at_file(socket_file)), None
        listening.set_inheritable(True)
        metrics = None if metrics_port is None else Metrics()
        if metrics_port:
            check_metrics_port(METRICS_HOST, metrics_port)
        place = database or default_database()
        post = None if mail is None else Post(mail)
        app = make_app(
            place,
            bot_delay=bot_delay,
            listening=there,
            metrics=metrics,
            keep=keep,
            address=address,
            post=post,
            nets=nets,
            webhooks=webhooks,
            path=path,
            operators=operators,
        )
        when_laid()
        if there is None:
            here = f"{address}{path}/" if address else None
            _announce(f"Dicehouse is listening at the socket {socket_file}" + (f" for {here}" if here else ""))
        else:
            shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104  # compared, not bound
            here = f"http://{shown}:{there.port}{path}/"
            _announce(f"Dicehouse is running at {here}")
            for friends in network_urls(there, path):
                _announce(f"Friends on your network can open {friends}/")
        if metrics:
            port_of_metrics = metrics.serve(METRICS_HOST, metrics_port or 0)
            _announce(f"Metrics are at http://{METRICS_HOST}:{port_of_metrics}/metrics")
        if open_browser and here:
            threading.Timer(0.4, webbrowser.open, (here,)).start()
        freeze_garbage_collector()
        made = make_server(
            app, host, port, proxies=proxies, socket_file=socket_file is not None, on_closed=opened.close
        )
        made.run(sockets=[listening])
