"""Run `dicehouse check`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from ..argument_types import whole_number
from ..exit_codes import FAILED
from ..game_arguments import add_rule_argument, announce_compiling
from ..game_folder import find_game

if TYPE_CHECKING:
    from dicehouse.core import Game

HELP = "check that a game or a house rule keeps the invariants of all games"
DETAILS = """\
Plays random games to their end, compiled and interpreted side by side, and checks the invariants at each position.
Then it plays random matches and checks all that a seat is shown, to find leaks of hidden information, options that
can't be undone as declared, and matches that change when they are saved and loaded. With --rule, a house rule changes
the game. A house rule is a short Python file, which runs, so name only one that you trust. Exit code 0: all invariants
hold. Exit code 1: one is broken.

  dicehouse check dice-ocalypse --rule examples/house_rules/consolation.py
"""

ANNOUNCE_AFTER = 3.0  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse check` to `parser`."""
    parser.add_argument(
        "game", metavar="GAME", help="id of a game, as `dicehouse games` lists it, or the folder of its package"
    )
    add_rule_argument(parser)
    parser.add_argument(
        "--seeds",
        type=whole_number("the number of seeds", 1, 10_000),
        default=4,
        help="games for each number of players (default: 4)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Check the invariants of a game and print which one is broken."""
    from dicehouse.games.house_rules.invariants import INVARIANTS, find_violation
    from dicehouse.games.house_rules.patched_game import patched, rule_description
    from dicehouse.match.match_invariants import MATCH_INVARIANTS, find_broken_match_invariant

    game = find_game(arguments.game)
    if arguments.rule is not None:
        game = patched(game, arguments.rule, check_invariants=False)
    announce_compiling(game)
    with _announce_when_slow(game):
        broken = find_violation(game, range(arguments.seeds)) or find_broken_match_invariant(game, arguments.seeds)
    invariants = [*INVARIANTS, *MATCH_INVARIANTS]
    if arguments.json:
        found = {"game": game.id, "fingerprint": game.fingerprint, "laws": invariants, "broken": broken or None}
        print(json.dumps(found, indent=2))
    elif broken:
        print(f"{game.name} breaks an invariant, {broken}")
    else:
        seeds = "1 seed" if arguments.seeds == 1 else f"{arguments.seeds} seeds"
        print(
            "\n".join(
                [game.name, *_indented(rule_description(game)), f"It keeps all {len(invariants)} invariants ({seeds}):"]
            )
        )
        print("\n".join(f"  {invariant}" for invariant in invariants))
    return FAILED if broken else 0


@contextmanager
def _announce_when_slow(game: Game) -> Iterator[None]:
    """Print what is being checked if it takes more than a few seconds: a large game takes a minute."""
    if not sys.stderr.isatty():
        yield
        return
    words = f"Checking {game.name} with random games, compiled and interpreted ..."
    waiting = Timer(ANNOUNCE_AFTER, print, [words], {"file": sys.stderr})
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in text.splitlines()]
