"""Run `dicehouse check`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from ..argument_types import whole_number
from ..exit_codes import CANNOT_DO, FAILED, UsageError
from ..game_arguments import add_rule_argument, announce_compiling
from ..game_folder import find_game

if TYPE_CHECKING:
    from dicehouse.core import Game

HELP = "check that a game or a house rule keeps the invariants of all games"
DETAILS = """\
Plays random games to their end, compiled and interpreted side by side, and checks the invariants at each position.
Then it plays random matches and checks all that a seat is shown, to find leaks of hidden information, options that
can't be undone as declared, matches that change when they are saved and loaded, and what a game says in two places but
not in the same way. A second process shows the same matches again. With --rule, a house rule changes the game. A house
rule is a short Python file, which runs, so name only one that you trust. Exit code 0: all invariants hold. Exit code
1: one is broken.

  dicehouse check dice-ocalypse --rule examples/house_rules/consolation.py
"""

ANNOUNCE_AFTER = 3.0  # seconds
DIGESTS = "--digests"


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
    parser.add_argument(DIGESTS, action="store_true", help=argparse.SUPPRESS)  # what the second process prints


def run(arguments: argparse.Namespace) -> int:
    """Check the invariants of a game and print which one is broken."""
    from dicehouse.games.house_rules.invariants import INVARIANTS, find_violation
    from dicehouse.games.house_rules.patched_game import patched, rule_description
    from dicehouse.match.match_invariants import MATCH_INVARIANTS, find_broken_match_invariant
    from dicehouse.match.shown_digests import INVARIANT, shown_digests

    game = find_game(arguments.game)
    if arguments.rule is not None:
        game = patched(game, arguments.rule, check_invariants=False)
    if arguments.digests:
        print(json.dumps(shown_digests(game, arguments.seeds, backwards=True)))
        return 0
    announce_compiling(game)
    with _announce_when_slow(game):
        broken = (
            find_violation(game, range(arguments.seeds))
            or find_broken_match_invariant(game, arguments.seeds)
            or _difference_in_another_process(game, arguments)
        )
    invariants = [*INVARIANTS, *MATCH_INVARIANTS, INVARIANT]
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


def _difference_in_another_process(game: Game, arguments: argparse.Namespace) -> str:
    """Return where a new process shows something else in the same matches, as the end of a sentence; "" if nowhere. It
    plays them in the opposite order.
    """
    from dicehouse.match.shown_digests import first_difference, shown_digests

    command = [sys.executable, "-m", "dicehouse", "check", arguments.game, "--seeds", str(arguments.seeds), DIGESTS]
    if arguments.rule is not None:
        command += ["--rule", str(arguments.rule)]
    other_hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(  # noqa: S603  # this very command
        command, env=os.environ | {"PYTHONHASHSEED": other_hashes}, capture_output=True, text=True, check=False
    )
    if done.returncode == CANNOT_DO:  # a program has added the game, and this process alone knows it
        return ""
    if done.returncode:
        raise UsageError(f"The second process failed: {done.stderr.strip()[-300:]}")
    return first_difference(shown_digests(game, arguments.seeds), json.loads(done.stdout))


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
