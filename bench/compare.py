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
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from dicehouse.core.game import Game
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.playouts import Stepper, copy_positions, play_games
from dicehouse.games import find
from dicehouse.records.record import dtype
from dicehouse.text_format import format_percent

from . import batches, captures, cold, studies
from .c_twin import GAME, built, compiler

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- bench:start -->", "<!-- bench:end -->"
Row = tuple[str, str, str]  # what, figure, wish
LEAST = {GAME.id: "1.5 M", captures.GAME.id: "2 M", "deck-o-dice": "3 M", "dicetopia": "1 M"}  # decisions a second
BATCH = 1024  # games

FIRST_RESULT = """
import sys
from dicehouse.games import find
from dicehouse.engine.playouts import play_games
play_games(find(sys.argv[1]), 1, seed=1)
"""
LOAD = """
import sys
import time
from dicehouse.games import find
from dicehouse.cli.precompile import precompile
game = find(sys.argv[1])
began = time.process_time()
precompile(game)
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


def captures_beside(runs: int) -> dict[str, float]:
    """Baron Voodoo: the captures of many positions, found and carried out, compiled Python and C in turns. Of a few
    positions the processor would know the branches by heart.
    """
    found, ours = captures.positions(250), captures.Captures()
    ratios: dict[str, list[float]] = {"listed": [], "carried_out": []}
    with captures.built() as theirs:
        for name, beside in ratios.items():
            ours_run, theirs_run = (partial(getattr(side, name), found) for side in (ours, theirs))
            if ours_run() != theirs_run():
                raise SystemExit("The C twin found other captures; the figures would say nothing.")
            for _ in range(runs):
                beside.append(timed(partial(ours_run, 20))[0] / timed(partial(theirs_run, 20))[0])
    return {f"{name}_ratio": statistics.median(beside) for name, beside in ratios.items()}


def beside_c(game: Game, quick: bool) -> dict[str, float]:
    """What there is of a game in C: all of Dice-ocalypse!, the captures of Baron Voodoo."""
    runs = 3 if quick else 9
    if game is GAME:
        return playouts(runs, 200 if quick else 1000)
    return captures_beside(runs) if game is captures.GAME else {}


def compiled(game: Game, runs: int, games: int) -> dict[str, float]:
    """Random games of two, compiled."""
    play_games(game, 1)
    rates, decisions = [], 0
    for seed in range(runs):
        seconds, batch = timed(partial(play_games, game, games, players=2, seed=seed))
        decisions += batch.total
        rates.append(batch.total / seconds)
    rate = statistics.median(rates)
    return {"decisions_per_second": rate, "games_per_second": rate * runs * games / decisions}


def one_by_one(game: Game, runs: int, decisions: int) -> float:
    """Decisions a second, each chosen and called from Python."""
    rates = []
    table = Stepper(game, players=2, seed=0)
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


def interpreted(game: Game, runs: int, decisions: int) -> float:
    """Decisions a second on checked records, without a compiler."""
    engine, rng = engine_of(game, False), random.Random(1)
    position, box = Position(game), DiceBox(written=False)

    def drive() -> None:
        engine.deal(position, 2, game.complete({}), box)
        for _ in range(decisions):
            seat = engine.acting(position)[0]
            engine.apply(position, seat, rng.choice(engine.legal(position, seat)), box)
            if engine.over(position):
                engine.deal(position, 2, game.complete({}), box)

    box.dice.a, box.dice.counter = 1, 1
    return statistics.median(decisions / timed(drive)[0] for _ in range(runs))


def copy_ns(game: Game, runs: int) -> float:
    """Nanoseconds to copy a position within compiled code."""
    copy_positions(game, 1)
    times = 2_000_000
    return statistics.median(timed(lambda: copy_positions(game, times))[0] / times * 1e9 for _ in range(runs))


def starts(game: Game, runs: int) -> dict[str, float]:
    """From nothing to the first compiled result, and how long compiling takes."""
    with tempfile.TemporaryDirectory() as cache:
        compiled = float(cold.run(["-c", LOAD, game.id], cache)[2])
        loaded = statistics.median(float(cold.run(["-c", LOAD, game.id], cache)[2]) for _ in range(runs))
        clock, used, _ = zip(*(cold.run(["-c", FIRST_RESULT, game.id], cache) for _ in range(runs)), strict=True)
    return {
        "first_result_seconds": statistics.median(clock),
        "first_result_cpu_seconds": statistics.median(used),
        "compile_cpu_seconds": compiled,
        "load_cpu_seconds": loaded,
    }


def server(seconds: float) -> list[dict[str, Any]]:
    """What bench/table_load.py measured."""
    command = [sys.executable, "-m", "bench.table_load", "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=README.parent, check=True, capture_output=True, text=True)
    runs: list[dict[str, Any]] = json.loads(done.stdout[done.stdout.index("[") :])
    return runs


class Parts:
    """Measures part by part: one that fails is told, and the others go on."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def take(self, name: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What `work` measured; nothing if it failed."""
        try:
            return work()
        except (Exception, SystemExit) as error:
            shown = str(getattr(error, "stderr", None) or error).strip().splitlines()
            self.failed.append(f"{name}: {shown[-1] if shown else type(error).__name__}")
            print(self.failed[-1], file=sys.stderr)
            return {}


