"""What can be typed behind `dicehouse tune`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .common import decimal, number, setting, words

TUNE = """\
An optimiser proposes settings, bots play them, always the same games with the same dice; the nearest few are played on
other games, and what is found plays fresh ones beside the usual settings. Only from these come the intervals. It needs
Optuna, the extra dicehouse[tune].

  dicehouse tune dice-ocalypse --goal "first seat 50 %, 15 minutes" --over target=5000..12000,opening=0..1000
  dicehouse tune dicetopia --players 3 --goal "first=33%..34%, ties<=1%" --over tie_domination --minutes 5

A goal names a measure and a figure, a band (20 to 30 minutes) or a bound (at most 2 % ties), in words or as
first=50%, minutes=20..30, ties<=2%. --over names settings: a band, some values (scoring=classic|printed), or by its key
alone all that a setting may be. Exit code 0: what was found meets the goal for sure; 1: it does not, or that is open.
"""


def add_arguments(sub: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    sub.add_argument("--goal", required=True, metavar="WORDS", help="what is wanted of the game")
    sub.add_argument("--over", required=True, metavar="KEY=A..B,...", help="the settings that may be changed")
    sub.add_argument("--players", type=number("the number of players", 1, 16), help="default: the game's usual number")
    sub.add_argument("--mode", metavar="MODE", help="start from a mode's options")
    sub.add_argument(
        "--option", type=setting, action="append", default=[], metavar="KEY=VALUE", help="change an option for all"
    )
    sub.add_argument("--rule", type=Path, metavar="FILE.py", help="a house rule to play by; FILE is Python, and is run")
    sub.add_argument("--bots", type=words, metavar="A,B", help="who plays, in turn round the table (default: sensible)")
    sub.add_argument(
        "--games", type=number("the number of games", 1, 10_000_000), help="games of the search (default: 50,000)"
    )
    sub.add_argument(
        "--fresh", type=number("the number of games", 2, 1_000_000), help="games of each answer (default: 4,000)"
    )
    sub.add_argument("--minutes", type=decimal("a time", 0.01, 10_000), help="search for so many minutes at most")
    sub.add_argument(
        "--seed",
        type=number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, else by chance, and told)",
    )
    sub.add_argument("--jobs", type=number("the number of jobs", 1, 64), help="cores to use (default: all)")
    sub.add_argument("--save", type=Path, metavar="FILE", help="keep what was tried, and go on from what is there")
    sub.add_argument("--json", action="store_true", help="all that was found as JSON")
