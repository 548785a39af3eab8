"""How seldom luck comes that good, or that bad: chance is asked again, and each answer compared with what it was.

Two things blur the answer: only so many throws are thrown again, and what each is worth is known only so well. What is
told lies between the two, and where that leaves too much open nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from dicehouse.bots.futures import OPEN, Floats, Futures, error_of
from dicehouse.kit import DiceBox, Seeded, engine_of

from .course import Course, Move, is_diced, position_of
from .ledger import Entry
from .measured import Trials, as_it_lies
from .segments import Segment
from .shape import Row
from .values import FOUND, Budget, mixed

GREAT = 0.05  # luck that is worth asking about, as a share of the win
AGAIN = 100  # times that chance is asked again at a time,
TOGETHER = 40  # the same where seats choose at once: their players are asked each time,
MOST_ASKED = 1000  # and in all
MORE = 12  # futures in which a result is compared at a time,
MOST = 128  # and at most
AT_A_TIME = 16  # results
SURE = 2.0  # standard errors by which a result is better or worse
HARDLY = 0.01  # of the win: results that differ by less are as good as each other
Z = 1.959964  # of a 95 % interval
VAGUE = 4.0  # an interval whose ends differ by more than this factor tells nothing
ROUND = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
OFTEN = 0.4  # what comes more often than that is not worth a word
SELDOM = 8  # of "less than 1 time in ...": what comes more often is not worth it


@dataclass
class Count:
    """How often something happened: `sure` times for sure, and at most `most` times, of so many."""

    sure: int
    most: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, widened by what is unsure."""
        return _wilson(self.sure, self.of)[0], _wilson(self.most, self.of)[1]

    @property
    def share(self) -> float | None:
        """About how often; None where that can't be told."""
        low, high = self.interval
        middle = (self.sure + self.most) / 2 / self.of
        return middle if low > 0.0 and high <= VAGUE * low else None

    def words(self, good: bool) -> str:
        """A sentence, or nothing where there is nothing to tell."""
        that, share = "good" if good else "bad", self.share
        if share is not None:
            times = min(ROUND, key=lambda each: abs(np.log(each * share)))
            return f"Luck that {that} comes about 1 time in {times}." if share < OFTEN else ""
        times = max((each for each in ROUND if each * self.interval[1] <= 1.0), default=0)
        return f"Luck that {that} comes less than 1 time in {times}." if times >= SELDOM else ""


def _wilson(found: int, of: int) -> tuple[float, float]:
    share, part = found / of, Z**2 / of
    middle, half = share + part / 2, Z * float(np.sqrt(share * (1 - share) / of + part / of / 4))
    return max(0.0, (middle - half) / (1 + part)), min(1.0, (middle + half) / (1 + part))


def is_great(entry: Entry, row: Row) -> bool:
    """Whether a row is a stroke of chance of which it is worth telling how seldom it comes."""
    if entry.move is None or not entry.chance:
        return False
    return abs(row.luck[gainer(entry, row)]) >= max(GREAT, SURE * row.error)


def gainer(entry: Entry, row: Row) -> int:
    """The seat of whose luck a row tells."""
    alone = entry.move is not None and len(entry.move.asked) == 1
    return entry.move.seat if alone and entry.move is not None else int(np.argmax(row.luck))


# where futures are played -------------------------------------------------------------------------------------------


@dataclass
class _Result:
    """A position that chance brought `times` times, and by how much it is better than the one of the match."""

    position: bytes
    times: int
    more: list[float] = field(default_factory=list)
    better: bool | None = None  # None: nobody knows


