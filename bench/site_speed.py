"""Measure searches and the decisions of Nox in this Python: ours, or the tab's. See site.py.

This module uses nothing that the tab's Python lacks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from statistics import median
from time import perf_counter

import dicehouse
from dicehouse import bots
from dicehouse.bots.search_bot import SearchBot
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.site.tab_rules import load_rules

POSITIONS, TIMES = 3, 2
SIMULATIONS = {"dice-ocalypse": 10_000}  # of a search; 200 in the other games, which take longer for each
APART = 4  # decisions from one position to the next


@cache
def prepare(game: str) -> list[tuple[Match, int]]:
    """Load what is compiled, and return some decisions."""
    if sys.platform == "emscripten":
        load_rules()
    else:
        use_compiled(find(game))
    return [(dicehouse.Match.load(match.save()), seat) for match, seat in positions(game)]


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


def search(game: str) -> int:
    """Search some decisions of `game` and return the number of simulations. The caller measures the time."""
    simulations = 0
    for match, seat in prepare(game) * TIMES:
        bot = SearchBot(f"search:{SIMULATIONS.get(game, 200)}", 0)
        bot.choose(match, seat)
        simulations += bot.simulations
    return simulations


def think(game: str) -> str:
    """Return the median of Nox's seconds and simulations for these decisions, as JSON."""
    seconds, simulations = list[float](), list[int]()
    for match, seat in prepare(game):
        nox = bots.make("nox", seed=0)
        began = perf_counter()
        nox.choose(match, seat)
        seconds.append(perf_counter() - began)
        simulations.append(getattr(nox, "simulations", 0))
    return json.dumps([median(seconds), median(simulations)])
