"""Run `dicehouse rules`."""

from __future__ import annotations

import argparse

from dicehouse.i18n import using_language

from ..terminal_language import terminal_language
from ..terminal_markdown import page_rules

HELP = "show the rules of a game"
DETAILS = """\
The full rules are in English. In other languages, this shows the rules in short.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse rules` to `parser`."""
    parser.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")


def run(arguments: argparse.Namespace) -> int:
    """Show the rules of a game, in a pager if this is a terminal."""
    from dicehouse.games import find

    game = find(arguments.game)
    with using_language(terminal_language(arguments.language)):
        page_rules(game)
    return 0
