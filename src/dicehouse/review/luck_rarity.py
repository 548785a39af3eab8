"""Measure how rare a piece of luck is: chance is sampled again, and each result is compared with the actual one.

The answer is uncertain in two ways: the number of samples is limited, and the value of each is only an estimate. The
reported interval covers both, and if it is too wide nothing is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from dicehouse.arena.intervals import wilson_interval
from dicehouse.core import Seeded
from dicehouse.engine import DiceBox, engine_of
from dicehouse.engine.position_rollouts import NO_OBSERVER, Rollouts, standard_errors
from dicehouse.engine.thought import Parts
from dicehouse.i18n import _
from dicehouse.records.record import Floats

from .physics_values import ThrowTrials, current_chances
from .review_budget import VALUES_SHARE, ReviewBudget
from .review_result import ReviewRow
from .reviewed_match import ReviewedMatch, ReviewedMove, copy_position
from .rollout_values import sample_policy
from .win_curve import WinChange

GREAT_LUCK = 0.05  # luck whose rarity is measured, as a share of the win
SAMPLES_PER_ROUND = 100  # samples of chance in a round,
SIMULTANEOUS_SAMPLES = 40  # the same where seats choose simultaneously, because the policies are asked each time,
MAX_SAMPLES = 1000  # and in total
ROLLOUTS_PER_ROUND = 12  # rollouts that compare a result in a round,
MAX_ROLLOUTS = 128  # and in total
RESULTS_PER_ROUND = 16  # results compared in a round
DECIDED_ERRORS = 2.0  # standard errors by which a result is better or worse
NEGLIGIBLE = 0.01  # of the win: results that differ by less are as good as each other
MAX_INTERVAL_RATIO = 4.0  # wider intervals, by the ratio of their ends, are not reported
ROUND_NUMBERS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
COMMON_SHARE = 0.4  # more frequent events are not reported
MIN_TIMES = 8  # of "less than 1 time in ...": more frequent events are not reported


@dataclass
class RarityCount:
    """Hold how often something happened: certainly `sure` times, and at most `most` times, of `of`."""

    sure: int
    most: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95% interval (Wilson), widened by the uncertain cases."""
        return wilson_interval(self.sure, self.of)[0], wilson_interval(self.most, self.of)[1]

    @property
    def share(self) -> float | None:
        """Return about how often it happens; None if that is too uncertain."""
        low, high = self.interval
        middle = (self.sure + self.most) / 2 / self.of
        return middle if low > 0.0 and high <= MAX_INTERVAL_RATIO * low else None

    def words(self, good: bool) -> str:
        """Return a sentence about the frequency, or an empty text if there is nothing to report."""
        share = self.share
        if share is not None:
            times = min(ROUND_NUMBERS, key=lambda each: abs(np.log(each * share)))
            if share >= COMMON_SHARE:
                return ""
            if good:
                return _("Luck that good comes about 1 time in {times}.", times=int(times))
            return _("Luck that bad comes about 1 time in {times}.", times=int(times))
        times = max((each for each in ROUND_NUMBERS if each * self.interval[1] <= 1.0), default=0)
        if times < MIN_TIMES:
            return ""
        if good:
            return _("Luck that good comes less than 1 time in {times}.", times=int(times))
        return _("Luck that bad comes less than 1 time in {times}.", times=int(times))


def is_great_luck(entry: WinChange, row: ReviewRow) -> bool:
    """Return True if a row is a chance event whose rarity is worth reporting."""
    if entry.move is None or not entry.chance:
        return False
    return abs(row.luck[lucky_seat(entry, row)]) >= max(GREAT_LUCK, DECIDED_ERRORS * row.error)


def lucky_seat(entry: WinChange, row: ReviewRow) -> int:
    """Return the seat whose luck a row reports."""
    alone = entry.move is not None and not entry.move.at_once
    return entry.move.seat if alone and entry.move is not None else int(np.argmax(row.luck))


def chance_moves(reviewed: ReviewedMatch, move: ReviewedMove) -> Sequence[ReviewedMove]:
    """Return the moves whose results came together with that of `move`: those of seats that chose at the same time."""
    return reviewed.moves[move.known : move.number] if move.at_once else (move,)


# --- by rollouts


@dataclass
class _SampledResult:
    """Hold a position that chance led to `times` times, and how much better it is than the one of the match."""

    position: bytes
    times: int
    more: list[float] = field(default_factory=list)
    better: bool | None = None  # None: not decided yet


