"""dicehouse check"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from dicehouse.games import find
from dicehouse.games.laws import LAWS, breach
from dicehouse.games.patching import patched, rule_of
from dicehouse.kit import Game

from .common import FAILED, wait_for_rules

SILENCE = 3.0  # seconds


def run(given: argparse.Namespace) -> int:
    """Try the laws, and tell which one is broken."""
    game = find(given.game)
    if given.rule is not None:
        game = patched(game, given.rule, laws=False)
    wait_for_rules(game)
    with _told(game):
        broken = breach(game, range(given.seeds))
    if given.json:
        found = {"game": game.id, "fingerprint": game.fingerprint, "laws": list(LAWS), "broken": broken or None}
        print(json.dumps(found, indent=2))
    elif broken:
        print(f"{game.name} breaks a law, {broken}")
    else:
        seeds = "1 seed" if given.seeds == 1 else f"{given.seeds} seeds"
        print("\n".join([game.name, *_indented(rule_of(game)), f"It keeps all {len(LAWS)} laws ({seeds}):"]))
        print("\n".join(f"  {law}" for law in LAWS))
    return FAILED if broken else 0


@contextmanager
def _told(game: Game) -> Iterator[None]:
    """Say what is going on, to whoever waits: a large game takes a minute."""
    if not sys.stderr.isatty():
        yield
        return
    words = f"Checking {game.name}: random games, compiled and interpreted ..."
    waiting = Timer(SILENCE, print, [words], {"file": sys.stderr})
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in text.splitlines()]
