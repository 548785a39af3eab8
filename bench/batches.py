"""How many decisions a batch plays a second, with what is seen and the masks.

    python -m bench.batches [--games 1024] [--threads 2] [--rounds 9] [--json] [--write]

Games of two, choices by chance. One core is told by its processor time. Of more threads the clock tells how many times
as fast they are: that asks for a machine with nothing else to do. `--write` puts the table into docs/environments.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from pathlib import Path
from typing import Any

from dicehouse.cli.argument_types import whole_number
from dicehouse.core import Game
from dicehouse.envs import Batch
from dicehouse.games import find

DOCS = Path(__file__).parents[1] / "docs" / "environments.md"
BEGIN, END = "<!-- batches:start -->", "<!-- batches:end -->"
WISHES = {"dice-ocalypse": "5 M", "deck-o-dice": "", "dicetopia": "1 M", "baron-voodoo": "1 M"}
STEPS = 300  # of a round


def played(batch: Batch, steps: int, clock: Any) -> float:
    """Decisions a second, by that clock."""
    began = clock()
    for _ in range(steps):
        batch.step(batch.sample())
    return batch.n * steps / float(clock() - began)


def rate(game: Game, games: int, rounds: int, steps: int = STEPS) -> float:
    """Decisions a second of one core, the median of rounds."""
    batch = Batch(game, games, players=2, seed=1)
    played(batch, steps, time.thread_time)  # games that begin together are all at their beginning
    return statistics.median(played(batch, steps, time.thread_time) for _ in range(rounds))


def gain(game: Game, games: int, threads: int, rounds: int, steps: int = STEPS) -> float:
    """How many times as fast so many threads are as one, by the clock; the best of rounds that run turn about."""
    pair = [Batch(game, games, players=2, seed=1, threads=each) for each in (1, threads)]
    rates = [[played(batch, steps, time.perf_counter) for batch in pair] for _ in range(rounds + 1)][1:]
    one, more = (max(column) for column in zip(*rates, strict=True))
    return more / one


def measured(game: Game, games: int, threads: int, rounds: int) -> dict[str, Any]:
    """A game's row."""
    batch = Batch(game, 1, players=2)
    return {
        "game": game.name,
        "wish": WISHES[game.id],
        "rate": rate(game, games, rounds),
        "numbers": batch.observation_encoder.width,
        "bytes": batch.observations.nbytes + batch.masks.nbytes,
        "gain": gain(game, games, threads, rounds) if threads > 1 else None,
    }


def table(rows: list[dict[str, Any]], games: int, threads: int) -> str:
    """The figures for people."""
    machine = f"one core of {os.cpu_count()} ({platform.machine()}, Python {platform.python_version()})"
    more = f" {threads} threads, times as fast |" if threads > 1 else ""
    lines = [
        f"From `python -m bench.batches`, {games:,} games of two, {machine}:",
        "",
        f"| game | numbers seen | bytes of a row, with its mask | decisions a second | wish |{more}",
        f"|---|---:|---:|---:|---:|{'---:|' if more else ''}",
    ]
    for row in rows:
        last = f" {row['gain']:.2f} |" if more else ""
        shown = f"{row['numbers']:,} | {row['bytes']:,} | {row['rate'] / 1e6:.2f} M | {row['wish']}"
        lines.append(f"| **{row['game']}** | {shown} |{last}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and with `--write` keep."""
    parser = argparse.ArgumentParser(prog="python -m bench.batches", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=whole_number("the number of games", 1, 1 << 20), default=1024)
    parser.add_argument("--threads", type=whole_number("the number of threads", 1, 256), default=1)
    parser.add_argument("--rounds", type=whole_number("the number of rounds", 1, 1000), default=9)
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    parser.add_argument("--write", action="store_true", help="put the table into docs/environments.md")
    asked = parser.parse_args()
    rows = [measured(find(name), asked.games, asked.threads, asked.rounds) for name in WISHES]
    text = table(rows, asked.games, asked.threads)
    print(json.dumps(rows) if asked.json else text)
    if asked.write:
        head, rest = DOCS.read_text().split(BEGIN)
        DOCS.write_text(f"{head}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    main()
