"""dicehouse bench"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
from functools import partial
from pathlib import Path
from typing import Any

import dicehouse
from dicehouse.games import all_games
from dicehouse.kit import Game
from dicehouse.kit.settings import people

from . import measuring
from .common import columns

IN_C = {
    "c_decisions_per_second": ("the same rules in C, cc -O2", 0, " decisions/s"),
    "ratio": ("time of the compiled Python by that of C", 2, ""),
    "listed_ratio": ("finding all captures, time by that of C, cc -O2", 2, ""),
    "carried_out_ratio": ("finding them and carrying out each", 2, ""),
}
ROOT = Path(dicehouse.__file__).parents[2]


def run(given: argparse.Namespace) -> int:
    """Measure every game whose rules compile."""
    found = []
    for game in all_games().values():
        if game.engine is not None:  # nothing compiles; what its simulated world takes is measured by itself
            continue
        found.append(measuring.figures(game, given.quick, partial(_tell, game.name)))
        _tell(game.name, "the same in C")
        found[-1]["c"] = beside_c(game, given.quick)
    _clear()
    machine = {"cores": os.cpu_count(), "machine": platform.machine(), "python": platform.python_version()}
    if given.json:
        print(json.dumps({**machine, "games": found}, indent=2))
    else:
        print(as_text(machine, found))
    return 0


def _tell(name: str, what: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{name}: {what} ...", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def beside_c(game: Game, quick: bool) -> dict[str, float]:
    """The game in C from bench/, measured in turn with the rules; nothing without bench/ or a C compiler."""
    if not (ROOT / "bench" / "compare.py").is_file():
        return {}
    sys.path.insert(0, str(ROOT))
    try:
        if importlib.import_module("bench.c_twin").compiler() is None:
            return {}
        beside: dict[str, float] = importlib.import_module("bench.compare").beside_c(game, quick)
    finally:
        sys.path.remove(str(ROOT))
    return {name: round(beside[name], 3) for name in IN_C if name in beside}


def as_text(machine: dict[str, Any], found: list[dict[str, Any]]) -> str:
    """The figures as people read them."""
    lines = [f"One core of {machine['cores']} ({machine['machine']}, Python {machine['python']})"]
    for f in found:
        rows = columns(_rows(f)).splitlines()
        lines += ["", f"{f['game']}, {people(f['players'])}", *(f"  {line}" for line in rows)]
    return "\n".join(lines)


def _rows(f: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("random games, compiled", _both(f["compiled"])),
        ("random games, interpreted and checked", _both(f["interpreted"])),
        ("one option at a time from Python", f"{f['python_decisions_per_second']:,} decisions/s"),
        (f"copy of a position of {f['record_bytes']} bytes", f"{f['copy_nanoseconds']:.1f} ns"),
    ]
    if "cold_start_seconds" in f:
        rows.append(("process start to first game, compiling", f"{f['cold_start_seconds']:.1f} s"))
        rows.append(("process start to first game, from the cache", f"{f['cached_start_seconds']:.2f} s"))
    if f.get("c"):
        rows += [
            (label, f"{f['c'][key]:,.{digits}f}{unit}") for key, (label, digits, unit) in IN_C.items() if key in f["c"]
        ]
    return rows


def _both(rates: dict[str, float]) -> str:
    return f"{rates['decisions_per_second']:,} decisions/s, {rates['games_per_second']:,.0f} games/s"
