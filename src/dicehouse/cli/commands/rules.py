"""Run `dicehouse rules`."""

from __future__ import annotations

import argparse

from ..terminal_markdown import page_rules

HELP = "show the rules of a game"
DETAILS = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse rules` to `parser`."""
    parser.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")


def run(arguments: argparse.Namespace) -> int:
    """Show the rules of a game, in a pager if this is a terminal."""
    from dicehouse.games import find

    page_rules(find(arguments.game))
    return 0
