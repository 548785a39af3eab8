"""Where the time of a batch goes: `python -m bench.batch_profile [--games 1024] [--rounds 7]`.

For each game it measures, turn about: a step with observations and masks; the rules alone, as random games without
observations; a whole observation of each row, of which a step writes only what has changed; and a copy of as many
bytes as a row has. All in nanoseconds of processor time for a decision, the median.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from dicehouse.engine.playouts import play_games
from dicehouse.envs import Batch
from dicehouse.games import find

GAMES = ("dice-ocalypse", "baron-voodoo", "dicetopia")
STEPS = 40
PLAYOUTS = 400


def parts(game_id: str, games: int) -> dict[str, Callable[[], int]]:
    """Return what is measured: functions that do it and return how many decisions they were."""
    batch = Batch(game_id, games, players=2, seed=1)
    source, target = np.ones_like(batch.observations), np.zeros_like(batch.observations)
    bits, shown = np.ones_like(batch.masks), np.zeros_like(batch.masks)

    def step() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
        return STEPS * games

    def choose() -> int:
        for _ in range(STEPS):
            batch.sample()
        return STEPS * games

    def rules() -> int:
        return int(play_games(find(game_id), PLAYOUTS, players=2, seed=1).decisions.sum())

    def observe() -> int:
        batch.observe(0)
        return games

    def copy() -> int:
        for _ in range(STEPS):
            np.copyto(target, source)
            np.copyto(shown, bits)
        return STEPS * games

    return {"step": step, "choose an action": choose, "rules alone": rules, "whole row": observe, "copy a row": copy}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.batch_profile", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    for game_id in GAMES:
        spent: dict[str, list[float]] = {}
        doing = parts(game_id, asked.games)
        for turn in range(asked.rounds + 1):
            for name, work in doing.items():
                began = time.thread_time_ns()
                count = work()
                if turn:  # the first round loads and compiles
                    spent.setdefault(name, []).append((time.thread_time_ns() - began) / count)
        figures = ", ".join(f"{name} {statistics.median(found):,.0f} ns" for name, found in spent.items())
        print(f"{game_id}: {figures}", flush=True)


if __name__ == "__main__":
    main()
