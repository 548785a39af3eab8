"""How a study is cut up: a chunk is some games of a family of cells, and what comes of it is small and merges.

This is the one way in which a study is played: local threads, a cluster and a search for balance all call
`play_chunk`. A `Part` can be pickled, and parts merge in any order to the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from dicehouse.bots.contests import seating
from dicehouse.bots.memo import memo_of
from dicehouse.bots.minds import kind_of
from dicehouse.errors import BadSetting
from dicehouse.kit import Position, dtype
from dicehouse.kit.engine import use_compiled
from dicehouse.kit.entries import MOST_SEATS
from dicehouse.kit.items import GRANTED
from dicehouse.kit.playout import check_seed, packed
from dicehouse.kit.program import program, ready

from . import watching as w
from .columns import Column, Seen, Wholes, columns, hero_of
from .matches import own_of, watch_matches
from .naming import classes_of
from .plan import Cell, Plan, is_compiled
from .tallying import MOST_LOOKS, SAMPLE, Sample, Tally, Values, cross, tally
from .weighing import weigh

PEOPLE = (10, 40, 150)  # tenths of a second: an option that is looked at, an event, a turn
MOST_OPTIONS = 64  # decisions with more options count together


@dataclass(frozen=True)
class Chunk:
    """Games `first` to `first + games - 1` of every cell of a family."""

    family: int
    first: int
    games: int


@dataclass
class Part:
    """What came of some chunks, by the number of the cell."""

    tallies: dict[int, Tally] = field(default_factory=dict)

    def games(self, family: Sequence[int]) -> int:
        """How many games of each of its cells a family has played."""
        return min((self.tallies[place].games if place in self.tallies else 0) for place in family)

    def with_(self, other: Part) -> Part:
        """Both together, in a part of its own: whoever is broken off in the middle still has this one whole."""
        together = Part({place: self.tallies[place].copied() for place in other.tallies if place in self.tallies})
        together.add(other)
        return Part({**self.tallies, **together.tallies})

    def add(self, other: Part) -> None:
        """Take over what another part has; the order doesn't matter."""
        for cell, theirs in other.tallies.items():
            self.tallies.setdefault(cell, Tally()).add(theirs)


def chunks(plan: Plan, done: Part | None = None) -> Iterator[Chunk]:
    """The chunks of a study that are not in `done`, in the order in which they count."""
    played = [0 if done is None else done.games(family) for family in plan.families]
    for start in range(0, plan.games, plan.size):
        for family, games in enumerate(played):
            first, last = max(start, games), min(start + plan.size, plan.games)
            if first < last:
                yield Chunk(family, first, last - first)


def play_chunk(plan: Plan, chunk: Chunk) -> Part:
    """Play one chunk: the same whoever plays it, and whatever was played before."""
    numbers = np.arange(chunk.first, chunk.first + chunk.games)
    part = Part()
    base: dict[str, Values] = {}
    for place in plan.families[chunk.family]:
        cell = plan.cells[place]
        measures = columns_of(cell)
        seen, found = watch(cell, plan, numbers)
        values = tally(measures, seen, found)
        if not base:
            base = {column.name: value for column, value in zip(measures, values, strict=True)}
        else:
            found.crossed = cross(base, measures, values)
        if cell.levels:
            found.pairs = _pairs(cell, seen)
        elif cell.item is None and is_compiled(cell) and chunk.first < plan.weighed:
            here = numbers < plan.weighed
            found.weighed = weigh(cell, plan.seed, plan.cap, numbers[here], seen.kinds[here])
        part.tallies[place] = found
    return part


