"""Run `dicehouse bench`."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicehouse.text_format import align_columns, count_players

if TYPE_CHECKING:
    from dicehouse.core import Game

HELP = "measure how fast the rules run on this machine"
DETAILS = """\
Measures each game whose rules compile, on one core: random games, compiled and interpreted; a game driven from Python;
compiling and loading; copying a position. With the folder bench/ and a C compiler, it also measures a C program with
the same rules.
"""

C_TWIN_ROWS = {
    "c_decisions_per_second": ("the same rules in C (cc -O2)", 0, " decisions/s"),
    "ratio": ("time of compiled Python / time of C", 2, ""),
    "listed_ratio": ("finding all captures, time / time of C (cc -O2)", 2, ""),
    "carried_out_ratio": ("finding and making all captures", 2, ""),
}
ROOT = Path(__file__).parents[4]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse bench` to `parser`."""
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--quick", action="store_true", help="run shorter, and don't measure compiling")


def run(arguments: argparse.Namespace) -> int:
    """Measure every game whose rules compile."""
    from dicehouse.games import all_games

    from .. import rules_benchmark

    found = []
    for game in all_games().values():
        if game.engine is not None:  # nothing of it compiles; its simulated physics is measured elsewhere
            continue
        found.append(rules_benchmark.measure_game(game, arguments.quick, partial(_show_progress, game.name)))
        _show_progress(game.name, "the same in C")
        found[-1]["c"] = measure_c_twin(game, arguments.quick)
    _clear()
    machine = {"cores": os.cpu_count(), "machine": platform.machine(), "python": platform.python_version()}
    if arguments.json:
        print(json.dumps({**machine, "games": found}, indent=2))
    else:
        print(bench_text(machine, found))
    return 0


def _show_progress(name: str, what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{name}: {what} ...", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def measure_c_twin(game: Game, quick: bool) -> dict[str, float]:
    """Measure the game in C from bench/, alternating with the rules; return nothing without bench/ or a C compiler."""
    if not (ROOT / "bench" / "compare.py").is_file():
        return {}
    sys.path.insert(0, str(ROOT))
    try:
        if importlib.import_module("bench.c_twin").compiler() is None:
            return {}
        beside: dict[str, float] = importlib.import_module("bench.compare").beside_c(game, quick)
    finally:
        sys.path.remove(str(ROOT))
    return {name: round(beside[name], 3) for name in C_TWIN_ROWS if name in beside}


def bench_text(machine: dict[str, Any], found: list[dict[str, Any]]) -> str:
    """Return the results as text."""
    lines = [f"One core of {machine['cores']} ({machine['machine']}, Python {machine['python']})"]
    for f in found:
        rows = align_columns(_rows(f)).splitlines()
        lines += ["", f"{f['game']}, {count_players(f['players'])}", *(f"  {line}" for line in rows)]
    return "\n".join(lines)


def _rows(f: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("random games, compiled", _both(f["compiled"])),
        ("random games, interpreted and checked", _both(f["interpreted"])),
        ("one option at a time from Python", f"{f['python_decisions_per_second']:,} decisions/s"),
        (f"copying a position of {f['record_bytes']} bytes", f"{f['copy_nanoseconds']:.1f} ns"),
    ]
    if "cold_start_seconds" in f:
        rows.append(("start of the process to its first game, compiling", f"{f['cold_start_seconds']:.1f} s"))
        rows.append(("start of the process to its first game, from the cache", f"{f['cached_start_seconds']:.2f} s"))
    if f.get("c"):
        rows += [
            (label, f"{f['c'][key]:,.{digits}f}{unit}")
            for key, (label, digits, unit) in C_TWIN_ROWS.items()
            if key in f["c"]
        ]
    return rows


def _both(rates: dict[str, float]) -> str:
    return f"{rates['decisions_per_second']:,} decisions/s, {rates['games_per_second']:,.0f} games/s"
