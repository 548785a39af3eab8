"""Store and find solutions of races; those of the three scoring tables come with the package.

`dicehouse solve` stores other solutions in the cache folder. Each is stored under the fingerprint of the numbers that
were solved, so that no solution is taken for another, and none outlives its rules.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from dicehouse.compiler.cache import cache_root

from .race_model import Floats, Race

SHIPPED = Path(__file__).with_name("solved_races")
MOST_CACHED = 24  # solutions in the cache folder, the latest
RULES_AS_WRITTEN = True  # False in a game with a house rule, of which no solution knows


@dataclass(frozen=True)
class RaceSolution:
    """Hold a solved race: `value` [own][other] is the chance of the player about to throw, with totals in levels.

    Level 0 is a player who has not opened. `chase` [lead] is the chance of a last turn, a tie counted half; `unopened`
    is the same for a player whose opening is worth more than the lead. `residual` is the largest error of any equation
    of the solution, `turns` the number of turns that were worked out for it, `seconds` the processor time. Stored
    values are rounded to 1e-7.
    """

    race: Race
    value: Floats
    chase: Floats
    unopened: float
    residual: float
    turns: int
    seconds: float

    @property
    def first(self) -> float:
        """Return the chance of the player who begins."""
        return float(self.value[0, 0])

    def save(self, file: Path) -> None:
        """Write the solution to `file`; a reader finds the old file or the new one, never half of it. OSError if that
        fails.
        """
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
            try:
                np.savez(
                    part,
                    fingerprint=np.array(self.race.fingerprint()),
                    value=self.value.astype(np.float32),
                    chase=self.chase,
                    figures=np.array([self.unopened, self.residual, self.turns, self.seconds]),
                )
                part.close()
                os.replace(part.name, file)
            except OSError:
                os.unlink(part.name)
                raise


def store_solution(solution: RaceSolution) -> Path | None:
    """Store `solution` in the cache folder and return its file; None if nothing can be written there."""
    file = _cache_file(solution.race.fingerprint())
    try:
        solution.save(file)
    except OSError:
        return None
    found = sorted(file.parent.glob("dice-ocalypse-*.npz"), key=lambda each: each.stat().st_mtime, reverse=True)
    with suppress(OSError):  # another process may be at it, too
        for old in found[MOST_CACHED:]:
            old.unlink(missing_ok=True)
    return file


def _cache_file(fingerprint: str) -> Path:
    return _folder(os.environ.get("DICEHOUSE_CACHE")) / f"dice-ocalypse-{fingerprint}.npz"


@lru_cache(maxsize=8)
def _folder(named: str | None) -> Path:
    """Return the cache folder; it is tested only once, as a table asks for its solution at every option."""
    return cache_root()


def solution_of(race: Race, fingerprint: str, shipped_only: bool = False) -> RaceSolution | None:
    """Return the solution that comes with the package, or the one stored on this machine; None if there is neither."""
    if not RULES_AS_WRITTEN:
        return None
    file = _shipped_files().get(fingerprint)
    if file is None and not shipped_only:
        file = _cache_file(fingerprint)
    try:
        return _read_solution(file, file.stat().st_mtime_ns, race, fingerprint) if file else None
    except OSError:
        return None


@lru_cache(maxsize=1)
def _shipped_files() -> dict[str, Path]:
    found = {}
    for file in sorted(SHIPPED.glob("*.npz")):
        with np.load(file) as data:
            found[str(data["fingerprint"])] = file
    return found


_loaded: dict[Path, tuple[int, RaceSolution]] = {}


def _read_solution(file: Path, changed: int, race: Race, fingerprint: str) -> RaceSolution | None:
    """Return the solution in `file`, read again when the file has changed; None if it is damaged."""
    if file in _loaded and _loaded[file][0] == changed:
        return _loaded[file][1]
    try:
        with np.load(file) as data:
            if str(data["fingerprint"]) != fingerprint:
                return None
            unopened, residual, turns, seconds = map(float, data["figures"])
            value = data["value"].astype(np.float64)
            solution = RaceSolution(race, value, data["chase"], unopened, residual, int(turns), seconds)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    if len(_loaded) >= MOST_CACHED:
        _loaded.clear()
    _loaded[file] = changed, solution
    return solution
