"""What a search does in a second and how long Nox thinks, in this Python: ours, or the tab's. See site.py.

This module uses nothing that the tab's Python lacks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import dicehouse
from dicehouse import bots
from dicehouse.bots.search_bot import SearchBot
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.site.tab_rules import load_rules

POSITIONS, TIMES = 3, 3
SIMULATIONS = {"dice-ocalypse": 10_000}  # of a search; 200 in the other games, which take longer for each
APART = 4  # decisions from one position to the next


def positions(game: str) -> Iterator[tuple[Match, int]]:
    """Some decisions of a game between `sensible` players for which a search simulates."""
    match, sensible, found, passed = dicehouse.new(game, players=2, seed=7), bots.make("sensible", seed=7), 0, 0
    while found < POSITIONS and not match.over:
        seat = match.acting()[0]
        probe = SearchBot("search:8", 0)
        probe.choose(match, seat)
        passed += probe.simulations > 0
        if probe.simulations and passed > found * APART:
            found += 1
            yield match, seat
        match.play(seat, sensible.choose(match, seat))


def measure(game: str) -> dict[str, float]:
    """Simulations a second of a search, the best of some tries, since other programs run meanwhile; and seconds and
    simulations of a decision of Nox's, the median.
    """
    simulations, seconds, nox_seconds, nox_simulations = 0, 0.0, list[float](), list[int]()
    for match, seat in positions(game):
        best = None
        for _ in range(TIMES):
            bot = SearchBot(f"search:{SIMULATIONS.get(game, 200)}", 0)
            began = perf_counter()
            bot.choose(match, seat)
            took = perf_counter() - began
            best = took if best is None else min(best, took)
        simulations += bot.simulations
        seconds += best or 0.0
        nox = bots.make("nox", seed=0)
        began = perf_counter()
        nox.choose(match, seat)
        nox_seconds.append(perf_counter() - began)
        nox_simulations.append(getattr(nox, "simulations", 0))
    return {
        "simulations": simulations / seconds,
        "nox_seconds": median(nox_seconds),
        "nox_simulations": median(nox_simulations),
    }


def tell(game: str) -> str:
    """Return the figures of a game as JSON."""
    if sys.platform == "emscripten":
        load_rules()
    else:
        use_compiled(find(game))
    return json.dumps(measure(game))
