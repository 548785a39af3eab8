"""The figures of the README: the rules beside a C twin, from Python, and from a cold start.

    python -m bench [--write] [--json] [--quick] [--no-server]

What is compared runs turn about, so that a busy machine slows both; each figure is the median of its runs. Rules are
timed by the processor time of one thread, starts and the server by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from dicehouse.kit.dice import Dice
from dicehouse.kit.engine import DiceBox, Position, engine_of
from dicehouse.kit.playout import Stepper, copy_positions, play_games
from dicehouse.kit.record import dtype

from .c_twin import GAME, built, compiler

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- bench:start -->", "<!-- bench:end -->"
Row = tuple[str, str, str]  # what, figure, wish

FIRST_RESULT = """
from dicehouse.games import find
from dicehouse.kit.playout import play_games
play_games(find("dice-ocalypse"), 1, seed=1)
"""
COMPILE = """
import time
from dicehouse.games import find
from dicehouse.kit.engine import touch
game = find("dice-ocalypse")
began = time.process_time()
touch(game)
print(time.process_time() - began)
"""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of this thread's processor time, and what `work` returned."""
    began = time.thread_time()
    result = work()
    return time.thread_time() - began, result


def playouts(runs: int, games: int) -> dict[str, float]:
    """Random games of two, compiled Python and C in turns."""
    times: dict[str, list[float]] = {"python": [], "c": []}
    ratios, decisions = [], 0
    with built() as twin:
        play_games(GAME, 1)
        for seed in range(runs):
            python, ours = timed(partial(play_games, GAME, games, players=2, seed=seed))
            c, theirs = timed(partial(twin.play_games, games, players=2, seed=seed))
            if ours.memory.tobytes() != theirs.memory.tobytes():
                raise SystemExit("The C twin played other games; the figures would say nothing.")
            decisions = int(ours.decisions.sum())
            times["python"].append(python / decisions)
            times["c"].append(c / decisions)
            ratios.append(python / c)
    python, c = (statistics.median(times[name]) for name in ("python", "c"))
    return {
        "decisions_per_second": 1 / python,
        "games_per_second": games / decisions / python,
        "c_decisions_per_second": 1 / c,
        "ratio": statistics.median(ratios),
    }


def one_by_one(runs: int, decisions: int) -> float:
    """Decisions a second, each chosen and called from Python."""
    rates = []
    table = Stepper(GAME, players=2, seed=0)
    for seed in range(runs):
        table.deal(seed)
        rates.append(decisions / timed(lambda: _drive(table, decisions))[0])
    return statistics.median(rates)


def _drive(table: Stepper, decisions: int) -> None:
    step, count, seed = table.step, table.count, 1000
    choose = random.Random(1).random
    for _ in range(decisions):
        count = step(int(choose() * count))
        if count == 0:
            seed += 1
            count = table.deal(seed)


def interpreted(runs: int, decisions: int) -> float:
    """Decisions a second on checked records, without a compiler."""
    engine, rng = engine_of(GAME, False), random.Random(1)
    position, box = Position(GAME), DiceBox(written=False)

    def drive() -> None:
        engine.deal(position, 2, GAME.complete({}), box)
        for _ in range(decisions):
            seat = engine.acting(position)[0]
            engine.apply(position, seat, rng.choice(engine.legal(position, seat)), box)
            if engine.over(position):
                engine.deal(position, 2, GAME.complete({}), box)

    box.dice.a, box.dice.counter = 1, 1
    return statistics.median(decisions / timed(drive)[0] for _ in range(runs))


def copy_ns(runs: int) -> float:
    """Nanoseconds to copy a position within compiled code."""
    copy_positions(GAME, 1)
    times = 2_000_000
    return statistics.median(timed(lambda: copy_positions(GAME, times))[0] / times * 1e9 for _ in range(runs))


def fresh(program: str, cache: str | None = None) -> tuple[float, float, str]:
    """Run a program in a fresh process: seconds by the clock, processor time, and what it printed."""
    environment = os.environ | ({"DICEHOUSE_CACHE": cache} if cache else {})
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else Python compiles all of Numba anew in every process
    began, used = time.perf_counter(), _children_seconds()
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, _children_seconds() - used, done.stdout.strip()


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def starts(runs: int) -> dict[str, float]:
    """From nothing to the first compiled result, and how long compiling takes."""
    with tempfile.TemporaryDirectory() as cache:
        cold = float(fresh(COMPILE, cache)[2])
        warm = statistics.median(float(fresh(COMPILE, cache)[2]) for _ in range(runs))
    fresh(FIRST_RESULT)
    clock, used, _ = zip(*(fresh(FIRST_RESULT) for _ in range(runs)), strict=True)
    return {
        "first_result_seconds": statistics.median(clock),
        "first_result_cpu_seconds": statistics.median(used),
        "compile_cpu_seconds": cold,
        "load_cpu_seconds": warm,
    }