def measure(quick: bool, with_server: bool, parts: Parts) -> dict[str, Any]:
    """All figures, but for those of parts that failed."""
    runs = 3 if quick else 9
    figures: dict[str, Any] = {"games": {}}
    for game in map(find, LEAST):
        f = figures["games"][game.id] = {"record_bytes": dtype(game.rules.State).itemsize}
        works: dict[str, Callable[[], dict[str, Any]]] = {
            "playouts": partial(compiled, game, runs, 200 if quick else 1000),
            "beside C": partial(beside_c, game, quick) if compiler() else dict,
            "one by one": lambda game=game: {
                "one_by_one_per_second": one_by_one(game, runs, 20_000 if quick else 100_000)
            },
            "batches": lambda game=game: {
                "batch_per_second": batches.rate(game, BATCH, runs, 100 if quick else 300),
                "batch_wish": batches.WISHES[game.id],
            },
            "interpreted": lambda game=game: {"interpreted_per_second": interpreted(game, 3, 1_000)},
            "copies": lambda game=game: {"copy_ns": copy_ns(game, runs)},
            "studies": partial(studies.beside_play, game, 3, 256 if quick else 1024),
            "starts": partial(starts, game, 3 if quick else 7),
            "after an edit": partial(cold.after_an_edit, game),
        }
        for name, work in works.items():
            f |= parts.take(f"{game.name}, {name}", work)
    figures |= parts.take("all games cold", cold.all_games)
    figures["server"] = []
    if with_server:
        figures |= parts.take("the server", lambda: {"server": server(3 if quick else 8)})
    return figures


