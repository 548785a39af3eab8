"""Play games of a cell of a study one decision at a time, with measured throws or bots that search.

What is measured is the same as in compiled code (play_kernel.py); it is much slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time
from typing import Any, Protocol

import numpy as np

from dicehouse.bots.factory import make
from dicehouse.core import Seeded, dtype
from dicehouse.engine import Position
from dicehouse.engine.entry_points import first_seat
from dicehouse.match.match import Match
from dicehouse.records.sentinels import NO_VALUE

from . import play_kernel as w
from .event_classes import EventClass, event_classes
from .standard_measures import IntArray, PlayedGames, count_own_measures
from .study_plan import PlannedCell
from .tallies import MAX_POSITIONS, SAMPLED_GAMES, CellTally, ChanceSample


class StopSign(Protocol):
    """Tell whether games that are being played should be given up."""

    def is_set(self) -> bool:
        """Return True from the moment on at which they should."""


class ChunkStopped(Exception):
    """Raised in a chunk that is given up, because the study was stopped."""


class TurnDice:
    """Throw dice by seat and number of its turn, as compiled games do; one stream for a game that counts no turns."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._source, self._number = Seeded(f"{key}|deal"), 0
        self.events: list[tuple[int, int, int]] = []  # kind, item and seat of all events so far

    def begin(self, seat: int, turn: int) -> None:
        """Start the stream of turn number `turn` of `seat`."""
        self._source, self._number = Seeded(f"{self._key}|{seat}|{turn}"), 0

    def prepare(self, dice: Any, number: int) -> None:
        self._source.prepare(dice, self._number)
        self._number += 1

    def finished(self, dice: Any) -> None:
        """Keep the events of the deal or the action that is over."""
        for place in range(dice.n_events):
            event = dice.events[place]
            self.events.append((int(event.kind), int(event.item), int(event.seat)))

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "recorded"}


