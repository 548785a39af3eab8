"""Serve the application until the process is stopped."""

from __future__ import annotations

import contextlib
import gc
import threading
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn
from starlette.applications import Starlette

from ..server.accounts.mail import Post, Server
from ..server.net_opponents import Nets
from ..server.retention import Keep
from ..server.storage.data_files import default_database
from ..server.storage.database_address import Place
from .app import BOT_DELAY_SECONDS, make_app
from .connection_limits import LimitedHttpProtocol, LimitedWebSocketProtocol, close_overdue_connections
from .forwarded_headers import ForwardedHeadersMiddleware
from .listening_socket import listen
from .prometheus_metrics import Metrics, check_metrics_port
from .rate_limits import ConnectionDeadlines, RateLimits
from .reachable_address import ListenAddress, network_urls

METRICS_HOST = "127.0.0.1"  # metrics can be read on this machine only


class _ServerConfig(uvicorn.Config):
    """Learn the client's address and scheme from `proxies`."""

    proxies: Sequence[str] = ()

    def load(self) -> None:
        super().load()
        if self.proxies:
            self.loaded_app = ForwardedHeadersMiddleware(self.loaded_app, self.proxies)


def make_server(
    app: Starlette,
    host: str,
    port: int,
    *,
    quiet: bool = True,
    deadlines: ConnectionDeadlines | None = None,
    proxies: Sequence[str] = (),
) -> uvicorn.Server:
    """Return the server with the settings that it is tested with. `proxies` are the addresses and networks that are
    trusted to name the client's address and scheme."""
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
    config.proxies = proxies
    server = uvicorn.Server(config)
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
) -> None:
    """Serve until the process is stopped (Ctrl-C or SIGTERM). `when_laid` is called when the server is ready. Raise
    OSError if the port can't be used, CantOpen if the tables can't be used."""
    with listen(host, port) as listening:
        listening.set_inheritable(True)
        there = ListenAddress(host, listening.getsockname()[1])
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
        )
        when_laid()
        shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host  # noqa: S104  # compared, not bound
        here = f"http://{shown}:{listening.getsockname()[1]}/"
        _announce(f"The table is laid at {here}")
        for friends in network_urls(there):
            _announce(f"Friends in your network find it at {friends}/")
        if metrics:
            port_of_metrics = metrics.serve(METRICS_HOST, metrics_port or 0)
            _announce(f"Its metrics are at http://{METRICS_HOST}:{port_of_metrics}/metrics")
        if open_browser:
            threading.Timer(0.4, webbrowser.open, (here,)).start()
        freeze_garbage_collector()
        make_server(app, host, port, proxies=proxies).run(sockets=[listening])