class ChanceResampling:
    """Sample chance again at one point of the match."""

    def __init__(
        self, reviewed: ReviewedMatch, moves: Sequence[ReviewedMove], futures: Rollouts, seat: int, luck: float
    ) -> None:
        self._reviewed, self._moves, self._futures = reviewed, moves, futures
        self._seat, self._sign = seat, 1.0 if luck > 0 else -1.0
        self._actual = reviewed.positions[moves[-1].number]
        self._own: Floats = np.zeros((0, reviewed.players))
        self._results: dict[bytes, _SampledResult] = {}
        self._sample_count = 0
        self._complete_count: RarityCount | None = None  # the count before more samples were drawn
        self._resample()

    def play_rollouts(self) -> Parts[bool]:
        """Compare undecided results in more rollouts, or sample chance more often; return True if there was anything
        left to do.
        """
        unsure = [one for one in self._results.values() if one.better is None and len(one.more) < MAX_ROLLOUTS]
        for result in sorted(unsure, key=lambda one: len(one.more))[:RESULTS_PER_ROUND]:
            yield from self._compare_result(result)
        if unsure:
            return True
        self._complete_count = self._count_results()
        if self._sample_count < MAX_SAMPLES:
            self._resample()
            yield None
            return True
        return False

    def _resample(self) -> None:
        more = SIMULTANEOUS_SAMPLES if self._moves[-1].at_once else SAMPLES_PER_ROUND
        for number in range(self._sample_count, self._sample_count + more):
            position = resample_chance(self._reviewed, self._moves, self._futures, number)
            result = self._results.setdefault(position, _SampledResult(position, 0))
            result.times += 1
            if position == self._actual:
                result.better = True
        self._sample_count += more

    def _compare_result(self, result: _SampledResult) -> Parts[None]:
        have = len(result.more)
        if have == len(self._own):
            own = yield from self._play_rollouts(self._actual, have)
            self._own = np.concatenate([self._own, own])
        found = yield from self._play_rollouts(result.position, have)
        more = found - self._own[have : have + ROLLOUTS_PER_ROUND]
        result.more += (self._sign * more[:, self._seat]).tolist()
        rows = np.array(result.more)[:, None]
        above = float(rows.mean()) + NEGLIGIBLE
        if abs(above) > DECIDED_ERRORS * float(standard_errors(rows)[0]):
            result.better = above > 0.0

    def _play_rollouts(self, position: bytes, have: int) -> Parts[Floats]:
        return self._futures.rollouts(position, have, ROLLOUTS_PER_ROUND, [], NO_OBSERVER)

    @property
    def count(self) -> RarityCount:
        """Return how often chance led to a result as good (or, for bad luck, as bad), as far as all samples were
        compared.
        """
        return self._complete_count or self._count_results()

    def _count_results(self) -> RarityCount:
        results = self._results.values()
        sure = sum(result.times for result in results if result.better)
        unsure = sum(result.times for result in results if result.better is None)
        return RarityCount(sure, sure + unsure, self._sample_count)


def resample_chance(reviewed: ReviewedMatch, moves: Sequence[ReviewedMove], futures: Rollouts, number: int) -> bytes:
    """Return the results of other dice after the same move; where seats chose simultaneously, after choices of the
    policy.
    """
    box = DiceBox(written=False)
    here = copy_position(reviewed.game, moves[0].position)
    for move in moves:
        action = move.action
        if move.at_once and not move.forced:
            (action,) = sample_policy(reviewed, here.tobytes(), move.seat, futures, 1, begin=number)
        box.clear()
        Seeded(f"again|{move.number}").prepare(box.dice, number)
        engine_of(reviewed.game).apply(here, move.seat, action, box)
    return here.tobytes()


def rarity_by_rollouts(
    reviewed: ReviewedMatch,
    great: Sequence[tuple[WinChange, ReviewRow]],
    futures: Rollouts,
    budget: ReviewBudget,
) -> Parts[dict[int, RarityCount]]:
    """Return the rarity of each of these chance events by the number of its move, as far as the budget allows."""
    found: dict[int, RarityCount] = {}
    for place, (entry, row) in enumerate(great):
        assert entry.move is not None
        move, seat = entry.move, lucky_seat(entry, row)
        if not (move.chance or move.at_once) or budget.is_spent():
            continue
        again = ChanceResampling(reviewed, chance_moves(reviewed, move), futures, seat, row.luck[seat])
        share = VALUES_SHARE + (1.0 - VALUES_SHARE) * (place + 1) / len(
            great
        )  # the largest first, each with its part of the remaining budget
        going_on = True
        while going_on and not budget.is_spent(share):
            going_on = yield from again.play_rollouts()
        found[move.number] = again.count
    return found


# --- without rollouts


def rarity_when_solved(reviewed: ReviewedMatch, move: ReviewedMove, after: float, luck: float) -> Parts[RarityCount]:
    """Return the rarity in a solved race, where `after` is the first seat's chance to win after the dice had fallen."""
    box, sign = DiceBox(written=False), 1.0 if (luck > 0) == (move.seat == 0) else -1.0
    found = 0
    for number in range(MAX_SAMPLES):
        yield None
        here = copy_position(reviewed.game, move.position)
        box.clear()
        Seeded(f"odds|{move.number}").prepare(box.dice, number)
        engine_of(reviewed.game).apply(here, move.seat, move.action, box)
        chance = reviewed.game.hooks.exact_chance(here.state, 0)
        found += chance is not None and sign * (chance - after) >= -1e-7
    return RarityCount(found, found, MAX_SAMPLES)


def rarity_by_trials(
    reviewed: ReviewedMatch, trials: ThrowTrials, move: ReviewedMove, luck: float
) -> RarityCount | None:
    """Return the rarity of a throw that was simulated again; None if it was not."""
    rows = trials.own.get(move.number)
    if rows is None or not len(rows):
        return None
    lies = current_chances(reviewed, move.number)[move.seat]
    sign = 1.0 if luck > 0 else -1.0
    found = int((sign * (rows[:, move.seat] - lies) >= -NEGLIGIBLE / 2).sum())
    return RarityCount(found, found, len(rows))
