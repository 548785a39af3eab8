"""Measure how fast a game's rules run: on one core, in processor time of the thread, as medians of a few runs."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from dicehouse.core import Game, Seeded, dtype
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.playouts import Stepper, copy_positions, play_games

COPIES = 4_000_000
INTERPRETED_CAP = 5_000
FIRST_GAME = """
import sys
from dicehouse.games import find
from dicehouse.engine.playouts import play_games
play_games(find(sys.argv[1]), 1)
"""


def measure_game(game: Game, quick: bool = False, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return all figures of one game, with its usual number of players."""
    runs = 3 if quick else 5
    found: dict[str, Any] = {
        "game": game.id,
        "players": game.usual,
        "record_bytes": dtype(game.rules.State).itemsize,
    }
    progress("random games, compiled")
    found["compiled"] = measure_compiled(game, runs, 0.1 if quick else 0.5)
    progress("random games, interpreted")
    found["interpreted"] = measure_interpreted(game, 0.5 if quick else 2.0)
    progress("a game driven from Python")
    found["python_decisions_per_second"] = measure_python_steps(game, runs, 0.1 if quick else 0.4)
    progress("copies")
    found["copy_nanoseconds"] = round(measure_copies(game, runs), 2)
    if not quick:
        progress("compiling")
        found |= measure_start_up(game)
    return found


def _median(runs: int, once: Callable[[int], float]) -> float:
    return statistics.median(once(run) for run in range(runs))


def _rates(decisions: int, games: int, seconds: float) -> dict[str, float]:
    return {"decisions_per_second": round(decisions / seconds), "games_per_second": round(games / seconds, 2)}


def measure_compiled(game: Game, runs: int, seconds: float) -> dict[str, float]:
    """Return how many decisions and games a second compiled code plays at random."""
    play_games(game, 1)
    games, spent = 8, 0.0
    while spent < seconds / 4 and games < 1_000_000:  # find how many games take about a quarter of that time
        games *= 2
        began = time.thread_time()
        play_games(game, games)
        spent = time.thread_time() - began
    games = max(1, round(games * seconds / spent))
    found = []
    for seed in range(runs):
        began = time.thread_time()
        batch = play_games(game, games, seed=seed)
        found.append((time.thread_time() - began, batch.total))
    used, decisions = sorted(found, key=lambda pair: pair[0] / pair[1])[runs // 2]
    return _rates(decisions, games, used)


def measure_interpreted(game: Game, seconds: float) -> dict[str, float]:
    """Return how many decisions and games a second plain Python plays at random on checked records."""
    engine, rng, box = engine_of(game, False), random.Random(1), DiceBox(written=False)
    position, settings, source = Position(game), game.complete({}), Seeded(1)
    decisions = games = 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        source.prepare(box.dice, games)
        engine.deal(position, game.usual, settings, box)
        played = 0
        while played < INTERPRETED_CAP and not engine.over(position):
            seat = engine.acting(position)[0]
            engine.apply(position, seat, rng.choice(engine.legal(position, seat)), box)
            played += 1
        decisions += played
        games += 1
    return _rates(decisions, games, time.thread_time() - began)


def measure_python_steps(game: Game, runs: int, seconds: float) -> int:
    """Return the decisions a second of a game that is driven from Python, one option at a time."""
    table = Stepper(game)
    step, chance = table.step, random.Random(1).random

    def once(run: int) -> float:
        decisions, deals = 0, run * 1_000_000
        count = table.deal(deals)
        began = time.thread_time()
        while True:
            for _ in range(10_000):
                if count == 0:
                    deals += 1
                    count = table.deal(deals)
                count = step(int(chance() * count))
            decisions += 10_000
            used = time.thread_time() - began
            if used > seconds:
                return decisions / used

    return round(_median(runs, once))


def measure_copies(game: Game, runs: int) -> float:
    """Return the nanoseconds that a copy of a position takes."""
    copy_positions(game, 1)

    def once(_: int) -> float:
        began = time.thread_time()
        copy_positions(game, COPIES)
        return (time.thread_time() - began) / COPIES * 1e9

    return _median(runs, once)


def measure_start_up(game: Game) -> dict[str, float]:
    """Return the seconds from the start of a process to its first compiled game, without a cache and with one."""
    with tempfile.TemporaryDirectory() as cache:
        first, later = (_time_first_game(game, cache) for _ in range(2))
    return {"cold_start_seconds": round(first, 3), "cached_start_seconds": round(later, 3)}


def _time_first_game(game: Game, cache: str) -> float:
    environment = os.environ | {"DICEHOUSE_CACHE": cache}
    began = time.perf_counter()
    subprocess.run(  # noqa: S603  # our own interpreter and program
        [sys.executable, "-c", FIRST_GAME, game.id], env=environment, check=True, stdin=subprocess.DEVNULL
    )
    return time.perf_counter() - began
