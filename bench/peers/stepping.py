"""Decisions a second and core of environments for learners: our batch beside pgx, EnvPool and OpenSpiel.

A thousand games are stepped at once where that can be done; OpenSpiel is driven from Python, one game after the other.
Choices are by chance among the legal ones, and what it takes to choose is not counted, but for OpenSpiel. All give
observations and masks. Nobody has the games of another, so they stand in the order of their lengths.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from dicehouse.envs import Batch
from dicehouse.games import find

from .installing import Asked, python_with

HERE = Path(__file__).parent
PGX, JAX, ENVPOOL = "pgx==2.6.0", "jax[cpu]==0.10.2", "envpool==1.2.5"
MANY = 1024
SEED = 1
OURS = ("deck-o-dice", "dicetopia", "baron-voodoo", "dice-ocalypse")
THEIRS = {
    "pgx": ("pgx_rate.py", ("connect_four", "backgammon")),
    "EnvPool": ("envpool_rate.py", ("ConnectFour-v1", "Backgammon-v1")),
    "OpenSpiel": ("open_spiel_steps.py", ("connect_four", "backgammon")),
}
Rate = Callable[[], dict[str, Any]]


def measured(folder: Path, open_spiel: str, rounds: int, seconds: float) -> list[dict[str, Any]]:
    """A row for each library and game: the median of rounds that run turn about."""
    pythons = {
        "pgx": python_with(folder / "pgx", PGX, JAX),
        "EnvPool": python_with(folder / "envpool", ENVPOOL),
        "OpenSpiel": python_with(folder / "open-spiel", open_spiel),
    }
    with ExitStack() as stack:
        entrants: dict[tuple[str, str], Rate] = {
            ("Dicehouse", find(name).name): partial(own_rate, _own(name), seconds) for name in OURS
        }
        for who, python in pythons.items():
            script, games = THEIRS[who]
            for game in games if python else ():
                asked = stack.enter_context(Asked([python, HERE / script, game, MANY, seconds, SEED]))
                entrants[who, game] = asked.rate
        for rate in entrants.values():
            rate()  # compiles, and games that begin together get apart
        found: dict[tuple[str, str], list[dict[str, Any]]] = {key: [] for key in entrants}
        for _ in range(rounds):
            for key, rate in entrants.items():
                found[key].append(rate())
    return [_row(who, game, each) for (who, game), each in found.items()]


def _own(name: str) -> Batch:
    return Batch(name, MANY, players=2, seed=SEED)


def own_rate(batch: Batch, seconds: float) -> dict[str, Any]:
    """Our batch; the step alone is timed, as the others' is."""
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = batch.sample()
        began = time.process_time()
        batch.step(actions)
        spent, steps = spent + time.process_time() - began, steps + 1
    ended = batch.lengths[batch.lengths > 0]
    return {"rate": steps * batch.n / spent, "decisions": float(ended.mean()) if len(ended) else None}


def _row(who: str, game: str, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    rate, last = statistics.median(each["rate"] for each in rounds), rounds[-1]
    name = f"{who} {last.get('version', '')}".strip()
    return {"library": name, "game": game, "rate": rate, "decisions": last["decisions"]}


def table(rows: list[dict[str, Any]]) -> str:
    """The figures for people, by the length of games."""
    lines = ["| environment | game | decisions of a random game | decisions a second and core |", "|---|---|---:|---:|"]
    for row in sorted(rows, key=lambda row: (row["decisions"] or math.inf, row["library"])):
        length = "" if row["decisions"] is None else f"{row['decisions']:,.0f}"
        lines.append(f"| {row['library']} | {row['game']} | {length} | {row['rate']:,.0f} |")
    return "\n".join(lines)
