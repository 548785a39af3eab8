"""How long compiling takes: all games with an empty cache, and one game again after an edit to one of its rules."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dicehouse.core.game import Game

ROOT = Path(__file__).parents[1]


def run(arguments: list[str], cache: str, source: Path = ROOT / "src") -> tuple[float, float, str]:
    """Run Python on the house's sources: seconds by the clock, processor time, and what it printed."""
    environment = os.environ | {"DICEHOUSE_CACHE": cache, "PYTHONPATH": str(source)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else Python compiles all of Numba anew in every process
    began, used = time.perf_counter(), _children_seconds()
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, check=True, capture_output=True, text=True, cwd=ROOT
    )
    return time.perf_counter() - began, _children_seconds() - used, done.stdout.strip()


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def all_games() -> dict[str, float]:
    """Processor time of `python -m dicehouse.cli.precompile` with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        return {"all_games_cpu_seconds": run(["-m", "dicehouse.cli.precompile", "--quiet"], cache)[1]}


def after_an_edit(game: Game) -> dict[str, float]:
    """Seconds of a short `dicehouse simulate` after one more line in `apply`, which every playout runs."""
    with tempfile.TemporaryDirectory() as place:
        source, cache = Path(place) / "src", str(Path(place) / "cache")
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("static", "__pycache__"))
        simulate = ["-m", "dicehouse", "simulate", game.id, "--games", "4", "--seed", "1"]
        run(simulate, cache, source)
        edit_apply(source / Path(str(game.rules.__file__)).relative_to(ROOT / "src"))
        clock, used, _ = run(simulate, cache, source)
    return {"edited_seconds": clock, "edited_cpu_seconds": used}


def edit_apply(rules: Path) -> None:
    """Give the rule `apply` a line that changes nothing."""
    text = rules.read_text()
    head, found, rest = text.partition("\ndef apply(")
    body = rest.find('"""\n', rest.index('"""') + 3) + 4
    if not found or body < 4:
        raise ValueError(f"{rules} has no rule `apply` with a docstring.")
    rules.write_text(f"{head}{found}{rest[:body]}    action = action + 0\n{rest[body:]}")