def rows(f: dict[str, Any], least: str) -> list[Row]:
    """The figures of a game as they are read; what was not measured has no row."""
    shown: list[tuple[str, Callable[[], Row]]] = [
        (
            "decisions_per_second",
            lambda: (
                "random games of two, compiled",
                f"{_millions(f['decisions_per_second'])} decisions/s, {f['games_per_second']:,.0f} games/s",
                f"at least {least}",
            ),
        ),
        (
            "c_decisions_per_second",
            lambda: ("the same rules in C, `cc -O2`", f"{_millions(f['c_decisions_per_second'])} decisions/s", ""),
        ),
        ("ratio", lambda: ("time of compiled Python / time of C", f"{f['ratio']:.2f}", "at most 1.25")),
        (
            "listed_ratio",
            lambda: ("finding all captures, time by that of C, `cc -O2`", f"{f['listed_ratio']:.2f}", "at most 1.25"),
        ),
        (
            "carried_out_ratio",
            lambda: ("finding and making all captures", f"{f['carried_out_ratio']:.2f}", "at most 1.25"),
        ),
        (
            "one_by_one_per_second",
            lambda: (
                "one option at a time from Python",
                f"{_millions(f['one_by_one_per_second'])} decisions/s",
                "at least 0.5 M",
            ),
        ),
        (
            "batch_per_second",
            lambda: (
                f"a batch of {BATCH:,} games, with observations and masks",
                f"{_millions(f['batch_per_second'])} decisions/s",
                f"at least {f['batch_wish']}" if f["batch_wish"] else "",
            ),
        ),
        (
            "interpreted_per_second",
            lambda: ("interpreted and checked", f"{f['interpreted_per_second']:,.0f} decisions/s", ""),
        ),
        (
            "copy_ns",
            lambda: (f"copy of a position ({f['record_bytes']} bytes)", f"{f['copy_ns']:.1f} ns", "under 10 ns"),
        ),
        (
            "played_per_second",
            lambda: ("games of two `sensible` bots, played", f"{f['played_per_second']:,.0f} games/s", ""),
        ),
        (
            "measured_per_second",
            lambda: (
                "the same with all that a study measures",
                f"{f['measured_per_second']:,.0f} games/s, {format_percent(f['measured_part'], 0)} as fast",
                "at least 50%",
            ),
        ),
        (
            "first_result_seconds",
            lambda: (
                "process start to first compiled result, from the cache",
                f"{f['first_result_seconds']:.2f} s (processor {f['first_result_cpu_seconds']:.2f} s)",
                "under 0.6 s",
            ),
        ),
        (
            "compile_cpu_seconds",
            lambda: ("compiling the rules, once (processor time)", f"{f['compile_cpu_seconds']:.1f} s", ""),
        ),
        (
            "edited_seconds",
            lambda: (
                "`dicehouse simulate` after an edit to one rule",
                f"{f['edited_seconds']:.1f} s (processor {f['edited_cpu_seconds']:.1f} s)",
                "at most 5 s",
            ),
        ),
        (
            "load_cpu_seconds",
            lambda: ("loading them from the cache (processor time)", f"{f['load_cpu_seconds']:.2f} s", ""),
        ),
    ]
    return [row() for key, row in shown if key in f]


def _server_rows(run: dict[str, Any]) -> list[Row]:
    where = f"{run['tables']} tables, {run['load']}"
    if run["load"] == "closed loop":
        rate = f"{run['actions_per_core_second']:,.0f} per core and second"
        return [(f"server, {where}: actions committed and acknowledged", rate, "at least 2,000")]
    return [(f"server, {where}: answer, median", f"{run['median_ms']:.1f} ms", "within 20 ms")]


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} M"


def table(figures: dict[str, Any]) -> str:
    """A table for each game, and one for the server, in Markdown."""
    machine = f"one core of {os.cpu_count()} ({platform.machine()}, Python {platform.python_version()})"
    parts = [f"From `make bench`, {machine}:"]
    for id_, f in figures["games"].items():
        parts.append(_markdown(find(id_).name, rows(f, LEAST[id_])))
    if "all_games_cpu_seconds" in figures:
        used = f"{figures['all_games_cpu_seconds']:.0f} s"
        parts.append(_markdown("All games", [("compiling them all, once (processor time)", used, "at most 60 s")]))
    if figures["server"]:
        parts.append(_markdown("The server", [row for run in figures["server"] for row in _server_rows(run)]))
    return "\n\n".join(parts)


def _markdown(name: str, lines: list[Row]) -> str:
    return "\n".join([f"| {name} | figure | wish |", "|---|---:|---:|", *(f"| {' | '.join(row)} |" for row in lines)])


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
    parts = Parts()
    figures = measure(given.quick, not given.no_server, parts)
    print(json.dumps(figures, indent=1) if given.json else table(figures))
    if given.write:
        write_into(README, table(figures))
    if parts.failed:
        sys.exit("\n".join(["Not everything was measured.", *parts.failed]))
