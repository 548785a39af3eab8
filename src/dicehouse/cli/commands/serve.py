"""Run `dicehouse serve`."""

from __future__ import annotations

import argparse
import logging
import os

from ..argument_types import (
    file_path,
    mail_server,
    network_address,
    operator_number,
    own_network,
    url_path,
    web_address,
    whole_number,
)
from ..exit_codes import UsageError, quote_input
from ..game_arguments import NO_CACHE, add_database_argument

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8765
KEEP_DAYS = 365  # of what operators did
HELP = "start the server and open it in your browser"
DETAILS = """\
The server keeps tables in a database file, so they survive a restart. To let others on your network join, serve on all
addresses:
  dicehouse serve --host 0.0.0.0
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse serve` to `parser`."""
    parser.add_argument("--host", help="address to serve on (default: 127.0.0.1, which only this machine can reach)")
    parser.add_argument(
        "--port",
        type=whole_number("a port", 0, 65_535),
        help="port to serve on (default: 8765; 0: any free port)",
    )
    parser.add_argument(
        "--socket",
        type=file_path,
        metavar="FILE",
        help="listen at this file instead of a port, for a proxy on the same machine, which is trusted as with --proxy",
    )
    parser.add_argument(
        "--path",
        type=url_path,
        metavar="PATH",
        help="serve all pages below this path, such as /dice, if a proxy has other pages under the same host name",
    )
    add_database_argument(parser)
    parser.add_argument(
        "--proxy",
        type=network_address,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trust this proxy, or network of proxies, to name the client (X-Forwarded-For and "
        "X-Forwarded-Proto); may be repeated",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="add a neural net to the bots of its game; may be repeated",
    )
    parser.add_argument("--no-browser", action="store_true", help="don't open the browser")
    parser.add_argument("--log", choices=("text", "json"), default="text", help="format of the log (default: text)")
    parser.add_argument(
        "--log-level",
        choices=("info", "warning", "error"),
        default="warning",
        help="info also logs each page request (default: warning)",
    )
    parser.add_argument(
        "--metrics",
        type=whole_number("a port", 0, 65_535),
        metavar="PORT",
        help="serve metrics for Prometheus on this port, which only this machine can reach",
    )
    parser.add_argument(
        "--operator",
        type=operator_number,
        action="append",
        default=[],
        metavar="NUMBER",
        help="the number of a guest, from the guest's own page, who may use the operator's page, /admin, after signing "
        "in with a passkey; may be repeated (default: no operators, and no such page)",
    )
    retention = parser.add_argument_group("retention (default: keep everything)")
    for what, least, line in (
        ("games", 1, "remove a game and its chat this many days after its end"),
        ("chat", 1, "remove the chat of a game this many days after its end"),
        ("guests", 7, "remove guests and all their data after this many days away"),
    ):
        retention.add_argument(
            f"--keep-{what}", type=whole_number("the number of days", least, 36_500), metavar="DAYS", help=line
        )
    retention.add_argument(
        "--keep-audit",
        type=whole_number("a time to keep", 1, 36_500),
        default=KEEP_DAYS,
        metavar="DAYS",
        help=f"remove the record of what operators did after this many days (default: {KEEP_DAYS})",
    )
    parser.add_argument(
        "--at",
        type=web_address,
        metavar="ADDRESS",
        default=os.environ.get("DICEHOUSE_AT") or None,
        help="the server's address for links in e-mails, such as https://dice.example.org (default: the variable"
        " DICEHOUSE_AT)",
    )
    parser.add_argument(
        "--site",
        type=web_address,
        metavar="ADDRESS",
        help="the address of your static site of the games, as `dicehouse site` writes it: the home page and the page"
        " without a connection then link to it",
    )
    parser.add_argument(
        "--mail",
        type=mail_server,
        metavar="SERVER",
        default=os.environ.get("DICEHOUSE_MAIL") or None,
        help="the mail server for notifications: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS (default: the variable"
        " DICEHOUSE_MAIL, which keeps the password out of the list of processes)",
    )
    parser.add_argument(
        "--webhooks",
        action="store_true",
        help="notify people of their turns through their own webhooks (Discord, Slack, ntfy...): this server then "
        "sends requests to public addresses that they name",
    )
    parser.add_argument(
        "--webhook-address",
        type=own_network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address or a network of yours that webhooks may use although it isn't public; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped; the rules are compiled or loaded in the background."""
    from dicehouse.server.accounts.webhooks import WebhookSender
    from dicehouse.server.net_opponents import read_nets
    from dicehouse.server.retention import Keep
    from dicehouse.server.server_log import write_down
    from dicehouse.web import serving
    from dicehouse.web.listening_socket import explain_listen_error, explain_socket_error, plain_host

    write_down(arguments.log, arguments.log_level)
    if arguments.socket and (arguments.host is not None or arguments.port is not None):
        raise UsageError("The server listens either at --socket or at --host and --port; name only one of them.")
    if arguments.host is not None and not arguments.host.strip():
        raise UsageError("--host needs an address: 127.0.0.1 for this machine only, or 0.0.0.0 for your whole network.")
    host = DEFAULT_HOST if arguments.host is None else plain_host(arguments.host)
    port = DEFAULT_PORT if arguments.port is None else arguments.port
    address, path = _address_and_path(arguments.at, arguments.path)
    if arguments.mail and not arguments.at:
        raise UsageError("E-mails contain links, so --mail needs the server's address. Add --at https://YOUR-ADDRESS.")
    if arguments.webhooks and not arguments.at:
        raise UsageError(
            "Messages contain links, so --webhooks needs the server's address. Add --at https://YOUR-ADDRESS."
        )
    if arguments.webhook_address and not arguments.webhooks:
        raise UsageError("--webhook-address works only together with --webhooks.")
    webhooks = WebhookSender(arguments.at, arguments.webhook_address) if arguments.webhooks else None
    nets = read_nets(arguments.bot)
    try:
        serving.serve(
            host,
            port,
            arguments.database,
            open_browser=not arguments.no_browser,
            proxies=arguments.proxy,
            when_laid=_precompile_all,
            metrics_port=arguments.metrics,
            keep=Keep(arguments.keep_games, arguments.keep_chat, arguments.keep_guests, arguments.keep_audit),
            address=address,
            mail=arguments.mail,
            nets=nets,
            webhooks=webhooks,
            path=path,
            operators=arguments.operator,
            socket_file=arguments.socket,
            tab_site=arguments.site,
        )
    except OSError as error:
        if arguments.socket:
            why = explain_socket_error(error)
            raise UsageError(f"Dicehouse can't serve at the socket {quote_input(arguments.socket)}: {why}.") from error
        why = explain_listen_error(error, port)
        raise UsageError(f"Dicehouse can't serve on {quote_input(host)}, port {port}: {why}.") from error
    return 0


def _address_and_path(at: str | None, path: str | None) -> tuple[str | None, str]:
    """Return the origin of the server's address and the path below which its pages are; both options may name the path.

    Raise UsageError if they name different ones.
    """
    if at is None:
        return None, path or ""
    scheme, _, rest = at.partition("://")
    host, slash, below = rest.partition("/")
    if slash and path is not None and path != f"/{below}":
        raise UsageError(f"--at names the path /{below}, --path names {path or '/'}; name the same path in both.")
    return f"{scheme}://{host}", f"/{below}" if slash else path or ""


def _precompile_all() -> None:
    """Load what pages need, begin to compile the rules of all games, and log if these can't be kept."""
    from dicehouse.compiler.cache import keeps_programs
    from dicehouse.compiler.numba_settings import COMPILES

    if COMPILES and not keeps_programs():
        logging.getLogger("dicehouse.web").warning("%s", NO_CACHE)
    from dicehouse.cli.precompile import precompile_in_background
    from dicehouse.games import all_games
    from dicehouse.web.page_libraries import load_page_libraries

    load_page_libraries()
    for game in all_games().values():
        precompile_in_background(game)
