"""dicehouse check"""

from __future__ import annotations

import argparse
import json

from dicehouse.games import find
from dicehouse.games.laws import LAWS, breach
from dicehouse.games.patching import patched, rule_of

from .common import FAILED, wait_for_rules


def run(given: argparse.Namespace) -> int:
    """Try the laws, and tell which one is broken."""
    game = find(given.game)
    if given.rule is not None:
        game = patched(game, given.rule, laws=False)
    wait_for_rules(game)
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


def _indented(text: str) -> list[str]:
    return [f"  {line}".rstrip() for line in text.splitlines()]
