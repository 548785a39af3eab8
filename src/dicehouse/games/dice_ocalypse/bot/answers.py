"""What `dicehouse solve` tells of a race: who wins how often, how many turns it takes, and how sure all of this is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.errors import BadSetting
from dicehouse.kit.record import Bytes, dtype, strict
from dicehouse.kit.shares import percent

from ..rules.scoring import set_scoring
from ..rules.state import State
from ..show import exact
from ..show.offers import UNIT
from ..show.race import race_key, race_of
from ..show.solved import Solution, keep
from .alone import chances_within, fewest_turns
from .solving import solve as solve_race
from .trials import first_wins

LARGEST_TARGET = 20_000
Z = 1.959964  # of a 95 % interval


@dataclass(frozen=True)
class Answers:
    """A solved race of Dice-ocalypse!; chances are those of the first player if both play as well as can be.

    `fewest` [own] is the fewest turns to be expected until the target is crossed, alone, from each total in levels of
    50 points; `within` [n] the best chance to cross it within n turns.
    """

    solution: Solution
    fewest: Any
    within: tuple[float, ...]
    kept: bool  # solved before
    position: Bytes

    @property
    def first(self) -> float:
        """The first player's chance."""
        return self.solution.first

    def chance(self, own: int, other: int) -> float:
        """The chance of a player about to throw, by the two totals in points (0: not opened); BadSetting if the race is
        over with these.
        """
        most = self.solution.race.crossing - 1
        for total in (own, other):
            if total % UNIT or not 0 <= total <= most * UNIT:
                raise BadSetting(
                    f"A total in this race is a multiple of {UNIT} from 0 to {most * UNIT:,}, not {total}."
                )
        return float(self.solution.value[own // UNIT, other // UNIT])

    def play(self, games: int, seed: int) -> dict[str, Any]:
        """Games played out with thrown dice, both players by the solution: how often the first one won, and the
        interval in which that lies 95 times of 100.
        """
        won = first_wins(self.solution, self.position.copy(), games, seed)
        share = won / games
        error = Z * sqrt(self.first * (1 - self.first) / games)
        inside = abs(share - self.first) <= error
        return {
            "games": games,
            "seed": seed,
            "share": share,
            "low": self.first - error,
            "high": self.first + error,
            "inside": inside,
        }

    def report(self) -> dict[str, Any]:
        """All figures as plain data; points, turns, chances, seconds."""
        race, solution = self.solution.race, self.solution
        return {
            "crossing": race.crossing * UNIT,
            "opening": race.opening * UNIT,
            "fingerprint": race.fingerprint(),
            "first": self.first,
            "fewest_turns": float(self.fewest[0]),
            "within": list(self.within),
            "positions": solution.value.size,
            "residual": solution.residual,
            "turns_worked_out": solution.turns,
            "seconds": round(solution.seconds, 2),
            "kept": self.kept,
        }

    def text(self) -> str:
        """The figures as people read them."""
        solution, crossing = self.solution, self.solution.race.crossing * UNIT
        since = "solved before" if self.kept else "solved now"
        lines = [
            f"Two players, no cards; who has {crossing:,} or more leaves the other a last turn. Both play perfectly.",
            f"  The first player wins {percent(self.first, 4)}, the second {percent(1 - self.first, 4)}.",
            f"  {solution.value.size:,} pairs of totals, {solution.turns:,} turns worked out in"
            f" {solution.seconds:.1f} s ({since}); largest error of an equation {solution.residual:.0e}.",
            "Alone:",
            f"  The fewest turns that one can expect to need: {self.fewest[0]:.4f}.",
            "  The best chance within so many turns: " + ", ".join(self._milestones()) + ".",
        ]
        return "\n".join(lines)

    def _milestones(self) -> list[str]:
        wanted = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
        turns = sorted({next(n for n, chance in enumerate(self.within) if chance >= least) for least in wanted})
        return [f"{n}: {percent(self.within[n])}" for n in turns]

    def save(self, file: Path) -> None:
        """Write the solution to a file (.npz); OSError if that can't be."""
        self.solution.save(file)


def solve(state: State, again: bool, progress: Callable[[float], None] | None) -> Answers:
    """Solve the race that a dealt table plays, or take what is kept of it; BadSetting if it plays none."""
    key = race_key(state)
    if key is None:
        raise BadSetting("Exact answers are for two players with special_cards and piggyback off.")
    if state.options.target > LARGEST_TARGET:
        raise BadSetting(f"Exact answers are for targets up to {LARGEST_TARGET:,}, not {state.options.target:,}.")
    solution = None if again else exact.solution_at(state)
    kept = solution is not None
    if solution is None:
        solution = solve_race(race_of(key), progress)
        keep(solution)
    within = tuple(chances_within(solution.race))
    return Answers(solution, fewest_turns(solution.race), within, kept, _dealt(state))


def _dealt(state: State) -> Bytes:
    """A position with the settings of another one, to throw dice in."""
    memory: Bytes = np.zeros(dtype(State).itemsize, np.uint8)
    twin = strict(State, memory)
    twin.options = state.options
    set_scoring(twin)
    return memory
