"""What can be typed behind `dicehouse study`."""

from __future__ import annotations

import argparse
from pathlib import Path

from .common import decimal, number, setting, short, words

STUDY = """\
Bots play every variant over the same games, with the same dice for the same turns, so that differences between variants
are known far better than the variants themselves. Everything comes with its 95 % interval. The same seed gives the same
figures, whatever --jobs and however often it was broken off.

  dicehouse study dice-ocalypse --vary target=5000,8000,10000 --vary opening=0,500 --players 2-4 --games 10000 --seed 1
  dicehouse study dice-ocalypse --worth card --levels random,greedy,sensible
  dicehouse study dicetopia --worth faction --precision 1% --save factions.json
  dicehouse study dice-ocalypse --rule examples/house_rules/consolation.py

--worth grants or denies one seat a thing (a card, a faction), or each of a kind, in a copy of every game: what it is
worth to have it. --precision plays until the share of who acts first is known to so many points, and the length to such
a part of it; its intervals of shares, means and differences are wider, and hold whenever one looks. With --save it goes
on where it stopped, and with --report there is a page of it, which needs nothing else.
"""

MOST_GAMES = 10_000_000


def add_arguments(sub: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    sub.add_argument("game", metavar="GAME", help="id of a game, as `dicehouse games` lists it")
    sub.add_argument("--mode", metavar="MODE", help="start from a mode's options")
    sub.add_argument(
        "--option", type=setting, action="append", default=[], metavar="KEY=VALUE", help="change an option for all"
    )
    sub.add_argument(
        "--rule",
        type=Path,
        action="append",
        metavar="FILE.py",
        help="compare with the game under a house rule; FILE is Python, and is run; may be repeated",
    )
    sub.add_argument(
        "--vary", type=_varied, action="append", default=[], metavar="KEY=A,B,...", help="compare values of an option"
    )
    sub.add_argument(
        "--players", type=_players, metavar="N,M|N-M", help="how many play, each by itself (default: usual)"
    )
    sub.add_argument("--bots", type=words, metavar="A,B", help="who plays, in turn round the table (default: sensible)")
    sub.add_argument("--levels", type=words, metavar="A,B,...", help="bots, weakest first, to tell luck from skill")
    sub.add_argument("--worth", action="append", metavar="WHAT", help="a thing or a kind of thing (card), or all")
    sub.add_argument(
        "--weigh",
        type=number("the number of games", 0, MOST_GAMES),
        default=0,
        metavar="N",
        help="play on from choices of so many games with another option: how much hangs on a choice (default: 0)",
    )
    sub.add_argument(
        "--games",
        type=number("the number of games", 1, MOST_GAMES),
        help="games of each variant (default: 2,000; with --precision or --minutes as many as it takes)",
    )
    sub.add_argument("--precision", type=_precision, metavar="P%", help="play until it is known so well, such as 0.5%%")
    sub.add_argument("--minutes", type=decimal("a time", 0.01, 10_000), help="stop after so many minutes")
    sub.add_argument(
        "--seed",
        type=number("a seed", 0, 2**63 - 1),
        help="a whole number (default: that of FILE, else by chance, and told)",
    )
    sub.add_argument("--jobs", type=number("the number of jobs", 1, 64), help="cores to use (default: all)")
    sub.add_argument(
        "--on",
        metavar="ADDRESS",
        help="play on a Ray cluster: ray://HOST:10001, HOST:6379, auto, or local for one of its own (dicehouse[ray])",
    )
    sub.add_argument(
        "--save", type=Path, metavar="FILE", help="keep what is counted here, and go on from what is there"
    )
    sub.add_argument("--report", type=Path, metavar="PAGE", help="write a page with pictures and tables (.html)")
    sub.add_argument("--json", action="store_true", help="all findings as JSON")


def _varied(text: str) -> tuple[str, list[str]]:
    key, equals, values = text.partition("=")
    if not key.strip() or not equals or not all(value.strip() for value in values.split(",")):
        raise argparse.ArgumentTypeError(f"what is varied is written KEY=A,B,..., not {short(text)}")
    return key.strip(), words(values)


def _players(text: str) -> list[int]:
    low, dash, high = text.partition("-")
    ends = [low, high] if dash else text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() and len(part) <= 3 for part in ends):
        raise argparse.ArgumentTypeError(f"the numbers of players are written 2-4 or 2,4, not {short(text)}")
    numbers = [int(part) for part in ends]
    if dash:
        if not 1 <= numbers[0] <= numbers[1] <= 16:
            raise argparse.ArgumentTypeError(
                f"numbers of players go from the lower to the higher, 1 to 16, not {short(text)}"
            )
        return list(range(numbers[0], numbers[1] + 1))
    return numbers


def _precision(text: str) -> float:
    plain = text.strip()
    read = decimal("a precision in per cent", 0.01, 20)
    return read(plain.removesuffix("%").strip()) / 100
