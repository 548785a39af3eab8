"""Report a solved race, as `dicehouse solve` does: chances to win, turns needed, and the error of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from dicehouse.errors import BadSetting
from dicehouse.records.record import Bytes, dtype, strict
from dicehouse.text_format import format_percent

from ..presentation import exact_chances
from ..presentation.race_model import race_key, race_of
from ..presentation.race_solutions import RaceSolution, store_solution
from ..presentation.throw_offers import UNIT
from ..rules.scoring import set_scoring
from ..rules.state import State
from .race_playouts import count_first_wins
from .race_solver import solve_race as solve_race
from .solo_race import chances_within, fewest_turns

LARGEST_TARGET = 20_000
Z = 1.959964  # of a 95% interval


@dataclass(frozen=True)
class RaceAnswers:
    """Hold a solved race of Dice-ocalypse!; chances are those of the first player if both players play optimally.

    `fewest` [own] is the fewest turns to be expected until the target is crossed in solo play, from each total in
    levels of 50 points; `within` [n] is the best chance to cross it within n turns.
    """

    solution: RaceSolution
    fewest: Any
    within: tuple[float, ...]
    kept: bool  # solved before
    position: Bytes

    @property
    def first(self) -> float:
        """Return the first player's chance to win."""
        return self.solution.first

    def chance(self, own: int, other: int) -> float:
        """Return the chance of the player about to throw, by the two totals in points (0: not opened); BadSetting if
        the race is over at these totals.
        """
        most = self.solution.race.crossing - 1
        for total in (own, other):
            if total % UNIT or not 0 <= total <= most * UNIT:
                raise BadSetting(
                    f"A total in this race is a multiple of {UNIT} from 0 to {most * UNIT:,}, not {total}."
                )
        return float(self.solution.value[own // UNIT, other // UNIT])

    def play(self, games: int, seed: int) -> dict[str, Any]:
        """Play out `games` with thrown dice, both players following the solution. Return how often the first player
        won, and the 95% interval of that share.
        """
        won = count_first_wins(self.solution, self.position.copy(), games, seed)
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
        """Return all figures as plain data, in turns, chances and seconds."""
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
        """Return the figures as text for people."""
        solution, crossing = self.solution, self.solution.race.crossing * UNIT
        since = "solved before" if self.kept else "solved now"
        lines = [
            f"Two players, no cards; who has {crossing:,} or more leaves the other a last turn. Both play perfectly.",
            f"  The first player wins {format_percent(self.first, 4)}, the second {format_percent(1 - self.first, 4)}.",
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
        return [f"{n}: {format_percent(self.within[n])}" for n in turns]

    def save(self, file: Path) -> None:
        """Write the solution to `file` (.npz); OSError if that fails."""
        self.solution.save(file)


def solve(state: State, again: bool, progress: Callable[[float], None] | None) -> RaceAnswers:
    """Solve the race that a dealt table plays, or read the stored solution unless `again`; BadSetting if the table
    plays no race.
    """
    key = race_key(state)
    if key is None:
        raise BadSetting("Exact answers are for two players with special_cards and piggyback off.")
    if state.options.target > LARGEST_TARGET:
        raise BadSetting(f"Exact answers are for targets up to {LARGEST_TARGET:,}, not {state.options.target:,}.")
    solution = None if again else exact_chances.solution_at(state)
    kept = solution is not None
    if solution is None:
        solution = solve_race(race_of(key), progress)
        store_solution(solution)
    within = tuple(chances_within(solution.race))
    return RaceAnswers(solution, fewest_turns(solution.race), within, kept, _dealt_position(state))


def _dealt_position(state: State) -> Bytes:
    """Return a position with the settings of `state`, to throw dice in."""
    memory: Bytes = np.zeros(dtype(State).itemsize, np.uint8)
    twin = strict(State, memory)
    twin.options = state.options
    set_scoring(twin)
    return memory