def server(seconds: float) -> list[dict[str, Any]]:
    """What bench/table_load.py measured."""
    command = [sys.executable, "-m", "bench.table_load", "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=README.parent, check=True, capture_output=True, text=True)
    runs: list[dict[str, Any]] = json.loads(done.stdout[done.stdout.index("[") :])
    return runs


def measure(quick: bool, with_server: bool) -> dict[str, Any]:
    """All figures."""
    runs = 3 if quick else 9
    figures: dict[str, Any] = {"record_bytes": dtype(GAME.rules.State).itemsize, "dice_bytes": dtype(Dice).itemsize}
    if compiler():
        figures |= playouts(runs, 200 if quick else 1000)
    figures["one_by_one_per_second"] = one_by_one(runs, 20_000 if quick else 100_000)
    figures["interpreted_per_second"] = interpreted(3, 1_000)
    figures["copy_ns"] = copy_ns(runs)
    figures |= starts(3 if quick else 7)
    if with_server:
        figures["server"] = server(3 if quick else 8)
    return figures


def rows(figures: dict[str, Any]) -> list[Row]:
    """The figures as they are read."""
    f = figures
    found: list[Row] = []
    if "ratio" in f:
        found += [
            (
                "random games of two, compiled",
                f"{_millions(f['decisions_per_second'])} decisions/s, {f['games_per_second']:,.0f} games/s",
                "at least 1.5 M",
            ),
            ("the same rules in C, `cc -O2`", f"{_millions(f['c_decisions_per_second'])} decisions/s", ""),
            ("time of the compiled Python by that of C", f"{f['ratio']:.2f}", "at most 1.25"),
        ]
    found += [
        ("one option at a time from Python", f"{_millions(f['one_by_one_per_second'])} decisions/s", "at least 0.5 M"),
        ("interpreted and checked", f"{f['interpreted_per_second']:,.0f} decisions/s", ""),
        (f"copy of a position ({f['record_bytes']} bytes)", f"{f['copy_ns']:.1f} ns", "under 10 ns"),
        (
            "process start to first compiled result, from the cache",
            f"{f['first_result_seconds']:.2f} s (processor {f['first_result_cpu_seconds']:.2f} s)",
            "under 0.6 s",
        ),
        ("compiling the rules, once (processor time)", f"{f['compile_cpu_seconds']:.1f} s", ""),
        ("loading them from the cache (processor time)", f"{f['load_cpu_seconds']:.2f} s", ""),
    ]
    for run in f.get("server", []):
        found += _server_rows(run)
    return found


def _server_rows(run: dict[str, Any]) -> list[Row]:
    where = f"{run['tables']} tables, {run['load']}"
    if run["load"] == "closed loop":
        rate = f"{run['actions_per_core_second']:,.0f} per core and second"
        return [(f"server, {where}: actions committed and acknowledged", rate, "at least 2,000")]
    return [(f"server, {where}: answer, median", f"{run['median_ms']:.1f} ms", "within 20 ms")]


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} M"


def table(figures: dict[str, Any]) -> str:
    """A table in Markdown."""
    lines = [
        f"From `make bench`, one core of {os.cpu_count()} ({platform.machine()}, Python {platform.python_version()}):",
        "",
        "| what | figure | wish |",
        "|---|---:|---:|",
    ]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows(figures)])


def write_into(readme: Path, text: str) -> None:
    """Replace what stands between the README's markers."""
    whole = readme.read_text()
    head, rest = whole.split(BEGIN)
    _, tail = rest.split(END)
    readme.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}")


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and with `--write` keep."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--json", action="store_true", help="print the bare figures")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--no-server", action="store_true", help="leave the server out")
    given = parser.parse_args(arguments)
    figures = measure(given.quick, not given.no_server)
    print(json.dumps(figures, indent=1) if given.json else table(figures))
    if given.write:
        write_into(README, table(figures))
