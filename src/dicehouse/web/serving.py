"""Serve the application until the process is stopped."""

from __future__ import annotations

import contextlib
import gc
import socket
import threading
import webbrowser
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..server.accounts.mail import Post, Server
from ..server.accounts.webhooks import WebhookSender
from ..server.net_opponents import Nets
from ..server.retention import Keep
from ..server.storage.data_files import default_database
from ..server.storage.database_address import Place
from .app import BOT_DELAY_SECONDS, make_app
from .connection_limits import LimitedHttpProtocol, LimitedWebSocketProtocol, close_overdue_connections
from .forwarded_headers import ForwardedHeadersMiddleware
from .listening_socket import listen, listen_at_file
from .prometheus_metrics import Metrics, check_metrics_port
from .rate_limits import ConnectionDeadlines, RateLimits
from .reachable_address import ListenAddress, network_urls, own_url

METRICS_HOST = "127.0.0.1"  # metrics can be read on this machine only


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
    tab_site: str | None = None,
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
            tab_site=tab_site,
        )
        when_laid()
        if there is None:
            here = f"{address}{path}/" if address else None
            _announce(f"Dicehouse is listening at the socket {socket_file}" + (f" for {here}" if here else ""))
        else:
            here = f"{own_url(there)}{path}/"
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
