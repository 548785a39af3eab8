"""Games that are watched one decision at a time, as a table plays them: throws that are measured, and bots that search.

The same is written down as in compiled code (watching.py), much more slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any

import numpy as np

from dicehouse.bots.making import make
from dicehouse.kit import Position, Seeded, dtype
from dicehouse.kit.entries import first_seat
from dicehouse.kit.hooks import UNTOLD
from dicehouse.match import Match

from . import watching as w
from .columns import Seen, Wholes
from .naming import Name, name_of
from .plan import Cell
from .tallying import MOST_LOOKS, SAMPLE, Sample, Tally

Dealt = Callable[[Position, int], None]


class ByTurn:
    """Dice by seat and the number of its turn, as compiled games have them; one stream a game where nobody counts."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._source, self._number = Seeded(f"{key}|deal"), 0

    def begin(self, seat: int, turn: int) -> None:
        """A seat's turn begins."""
        self._source, self._number = Seeded(f"{self._key}|{seat}|{turn}"), 0

    def prepare(self, dice: Any, number: int) -> None:
        self._source.prepare(dice, self._number)
        self._number += 1

    def finished(self, dice: Any) -> None:
        pass

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "recorded"}


class _Game:
    """One game while it is played."""

    def __init__(self, cell: Cell, seed: int, number: int, kinds: Sequence[int], people: Sequence[int]) -> None:
        key = f"{seed}|{number}"
        self._dice, self._cell, self._people = ByTurn(key), cell, people
        self.match = Match(cell.game, cell.players, cell.settings, self._dice)
        # By the processor's clock: other games beside it make no bot weaker.
        self._bots = [make(cell.bots[kind], cell.game, f"{key}|{seat}", thread_time) for seat, kind in enumerate(kinds)]
        self.row = np.zeros(len(w.COLUMNS), np.int64)
        self.options: list[int] = []
        self.looks: list[list[float]] = []
        self._standing, self._leader = self._stand(), -1
        self._leaders: list[int] = []
        state = self._state()
        self._sides = [int(cell.game.hooks.side(state, seat)) for seat in range(cell.players)]
        self.row[w.SIDES] = sum(side << 4 * seat for seat, side in enumerate(self._sides))
        self._taken, self._last = [0] * cell.players, [0] * cell.players
        self._known = self._seat = -1
        self.won: list[int] = [0] * cell.players

    @property
    def _turns(self) -> int:
        return int(self.row[w.TURNS])

    def _state(self) -> Any:
        return Position(self._cell.game, np.frombuffer(self.match.position(), np.uint8).copy()).state

    def _stand(self) -> list[float]:
        state, hooks = self._state(), self._cell.game.hooks
        told = [float(hooks.standing(state, seat)) for seat in range(self._cell.players)]
        return [float(score) for score in self.match.scores()] if UNTOLD in told else told

    def play(self, cap: int) -> None:
        """Play it to its end, or to the cap."""
        hooks, match, row, people = self._cell.game.hooks, self.match, self.row, self._people
        hooked = "turns" in hooks.own
        while not match.over and row[w.DECISIONS] < cap:
            seat = match.acting()[0]
            now = int(hooks.turns(self._state())) if hooked else seat
            if self._turns == 0 or now != self._known:
                self._turn(seat, hooked)
            self._known = now
            self._last[seat] = self._turns
            count = match.n_options(seat)
            self.options.append(count)
            row[w.CHOICES] += count > 1
            before = match.n_events
            match.play(seat, self._bots[seat].choose(match, seat))
            row[w.SECONDS] += w.time_taken(people, count, match.n_events - before)
            row[w.DECISIONS] += 1
        self._finish()

    def _turn(self, seat: int, hooked: bool) -> None:
        if self._turns > 0:
            self._look_round()
        else:
            self.row[w.FIRST] = seat
        if hooked:
            self._dice.begin(seat, self._taken[seat])
        self._taken[seat] += 1
        self.row[w.TURNS] += 1
        self.row[w.SECONDS] += self._people[w.PER_TURN]
        if len(self.looks) < MOST_LOOKS:
            self.looks.append([*self._standing, float(seat)])

    def _look_round(self) -> None:
        now = self._stand()
        self.row[w.IDLE] += now == self._standing
        self._standing = now
        leaders = sum({1 << self._sides[seat] for seat, points in enumerate(now) if points == max(now)})
        self._leaders.append(leaders)
        if leaders & (leaders - 1) == 0:
            alone = first_seat(leaders)
            if self._leader not in (-1, alone):
                self.row[w.LEADS] += 1
                self.row[w.LAST_LEAD] = self._turns
            self._leader = alone

    def _finish(self) -> None:
        row, players = self.row, self._cell.players
        if self._turns > 0:
            self._look_round()
        row[w.ENDED] = self.match.over
        if self.match.over:
            self.won = [int(share * w.SHARE + 0.5) for share in self.match.shares()]
        row[w.LOOKS] = len(self.looks)
        if self._turns > 2 * players:
            row[w.OUT] = sum(last < self._turns - 2 * players for last in self._last)
        if self._leaders:
            row[w.HALF] = self._leaders[(len(self._leaders) - 1) // 2]
        for winner in set(self._sides):
            if sum(won for won, side in zip(self.won, self._sides, strict=True) if side == winner) == w.SHARE:
                row[w.TRAILED] = sum(not leaders >> winner & 1 for leaders in self._leaders)


def watch_matches(
    cell: Cell, seed: int, cap: int, numbers: Wholes, kinds: Wholes, people: Sequence[int], most_options: int
) -> tuple[Seen, Tally]:
    """Play games of a cell; what was seen of them, and what is counted while they are played."""
    found = Tally(options=np.zeros(most_options + 1, np.int64))
    rows, won, scores, last = [], [], [], []
    for number, seated in zip(numbers.tolist(), kinds.tolist(), strict=True):
        game = _Game(cell, seed, number, seated, people)
        game.play(cap)
        rows.append(game.row)
        won.append(game.won)
        last.append(np.frombuffer(game.match.position(), np.uint8))
        scores.append(game.match.scores())
        found.options += np.bincount(np.minimum(game.options, most_options), minlength=most_options + 1)
        _count_events(game, found.events)
        if number < SAMPLE and w.SHARE in game.won and not cell.levels:
            found.samples[number] = Sample(np.array(game.won), np.array(game.looks, np.float32))
    own = own_of(cell, np.concatenate(last).view(dtype(cell.game.rules.State)))
    return Seen(numbers, np.array(rows), np.array(won), np.array(scores, np.float64), kinds, own), found


def own_of(cell: Cell, states: Any) -> Wholes:
    """What the game itself counts of these last positions: a row for each, a column for each of its measures."""
    counted = [measure.of(states, cell.players) for measure in cell.game.hooks.MEASURES]
    return np.stack(counted, 1) if counted else np.zeros((len(states), 0), np.int64)


def _count_events(game: _Game, sums: dict[Name, Wholes]) -> None:
    times: dict[Name, int] = {}
    seats: dict[Name, set[int]] = {}
    for event in game.match.open_log():
        name = name_of(game.match.game, event)
        times[name] = times.get(name, 0) + 1
        seats.setdefault(name, set())
        if event.seat is not None:
            seats[name].add(event.seat)
    for name, often in times.items():
        m, won = len(seats[name]), sum(game.won[seat] for seat in seats[name])
        new = np.array([often, 1, m, won, m * m, won * won, m * won], np.int64)
        sums[name] = sums[name] + new if name in sums else new
