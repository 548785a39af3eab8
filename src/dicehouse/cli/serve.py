"""dicehouse serve"""

from __future__ import annotations

import argparse

from dicehouse.games import all_games
from dicehouse.table.journal import write_down
from dicehouse.table.keeping import Keep
from dicehouse.table.nets import read_nets
from dicehouse.warm import warm_in_background
from dicehouse.web import app

from .common import Usage, short


def run(given: argparse.Namespace) -> int:
    """Serve until stopped; the rules are compiled or loaded meanwhile."""
    write_down(given.log, given.log_level)
    if given.mail and not given.at:
        raise Usage("Letters hold links: with --mail say by --at under which address friends reach the house.")
    nets = read_nets(given.bot)
    try:
        app.serve(
            given.host,
            given.port,
            given.database,
            open_browser=not given.no_browser,
            proxies=given.proxy,
            when_laid=_warm,
            metrics_port=given.metrics,
            keep=Keep(given.keep_games, given.keep_chat, given.keep_guests),
            address=given.at,
            mail=given.mail,
            nets=nets,
        )
    except OSError as error:
        why = error.strerror or str(error)
        raise Usage(f"The table can't be served on {short(given.host)}, port {given.port}: {why}.") from error
    return 0


def _warm() -> None:
    for game in all_games().values():
        warm_in_background(game)
