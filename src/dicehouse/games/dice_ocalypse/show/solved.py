"""Solved races: what is kept of one, and where. Those of the three scoring tables come with the house.

`dicehouse solve` keeps the others in the cache folder. A solution lies under the fingerprint of the very numbers that
were solved, so that none is taken for another and none outlives its rules.
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

from dicehouse.kit.keeping import cache_root

from .race import Floats, Race

SHIPPED = Path(__file__).with_name("races")
KEPT = 24  # solutions in the cache folder, the latest
RULES_AS_WRITTEN = True  # False in a game with a house rule, of which no solution knows


@dataclass(frozen=True)
class Solution:
    """A solved race: `value` [own][other] is the chance of the player about to throw, with totals in levels.

    0 is a player who has not opened. `chase` [lead] is the chance of a last turn, a tie counted half, `unopened` the
    same for a player whose opening is worth more than the lead. `residual` is the largest error of any equation as it
    was solved, `turns` how many turns were worked out for it, `seconds` the processor time. What is kept is rounded to
    1e-7.
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
        """The chance of the player who begins."""
        return float(self.value[0, 0])

    def save(self, file: Path) -> None:
        """Write it down; a reader meets the old file or the new one, never half of it. OSError if it can't be."""
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


def keep(solution: Solution) -> Path | None:
    """Keep a solution in the cache folder; None if it can't be written there."""
    file = _kept(solution.race.fingerprint())
    try:
        solution.save(file)
    except OSError:
        return None
    found = sorted(file.parent.glob("dice-ocalypse-*.npz"), key=lambda each: each.stat().st_mtime, reverse=True)
    with suppress(OSError):  # another process may be at it, too
        for old in found[KEPT:]:
            old.unlink(missing_ok=True)
    return file


def _kept(fingerprint: str) -> Path:
    return _folder(os.environ.get("DICEHOUSE_CACHE")) / f"dice-ocalypse-{fingerprint}.npz"


@lru_cache(maxsize=8)
def _folder(named: str | None) -> Path:
    """The cache folder, which is tried out only once: a table asks for its solution at every option."""
    return cache_root()


def solution_of(race: Race, fingerprint: str, shipped_only: bool = False) -> Solution | None:
    """The solution that comes with the house, or else is kept here; None if there is none."""
    if not RULES_AS_WRITTEN:
        return None
    file = _shipped().get(fingerprint)
    if file is None and not shipped_only:
        file = _kept(fingerprint)
    try:
        return _read(file, file.stat().st_mtime_ns, race, fingerprint) if file else None
    except OSError:
        return None


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Path]:
    found = {}
    for file in sorted(SHIPPED.glob("*.npz")):
        with np.load(file) as data:
            found[str(data["fingerprint"])] = file
    return found


_loaded: dict[Path, tuple[int, Solution]] = {}


def _read(file: Path, changed: int, race: Race, fingerprint: str) -> Solution | None:
    """A solution from its file, which is read again when it has changed; None if it is not whole."""
    if file in _loaded and _loaded[file][0] == changed:
        return _loaded[file][1]
    try:
        with np.load(file) as data:
            if str(data["fingerprint"]) != fingerprint:
                return None
            unopened, residual, turns, seconds = map(float, data["figures"])
            value = data["value"].astype(np.float64)
            solution = Solution(race, value, data["chase"], unopened, residual, int(turns), seconds)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    if len(_loaded) >= KEPT:
        _loaded.clear()
    _loaded[file] = changed, solution
    return solution
