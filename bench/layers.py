"""What each layer over the batch costs: `python -m bench.layers [--seconds 1] [--json]`.

Dice-ocalypse! for two, all choices by chance among the legal ones, by processor time. Every figure is the best of three
rounds of so many seconds. What a layer's own users would do is counted: the choice from a mask, the episode's end.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dicehouse.core import Seeded
from dicehouse.engine.engine import use_compiled
from dicehouse.envs import Batch
from dicehouse.match.match import Match, find

GAME = "dice-ocalypse"
MANY = 1024
Steps = Iterator[int]  # decisions since the last time


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.layers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each round takes")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    asked = parser.parse_args()
    rows = [
        {"layer": name, "rate": max(rate(steps, asked.seconds) for _ in range(3))} for name, steps in LAYERS.items()
    ]
    print(json.dumps(rows) if asked.json else table(rows))


def rate(steps: Callable[[], Steps], seconds: float) -> float:
    """Decisions a second of processor time."""
    going, done = steps(), 0
    next(going)  # whatever is made or loaded once
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += next(going)
    return done / spent


def table(rows: list[dict[str, Any]]) -> str:
    """The figures for people."""
    best = rows[0]["rate"]
    lines = ["| layer | decisions a second and core | times slower |", "|---|---:|---:|"]
    lines += [f"| {row['layer']} | {row['rate']:,.0f} | {best / row['rate']:,.1f} |" for row in rows]
    return "\n".join(lines)


# --- the layers


def batch(n: int) -> Callable[[], Steps]:
    """The batch itself, with observations and masks."""

    def steps() -> Steps:
        games = Batch(GAME, n, players=2, seed=1)
        while True:
            games.step(games.sample())
            yield n

    return steps


def vector() -> Steps:
    """Gymnasium, many at once: the other seat by chance, as in the next one."""
    from dicehouse.envs.gymnasium import DicehouseVectorEnv

    envs = DicehouseVectorEnv(GAME, MANY, players=2, against="random")
    envs.reset(seed=1)
    while True:
        envs.step(envs.batch.sample())
        yield MANY


def one() -> Steps:
    """Gymnasium, one at a time."""
    import gymnasium

    from dicehouse.envs.gymnasium import gymnasium_id

    env, luck = gymnasium.make(gymnasium_id(find(GAME)), players=2, against="random"), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        *_, terminated, truncated, info = env.step(int(luck.choice(np.flatnonzero(info["action_mask"]))))
        if terminated or truncated:
            _, info = env.reset()
        yield 1


def agents() -> Steps:
    """PettingZoo, one agent after the other."""
    from dicehouse.envs.pettingzoo import env

    game, luck = env(GAME, players=2), np.random.default_rng(1)
    while True:
        game.reset(seed=1)
        for _ in game.agent_iter():
            seen, _, terminated, truncated, _ = game.last()
            ended = terminated or truncated
            game.step(None if ended else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
            yield int(not ended)


def states(looks: bool) -> Callable[[], Steps]:
    """OpenSpiel: legal actions and chance; with what the seat sees, if it `looks`."""

    def steps() -> Steps:
        from dicehouse.envs import openspiel

        game, luck = openspiel.load(GAME, 2), np.random.default_rng(1)
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(luck.choice(outcomes, p=chances)))
                    continue
                if looks:
                    state.information_state_string()
                state.apply_action(int(luck.choice(state.legal_actions())))
                yield 1

    return steps


def match() -> Steps:
    """A match: options with their texts, the log, undo."""
    game, luck = find(GAME), np.random.default_rng(1)
    use_compiled(game)
    while True:
        played = Match(game, 2, {}, Seeded(1))
        while not played.over:
            seat = played.acting()[0]
            options = played.options(seat)
            played.play(seat, options[luck.integers(len(options))].id)
            yield 1


LAYERS: dict[str, Callable[[], Steps]] = {
    f"`Batch`, {MANY:,} games": batch(MANY),
    f"Gymnasium, `make_vec` with {MANY:,} games, a bot's moves in between": vector,
    "`Batch`, one game": batch(1),
    "Gymnasium, `make`, a bot's moves in between": one,
    "PettingZoo, `env`": agents,
    "OpenSpiel, states": states(False),
    "OpenSpiel, states and information states": states(True),
    "`Match`": match,
}


if __name__ == "__main__":
    main()