class _PlayedMatch:
    """Play one game and keep what is measured of it."""

    def __init__(self, cell: PlannedCell, seed: int, number: int, kinds: Sequence[int], people: Sequence[int]) -> None:
        key = f"{seed}|{number}"
        self.dice, self._cell, self._people = TurnDice(key), cell, people
        self.match = Match(cell.game, cell.players, cell.settings, self.dice)
        # Time by the processor's clock, so that games played at the same time make no bot weaker.
        self._bots = [make(cell.bots[kind], cell.game, f"{key}|{seat}", thread_time) for seat, kind in enumerate(kinds)]
        self.row = np.zeros(len(w.COLUMNS), np.int64)
        self.options: list[int] = []
        self.looks: list[list[float]] = []
        self._values, self._leader = self._heuristic_values(), -1
        self._leaders: list[int] = []
        state = self._state()
        self._sides = [int(cell.game.hooks.team(state, seat)) for seat in range(cell.players)]
        self.row[w.SIDES] = sum(side << 4 * seat for seat, side in enumerate(self._sides))
        self._taken, self._last = [0] * cell.players, [0] * cell.players
        self._known = self._seat = -1
        self.won: list[int] = [0] * cell.players

    @property
    def _turns(self) -> int:
        return int(self.row[w.TURNS])

    def _state(self) -> Any:
        return Position(self._cell.game, np.frombuffer(self.match.position(), np.uint8).copy()).state

    def _heuristic_values(self) -> list[float]:
        state, hooks = self._state(), self._cell.game.hooks
        values = [float(hooks.heuristic_value(state, seat)) for seat in range(self._cell.players)]
        return [float(score) for score in self.match.points()] if NO_VALUE in values else values

    def play(self, cap: int, stop: StopSign | None = None) -> None:
        """Play the game to its end, or to `cap` decisions. Raise ChunkStopped as soon as `stop` is set."""
        hooks, match, row, people = self._cell.game.hooks, self.match, self.row, self._people
        hooked = "turns_begun" in hooks.own
        while not match.over and row[w.DECISIONS] < cap:
            if stop is not None and stop.is_set():
                raise ChunkStopped
            seat = match.acting()[0]
            now = int(hooks.turns_begun(self._state())) if hooked else seat
            if self._turns == 0 or now != self._known:
                self._start_turn(seat, hooked)
            self._known = now
            self._last[seat] = self._turns
            count = match.n_options(seat)
            self.options.append(count)
            row[w.CHOICES] += count > 1
            before = match.n_events
            match.play(seat, self._bots[seat].choose(match, seat))
            row[w.SECONDS] += w.decision_time(people, count, match.n_events - before)
            row[w.DECISIONS] += 1
        self._finish_row()

    def _start_turn(self, seat: int, hooked: bool) -> None:
        if self._turns > 0:
            self._end_turn()
        else:
            self.row[w.FIRST] = seat
        if hooked:
            self.dice.begin(seat, self._taken[seat])
        self._taken[seat] += 1
        self.row[w.TURNS] += 1
        self.row[w.SECONDS] += self._people[w.PER_TURN]
        if len(self.looks) < MAX_POSITIONS:
            self.looks.append([*self._values, float(seat)])

    def _end_turn(self) -> None:
        now = self._heuristic_values()
        self.row[w.IDLE] += now == self._values
        self._values = now
        leaders = sum({1 << self._sides[seat] for seat, points in enumerate(now) if points == max(now)})
        self._leaders.append(leaders)
        if leaders & (leaders - 1) == 0:
            alone = first_seat(leaders)
            if self._leader not in (-1, alone):
                self.row[w.LEADS] += 1
                self.row[w.LAST_LEAD] = self._turns
            self._leader = alone

    def _finish_row(self) -> None:
        row, players = self.row, self._cell.players
        if self._turns > 0:
            self._end_turn()
        row[w.ENDED] = self.match.over
        if self.match.over:
            self.won = [int(share * w.SHARE + 0.5) for share in self.match.returns()]
        row[w.POSITIONS] = len(self.looks)
        if self._turns > 2 * players:
            row[w.OUT] = sum(last < self._turns - 2 * players for last in self._last)
        if self._leaders:
            row[w.HALF] = self._leaders[(len(self._leaders) - 1) // 2]
        for winner in set(self._sides):
            if sum(won for won, side in zip(self.won, self._sides, strict=True) if side == winner) == w.SHARE:
                row[w.TRAILED] = sum(not leaders >> winner & 1 for leaders in self._leaders)


def play_matches(
    cell: PlannedCell,
    seed: int,
    cap: int,
    numbers: IntArray,
    kinds: IntArray,
    people: Sequence[int],
    most_options: int,
    stop: StopSign | None = None,
) -> tuple[PlayedGames, CellTally]:
    """Play games of a cell; return what was seen of them, and what was counted while they were played.

    Raise ChunkStopped as soon as `stop` is set.
    """
    found = CellTally(options=np.zeros(most_options + 1, np.int64))
    rows, won, scores, last = [], [], [], []
    for number, seated in zip(numbers.tolist(), kinds.tolist(), strict=True):
        game = _PlayedMatch(cell, seed, number, seated, people)
        game.play(cap, stop)
        rows.append(game.row)
        won.append(game.won)
        last.append(np.frombuffer(game.match.position(), np.uint8))
        scores.append(game.match.points())
        found.options += np.bincount(np.minimum(game.options, most_options), minlength=most_options + 1)
        _add_event_sums(game, found.events)
        if number < SAMPLED_GAMES and w.SHARE in game.won and not cell.levels:
            found.samples[number] = ChanceSample(np.array(game.won), np.array(game.looks, np.float32))
    own = count_own_measures(cell, np.concatenate(last).view(dtype(cell.game.rules.State)))
    return PlayedGames(numbers, np.array(rows), np.array(won), np.array(scores, np.float64), kinds, own), found


def _add_event_sums(game: _PlayedMatch, sums: dict[EventClass, IntArray]) -> None:
    times: dict[EventClass, int] = {}
    seats: dict[EventClass, set[int]] = {}
    classes = event_classes(game.match.game)
    for kind, item, seat in game.dice.events:
        name = classes.find(kind, item)
        if name is None:
            continue
        times[name] = times.get(name, 0) + 1
        seats.setdefault(name, set())
        if seat >= 0:
            seats[name].add(seat)
    for name, often in times.items():
        m, won = len(seats[name]), sum(game.won[seat] for seat in seats[name])
        new = np.array([often, 1, m, won, m * m, won * won, m * won], np.int64)
        sums[name] = sums[name] + new if name in sums else new
