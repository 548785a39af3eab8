"""Play many games in the site's Python, in Node, and natively from the same seeds: everything must be equal.

    make site-check                                    (hours)
    make site-check SITE_CHECK_ARGS='--share 0.05'     (a twentieth of the games)

Each game of the site plays 1,000 games of `random`, 50 of `sensible` and 20 of `search:200`. Compared are the actions,
the dice, the log, the points and a hash of all positions. `make test` does the same with few games.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from pathlib import Path

from dicehouse.engine.engine import use_compiled
from dicehouse.games import find

from . import played_games
from .tab_python import told_by

ROOT = Path(__file__).parents[2]
BOTS = {"random": 1_000, "sensible": 50, "search:200": 20}  # games of each
AT_ONCE = {"random": 50, "sensible": 25, "search:200": 1}  # games for which Node is started once


def check(site: Path, game: str, bot: str, seeds: range) -> tuple[int, int, str]:
    """Play the games of these seeds in both; return how many differ, all their actions, and a hash of what happened."""
    own = json.loads(played_games.tell_matches(game, bot, seeds.start, seeds.stop))
    there = told_by(site, "played_games.py", "tell_matches", game, bot, seeds.start, seeds.stop)
    different = [name for name in own if there.get(name) != own[name]]
    for name in different:
        print(f"DIFFERENT: {name}", flush=True)
    actions = sum(len(match["match"]["actions"]) for match in own.values())
    return len(different), actions, hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()


def main() -> int:
    """Check all games and print a line for each kind of opponent; 1 if a game differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--share", type=float, default=1.0, help="what part of the games, at least one of each kind")
    parser.add_argument("--games", nargs="*", default=played_games.GAMES, choices=played_games.GAMES)
    parser.add_argument("--bots", nargs="*", default=[*BOTS], choices=[*BOTS])
    given, wrong = parser.parse_args(), 0
    for game in given.games:
        use_compiled(find(game))
        for bot in given.bots:
            count, began = math.ceil(BOTS[bot] * given.share), time.perf_counter()
            different, actions, digest = 0, 0, hashlib.sha256()
            for first in range(0, count, AT_ONCE[bot]):
                found = check(given.site, game, bot, range(first, min(first + AT_ONCE[bot], count)))
                different, actions = different + found[0], actions + found[1]
                digest.update(found[2].encode())
            result = f"{different} differ" if different else "equal"
            print(
                f"{game}, {count} of {bot}: {result}, {actions:,} actions, {digest.hexdigest()[:16]}, "
                f"{time.perf_counter() - began:.0f} s",
                flush=True,
            )
            wrong += different
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