class Again:
    """Chance asked again at one place of the match."""

    def __init__(self, course: Course, segment: Segment, futures: Futures, seat: int, luck: float) -> None:
        self._course, self._segment, self._futures = course, segment, futures
        self._seat, self._sign = seat, 1.0 if luck > 0 else -1.0
        self._actual = course.positions[segment.moves[-1].number]
        self._own: Floats = np.zeros((0, course.players))
        self._results: dict[bytes, _Result] = {}
        self._asked = 0
        self._whole: Count | None = None  # what was counted before chance was asked more often
        self._ask()

    def go_on(self) -> bool:
        """Compare what is not decided in more futures, else ask chance more often; whether anything was left to do."""
        unsure = [one for one in self._results.values() if one.better is None and len(one.more) < MOST]
        for result in sorted(unsure, key=lambda one: len(one.more))[:AT_A_TIME]:
            self._compare(result)
        if unsure:
            return True
        self._whole = self._counted()
        if self._asked < MOST_ASKED:
            self._ask()
            return True
        return False

    def _ask(self) -> None:
        more = TOGETHER if self._segment.at_once else AGAIN
        for number in range(self._asked, self._asked + more):
            position = brought(self._course, self._segment, self._futures, number)
            result = self._results.setdefault(position, _Result(position, 0))
            result.times += 1
            if position == self._actual:
                result.better = True
        self._asked += more

    def _compare(self, result: _Result) -> None:
        have = len(result.more)
        if have == len(self._own):
            self._own = np.concatenate([self._own, self._played(self._actual, have)])
        more = self._played(result.position, have) - self._own[have : have + MORE]
        result.more += (self._sign * more[:, self._seat]).tolist()
        rows = np.array(result.more)[:, None]
        above = float(rows.mean()) + HARDLY
        if abs(above) > SURE * float(error_of(rows)[0]):
            result.better = above > 0.0

    def _played(self, position: bytes, have: int) -> Floats:
        return self._futures.judged(position, have, MORE, [], OPEN)[:, : self._own.shape[1]]

    @property
    def count(self) -> Count:
        """How often chance brought something as good (or, of bad luck, as bad), as far as everything was compared."""
        return self._whole or self._counted()

    def _counted(self) -> Count:
        results = self._results.values()
        sure = sum(result.times for result in results if result.better)
        unsure = sum(result.times for result in results if result.better is None)
        return Count(sure, sure + unsure, self._asked)


def brought(course: Course, segment: Segment, futures: Futures, number: int) -> bytes:
    """What other dice bring after the same move; where seats chose at once, after what the house's player chooses."""
    box = DiceBox(written=False)
    first = segment.moves[0] if segment.at_once else segment.moves[-1]
    here = position_of(course.game, first.position)
    for move in segment.moves if segment.at_once else (first,):
        action = move.action
        if segment.at_once and not move.forced:
            (action,) = mixed(course, here.tobytes(), move.seat, futures, 1, begin=number)
        box.clear()
        Seeded(f"again|{move.number}").prepare(box.dice, number)
        engine_of(course.game).apply(here, move.seat, action, box)
    return here.tobytes()


def told_by_futures(
    course: Course,
    segments: Sequence[Segment],
    great: Sequence[tuple[Entry, Row]],
    futures: Futures,
    budget: Budget,
) -> dict[int, Count]:
    """How seldom each of these strokes of chance comes, by the number of its move, as far as the budget goes."""
    ends = {segment.moves[-1].number: segment for segment in segments}
    found: dict[int, Count] = {}
    for place, (entry, row) in enumerate(great if is_diced(course) else ()):
        assert entry.move is not None
        move, seat = entry.move, gainer(entry, row)
        segment = ends[move.number]
        if not (move.chance or segment.at_once) or budget.over():
            continue
        again = Again(course, segment, futures, seat, row.luck[seat])
        share = FOUND + (1.0 - FOUND) * (place + 1) / len(great)  # the greatest first, and each its part of the rest
        while not budget.over(share) and again.go_on():
            pass
        found[move.number] = again.count
    return found


# where nothing has to be played ---------------------------------------------------------------------------------------


def told_exactly(course: Course, move: Move, after: float, luck: float) -> Count:
    """The same in a solved race, where `after` is the first seat's chance to win when the dice had fallen."""
    box, sign = DiceBox(written=False), 1.0 if (luck > 0) == (move.seat == 0) else -1.0
    found = 0
    for number in range(MOST_ASKED):
        here = position_of(course.game, move.position)
        box.clear()
        Seeded(f"odds|{move.number}").prepare(box.dice, number)
        engine_of(course.game).apply(here, move.seat, move.action, box)
        chance = course.game.hooks.exact_chance(here.state, 0)
        found += chance is not None and sign * (chance - after) >= -1e-7
    return Count(found, found, MOST_ASKED)


def told_by_trials(course: Course, trials: Trials, move: Move, luck: float) -> Count | None:
    """The same of a throw that was tried again: how often it came out as well; None if it was not tried."""
    rows = trials.own.get(move.number)
    if rows is None or not len(rows):
        return None
    lies = as_it_lies(course, move.number)[move.seat]
    sign = 1.0 if luck > 0 else -1.0
    found = int((sign * (rows[:, move.seat] - lies) >= -HARDLY / 2).sum())
    return Count(found, found, len(rows))