def _pairs(cell: Cell, seen: Seen) -> dict[tuple[int, int], Wholes]:
    """What the seat with a bot of its own has won, by its bot and that of the others: moments.

    Games that were stopped are left out: won by nobody, they would pull every pair below an even share, and most those
    that play longest.
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


def columns_of(cell: Cell) -> list[Column]:
    """The measures of a cell."""
    own = () if cell.levels else cell.game.hooks.MEASURES
    return columns(cell.players, () if cell.levels else cell.bots, cell.game.unit[1], own)


def prepare(plan: Plan) -> None:
    """Load what is compiled, or compile it, before anybody counts the time."""
    for cell in plan.cells:
        classes_of(cell.game)
        if is_compiled(cell):
            ready(w.Watch, cell.game)
            if plan.weighed:
                program(cell.game)
        elif cell.game.engine is None:
            program(cell.game)
            use_compiled(cell.game)


def seats_of(cell: Cell, numbers: Wholes) -> Wholes:
    """Which bot (a place in the cell's list) sits where, by game."""
    if not cell.levels:
        return seating(cell.players, len(cell.bots), len(numbers), int(numbers[0]))
    hero, pair = numbers % cell.players, numbers // cell.players % len(cell.bots) ** 2
    kinds = np.repeat((pair % len(cell.bots))[:, None], cell.players, axis=1)
    kinds[np.arange(len(numbers)), hero] = pair // len(cell.bots)
    return kinds


def watch(cell: Cell, plan: Plan, numbers: Wholes) -> tuple[Seen, Tally]:
    """Play games of a cell; what was seen of them, and what is counted while they are played."""
    kinds = seats_of(cell, numbers)
    if not is_compiled(cell):
        return watch_matches(cell, plan.seed, plan.cap, numbers, kinds, PEOPLE, MOST_OPTIONS)
    return _Watching(cell, plan, numbers, kinds).played()


class _Watching:
    """Games in compiled code."""

    def __init__(self, cell: Cell, plan: Plan, numbers: Wholes, kinds: Wholes) -> None:
        self._cell, self._seed, self._stream = cell, plan.seed, check_seed(plan.seed)
        self._cap, self._numbers, self._kinds = plan.cap, numbers, kinds
        game, games = cell.game, len(numbers)
        self._classes = classes_of(game)
        self._size = dtype(game.rules.State).itemsize
        self._memory = np.zeros(games * self._size, np.uint8)
        self._times, self._happened = np.zeros((2, games, len(self._classes.names)), np.int64)
        self._program = ready(w.Watch, game)

    def played(self) -> tuple[Seen, Tally]:
        cell, game, games = self._cell, self._cell.game, len(self._numbers)
        self._deal()
        memo = memo_of(game, cell.players, cell.settings)
        rows = np.zeros((games, len(w.COLUMNS)), np.int64)
        won, scores = np.zeros((games, MOST_SEATS), np.int64), np.zeros((games, MOST_SEATS))
        sampled = 0 if cell.item or cell.levels else int((self._numbers < SAMPLE).sum())
        kept = np.zeros((sampled, MOST_LOOKS * (cell.players + 1)))
        events, options = np.zeros((len(self._classes.names), 7), np.int64), np.zeros(MOST_OPTIONS + 1, np.int64)
        hooked = "turns" in game.hooks.own
        self._program.watch_games(
            game,
            self._memory,
            np.zeros(2 * self._size, np.uint8),
            np.array([cell.players, self._cap, hooked, self._stream, *PEOPLE], np.int64),
            self._numbers,
            self._minds(),
            memo,
            memo.copy(),
            self._classes.table,
            self._times,
            self._happened,
            rows,
            won,
            scores,
            kept,
            events,
            options,
        )
        own = own_of(cell, self._memory.view(dtype(game.rules.State)))
        seen = Seen(self._numbers, rows, won[:, : cell.players], scores[:, : cell.players], self._kinds, own)
        found = Tally(options=options)
        found.events = {self._classes.names[place]: events[place] for place in np.flatnonzero(events[:, w.TIMES])}
        found.samples = dict(_samples(seen, kept, cell.players))
        return seen, found

    def _deal(self) -> None:
        cell, game = self._cell, self._cell.game
        options = packed(game, cell.players, cell.settings)
        self._program.deal_games(
            game,
            self._memory,
            options,
            cell.players,
            self._stream,
            self._numbers,
            self._classes.table,
            self._times,
            self._happened,
        )
        if cell.item is not None:
            for row, number in zip(self._memory.reshape(-1, self._size), self._numbers.tolist(), strict=True):
                hand_out(cell, self._seed, number, Position(game, row))

    def _minds(self) -> Wholes:
        """What each seat's bot is like: who has habits has others in every game."""
        names, game, seed = self._cell.bots, self._cell.game, self._seed
        plain = {kind: kind_of(name, game, "") for kind, name in enumerate(names)}
        if all(kind_of(name, game, "other") == plain[kind] for kind, name in enumerate(names)):
            return np.array([plain[kind] for kind in range(len(names))], np.int64)[self._kinds]
        return np.array(
            [
                [kind_of(names[kind], game, f"{seed}|{number}|{seat}") for seat, kind in enumerate(kinds)]
                for number, kinds in zip(self._numbers.tolist(), self._kinds.tolist(), strict=True)
            ],
            np.int64,
        )


def hand_out(cell: Cell, seed: int, number: int, position: Position) -> None:
    """Give the seat of the experiment its item, or deny it; every seat has its turn."""
    item = cell.item
    assert item is not None
    luck = random.Random(f"{seed}|{number}|{item.group}")
    granted = item.experiment == GRANTED
    hero = int(hero_of(np.array(number), cell.players, len(cell.bots)))
    if not cell.game.hooks.hand_out(position.state, hero, item.id, granted, luck):
        raise BadSetting(f"{item.name} can't be {item.experiment} under these settings.")


def _samples(seen: Seen, kept: npt.NDArray[np.float64], players: int) -> Iterator[tuple[int, Sample]]:
    for place in range(len(kept)):
        if (seen.won[place] == w.SHARE).any():
            looks = int(seen[w.LOOKS][place])
            marks = kept[place, : looks * (players + 1)].reshape(looks, players + 1)
            yield int(seen.numbers[place]), Sample(seen.won[place].copy(), marks.astype(np.float32))
