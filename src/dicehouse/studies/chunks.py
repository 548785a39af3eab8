"""Cut a study into chunks, and play them.

A chunk is some games of a family of cells; its tallies are small and merge. Local threads, a cluster and the search for
settings all play studies by `play_chunk`. `Tallies` can be pickled, and merge in any order to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from dicehouse.arena.pairing_schedule import rotate_bots
from dicehouse.compiler.program import get_program
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import match_program

from . import play_kernel as w
from .choice_stakes import estimate_stakes
from .compiled_play import CompiledPlay
from .event_classes import event_classes
from .match_play import StopSign, play_matches
from .play_kernel import PACE_TENTHS
from .standard_measures import IntArray, PlayedGames, cell_measures
from .study_plan import PlannedCell, StudyPlan, plays_compiled
from .tallies import MAX_OPTIONS, CellTally, MeasureValues, cross_moments_with_base, tally_games


@dataclass(frozen=True)
class Chunk:
    """Hold which games to play: `first` to `first + games - 1` of every cell of a family."""

    family: int
    first: int
    games: int


@dataclass
class Tallies:
    """Hold what was counted in some chunks, by the number of the cell."""

    tallies: dict[int, CellTally] = field(default_factory=dict)

    def games(self, family: Sequence[int]) -> int:
        """Return how many games of each of its cells a family has played."""
        return min((self.tallies[place].games if place in self.tallies else 0) for place in family)

    def merged_with(self, other: Tallies) -> Tallies:
        """Return both together as new tallies; these stay whole if the merging is interrupted."""
        together = Tallies({place: self.tallies[place].copied() for place in other.tallies if place in self.tallies})
        together.add(other)
        return Tallies({**self.tallies, **together.tallies})

    def add(self, other: Tallies) -> None:
        """Add what `other` counted; the order of adding does not matter."""
        for cell, theirs in other.tallies.items():
            self.tallies.setdefault(cell, CellTally()).add(theirs)


def remaining_chunks(plan: StudyPlan, done: Tallies | None = None) -> Iterator[Chunk]:
    """Yield the chunks of a study that are not in `done`, in the order in which their tallies are added."""
    played = [0 if done is None else done.games(family) for family in plan.families]
    for start in range(0, plan.games, plan.size):
        for family, games in enumerate(played):
            first, last = max(start, games), min(start + plan.size, plan.games)
            if first < last:
                yield Chunk(family, first, last - first)


def play_chunk(plan: StudyPlan, chunk: Chunk, stop: StopSign | None = None) -> Tallies:
    """Play one chunk; the result depends on nothing but the plan and the chunk.

    Where games are slow, raise ChunkStopped as soon as `stop` is set.
    """
    numbers = np.arange(chunk.first, chunk.first + chunk.games)
    part = Tallies()
    base: dict[str, MeasureValues] = {}
    for place in plan.families[chunk.family]:
        cell = plan.cells[place]
        measures = cell_measures(cell)
        seen, found = play_games(cell, plan, numbers, stop)
        values = tally_games(measures, seen, found)
        if not base:
            base = {column.name: value for column, value in zip(measures, values, strict=True)}
        else:
            found.cross_moments = cross_moments_with_base(base, measures, values)
        if cell.levels:
            found.pairs = _wins_by_pair(cell, seen)
        elif cell.item is None and plays_compiled(cell) and chunk.first < plan.weighed:
            here = numbers < plan.weighed
            found.weighed = estimate_stakes(cell, plan.seed, plan.cap, numbers[here], seen.kinds[here])
        part.tallies[place] = found
    return part


def _wins_by_pair(cell: PlannedCell, seen: PlayedGames) -> dict[tuple[int, int], IntArray]:
    """Return the moments of the wins of the seat that has a bot of its own, by its bot and the bot of the others.
    Stopped games are left out: nobody won them, so they would pull every pair below an even share, and pairs with long
    games most.
    """
    hero = seen.numbers % cell.players
    own = seen.kinds[seen.games, hero]
    others = seen.kinds[seen.games, (hero + 1) % cell.players]
    won = seen.won[seen.games, hero]
    found = {}
    for a, b in sorted(set(zip(own.tolist(), others.tolist(), strict=True))):
        x = won[(own == a) & (others == b) & seen.ended]
        found[a, b] = np.array([len(x), x.sum(), (x * x).sum()], np.int64)
    return found


def compile_games(plan: StudyPlan) -> None:
    """Load or compile the code of all games of `plan`, so that this time is not counted as playing."""
    for cell in plan.cells:
        event_classes(cell.game)
        if plays_compiled(cell):
            get_program(w.StudyKernels, cell.game)
            if plan.weighed:
                match_program(cell.game)
        elif cell.game.engine is None:
            match_program(cell.game)
            use_compiled(cell.game)


def rotate_seats(cell: PlannedCell, numbers: IntArray) -> IntArray:
    """Return which bot, as a place in the cell's list, sits where, by game."""
    if not cell.levels:
        return rotate_bots(cell.players, len(cell.bots), len(numbers), int(numbers[0]))
    hero, pair = numbers % cell.players, numbers // cell.players % len(cell.bots) ** 2
    kinds = np.repeat((pair % len(cell.bots))[:, None], cell.players, axis=1)
    kinds[np.arange(len(numbers)), hero] = pair // len(cell.bots)
    return kinds


def play_games(
    cell: PlannedCell, plan: StudyPlan, numbers: IntArray, stop: StopSign | None = None
) -> tuple[PlayedGames, CellTally]:
    """Play games of a cell; return what was seen of them, and what was counted while they were played.

    Where games are slow, raise ChunkStopped as soon as `stop` is set.
    """
    kinds = rotate_seats(cell, numbers)
    if not plays_compiled(cell):
        return play_matches(cell, plan.seed, plan.cap, numbers, kinds, PACE_TENTHS, MAX_OPTIONS, stop)
    return CompiledPlay(cell, plan, numbers, kinds).played()
