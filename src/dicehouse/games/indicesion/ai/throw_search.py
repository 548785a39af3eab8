"""Choose throws for the `search` player: it compares more throws than `sensible`, by simulation, as long as time
allows.

The method is sequential halving (Karnin, Koren and Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013):
the budget is cut into equal parts; in each part all remaining throws are simulated equally often, and the better half
remains. Simulations of the same number share the same shaking hand. The throw of `sensible` stays to the end, and
another replaces it only if it is better by more than chance explains.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import ceil, log2, sqrt
from statistics import NormalDist, fmean

from ..rules.judge import judge
from ..rules.rounds import in_hand
from ..rules.scoring import score
from ..rules.state import Phase, State
from ..rules.table_layout import scene_of
from ..rules.throw_notation import IntendedThrow
from ..rules.trial_throws import attempt
from . import throw_rollouts
from .position_value import last_to_throw, position_value
from .sensible import choose, die_to_throw
from .throw_candidates import ThrowCandidate, find_candidates, find_more_candidates, is_allowed
from .throw_counts import counts_of
from .throw_rollouts import Spent

Trial = Callable[[IntendedThrow, int], float]  # returns the value after a throw with the hand of that number

MOST = 32  # throws in a race
MIN_TRIALS = 2  # simulations of each throw in the first part; with a smaller budget fewer throws are compared
TRUST = 4  # how many simulations the prior estimate counts for
STANDARD_ERRORS = 1.0  # standard errors by which a throw must beat the guide's
BELL = NormalDist()


@dataclass
class RacedThrow:
    """Hold a throw in the race, its prior chance to win the round, and the chance after each simulation."""

    meant: IntendedThrow
    hope: float
    chances: list[float] = field(default_factory=list)

    @property
    def belief(self) -> float:
        """Return the average of the prior chance and the simulations."""
        return (TRUST * self.hope + sum(self.chances)) / (TRUST + len(self.chances))

    @property
    def variance(self) -> float:
        """Return the variance of `belief`."""
        if len(self.chances) < MIN_TRIALS:
            return 1.0
        mean = fmean(self.chances)
        return fmean([(chance - mean) ** 2 for chance in self.chances]) / (TRUST + len(self.chances))


def search(state: State, seat: int, luck: random.Random, spent: Spent) -> str:
    """Return what to do, as an option's text. Anything but a throw is chosen as `sensible` chooses it."""
    found = find_candidates(state, seat, die_to_throw(state, seat)) if state.phase == Phase.THROW else []
    if not found:
        return choose(state, seat, "sensible", luck)
    return ThrowRace(state, seat, luck).best(found, spent).text()


class ThrowRace:
    """Compare the throws of one decision."""

    def __init__(self, state: State, seat: int, luck: random.Random) -> None:
        self._state, self._seat, self._luck = state, seat, luck
        self._scene, self._last = scene_of(state), last_to_throw(state)
        self._now = position_value(state, score(state, judge(self._scene)), seat, self._last)
        others = [len(in_hand(state, other)) for other in range(state.n_players) if other != seat]
        mine = len(in_hand(state, seat)) - 1
        counts = counts_of(state)
        self._swing = counts.gain * (mine - max(others))
        self._spread = counts.spread * sqrt(mine + max(others))

    def best(self, found: list[ThrowCandidate], spent: Spent) -> IntendedThrow:
        """Return the best throw that the budget can find; `found` are the candidates of the guide."""
        guide, *rest = self._guided(found, spent)
        n_trials = sum(len(runner.chances) for runner in (guide, *rest))
        used = spent(n_trials)
        left = int(n_trials * (1 - used) / used) if used > 0 else 0
        most = race_size(left) - 1
        if most:
            rest += self._others(found, most)
            rest = sorted(rest, key=lambda runner: -runner.belief)[:most]
        if not most or not rest:
            return guide.meant
        return better_than_guide(halve_throws(guide, rest, self._tried, self._luck, n_trials, spent), guide).meant

    def _guided(self, found: list[ThrowCandidate], spent: Spent) -> list[RacedThrow]:
        """Return the throws that the guide simulated, its choice first, with their results."""
        return [
            RacedThrow(each.aim.meant, self.chance(each.aim.hope), [self.chance(gain) for gain in each.results])
            for each in throw_rollouts.rank_candidates(self._state, found, self._luck, spent)
        ]

    def _others(self, found: list[ThrowCandidate], most: int) -> Iterator[RacedThrow]:
        """Yield throws that the guide never considers."""
        known = {aim.meant for aim in found}
        more = (
            aim for aim in find_more_candidates(self._state, self._seat, found[0].meant.die) if aim.meant not in known
        )
        possible = (aim for aim in more if is_allowed(self._state, self._scene, aim.meant))
        yield from (RacedThrow(aim.meant, self.chance(aim.hope)) for aim in islice(possible, most))

    def _tried(self, meant: IntendedThrow, hand: int) -> float:
        """Return the result of simulating the throw `meant` with the hand numbered `hand`."""
        flight = attempt(self._state, self._scene, meant, random.Random(hand))
        return self.chance(throw_rollouts.value_after_flight(self._state, meant.die, flight, self._last) - self._now)

    def chance(self, gain: float) -> float:
        """Return the chance to win the round after gaining `gain` points of lead, if everybody throws averagely from
        then on.
        """
        ahead = self._now + gain + self._swing
        if self._spread == 0:
            return 0.5 + (ahead > 0) / 2 - (ahead < 0) / 2
        return BELL.cdf(ahead / self._spread)


def halve_throws(
    guide: RacedThrow, rest: list[RacedThrow], tried: Trial, luck: random.Random, n_trials: int, spent: Spent
) -> RacedThrow:
    """Return the best of `rest` by sequential halving; the guide's throw is simulated along with it. `n_trials` is the
    number of simulations made before.
    """
    parts = ceil(log2(len(rest) + 1))
    begun = spent(n_trials)
    for part in range(1, parts + 1):
        until = begun + (1 - begun) * part / parts
        while spent(n_trials) < until:
            hand = luck.getrandbits(64)
            for runner in (guide, *rest):
                if spent(n_trials) < until:
                    runner.chances.append(tried(runner.meant, hand))
                    n_trials += 1
        rest = sorted(rest, key=lambda runner: -runner.belief)[: max(1, len(rest) // 2)]
    return rest[0]


def better_than_guide(best: RacedThrow, guide: RacedThrow) -> RacedThrow:
    """Return `best` if it is better by more than chance explains, otherwise the guide's throw."""
    return best if best.belief - guide.belief > STANDARD_ERRORS * sqrt(best.variance + guide.variance) else guide


def race_size(n_trials: int) -> int:
    """Return how many throws can be compared with this number of simulations."""
    number = 1
    while number < MOST and n_trials >= MIN_TRIALS * 2 * number * log2(2 * number):
        number *= 2
    return number
