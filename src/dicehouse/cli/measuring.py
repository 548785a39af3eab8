"""How fast a game's rules run: on one core, in the processor time of the thread, medians of a few runs."""

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

from dicehouse.kit import DiceBox, Game, Position, Seeded, dtype, engine_of
from dicehouse.kit.playout import Stepper, copy_positions, play_games

COPIES = 4_000_000
INTERPRETED_CAP = 5_000
FIRST_GAME = """
import sys
from dicehouse.games import find
from dicehouse.kit.playout import play_games
play_games(find(sys.argv[1]), 1)
"""


def figures(game: Game, quick: bool = False, told: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """All figures of one game, with as few players as it takes."""
    runs = 3 if quick else 5
    found: dict[str, Any] = {
        "game": game.id,
        "players": game.usual,
        "record_bytes": dtype(game.rules.State).itemsize,
    }
    told("random games, compiled")
    found["compiled"] = compiled(game, runs, 0.1 if quick else 0.5)
    told("random games, interpreted")
    found["interpreted"] = interpreted(game, 0.5 if quick else 2.0)
    told("a game driven from Python")
    found["python_decisions_per_second"] = from_python(game, runs, 0.1 if quick else 0.4)
    told("copies")
    found["copy_nanoseconds"] = round(copying(game, runs), 2)
    if not quick:
        told("compiling")
        found |= starting(game)
    return found


def _median(runs: int, once: Callable[[int], float]) -> float:
    return statistics.median(once(run) for run in range(runs))


def _rates(decisions: int, games: int, seconds: float) -> dict[str, float]:
    return {"decisions_per_second": round(decisions / seconds), "games_per_second": round(games / seconds, 2)}


def compiled(game: Game, runs: int, seconds: float) -> dict[str, float]:
    """Random games in compiled code."""
    play_games(game, 1)
    games, spent = 8, 0.0
    while spent < seconds / 4 and games < 1_000_000:  # find out how many games take about that long
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


def interpreted(game: Game, seconds: float) -> dict[str, float]:
    """Random games on checked records, in plain Python."""
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


def from_python(game: Game, runs: int, seconds: float) -> int:
    """Decisions a second, one option at a time."""
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


def copying(game: Game, runs: int) -> float:
    """Nanoseconds for a copy of a position."""
    copy_positions(game, 1)

    def once(_: int) -> float:
        began = time.thread_time()
        copy_positions(game, COPIES)
        return (time.thread_time() - began) / COPIES * 1e9

    return _median(runs, once)


def starting(game: Game) -> dict[str, float]:
    """Seconds by the clock from the start of a process to its first compiled game, without a cache and with one."""
    with tempfile.TemporaryDirectory() as cache:
        first, later = (_first_game(game, cache) for _ in range(2))
    return {"cold_start_seconds": round(first, 3), "cached_start_seconds": round(later, 3)}


def _first_game(game: Game, cache: str) -> float:
    environment = os.environ | {"DICEHOUSE_CACHE": cache}
    began = time.perf_counter()
    subprocess.run(  # noqa: S603  # our own interpreter and program
        [sys.executable, "-c", FIRST_GAME, game.id], env=environment, check=True, stdin=subprocess.DEVNULL
    )
    return time.perf_counter() - began
