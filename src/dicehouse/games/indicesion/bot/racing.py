"""What `search` throws: more throws than `sensible` weighs, raced against one another as long as there is time.

The race is sequential halving (Karnin, Koren and Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013):
the budget is cut into equal parts; in each, all that are left are tried equally often, and the better half goes on.
Tries of the same number have the same shaking hand. The throw that `sensible` would choose stays in to the end, and is
left only for what is better by more than chance would make it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import ceil, log2, sqrt
from statistics import NormalDist, fmean

from ..rules.judge import judge
from ..rules.notation import Meant
from ..rules.rounds import in_hand
from ..rules.scoring import score
from ..rules.seating import scene_of
from ..rules.state import Phase, State
from ..rules.trials import attempt
from . import rollouts
from .aims import Aim, aims, allowed, more_aims
from .rollouts import Spent
from .sensible import choose, die_to_throw
from .worth import last_to_throw, worth

Trial = Callable[[Meant, int], float]  # what a throw by the hand of that number leaves

MOST = 32  # throws in a race
TRIES = 2  # of each in the first part of the race, or fewer throws are raced
TRUST = 4  # so many tries is a hope worth
DOUBT = 1.0  # standard errors by which a throw must be better than the guide's
GAIN, SPREAD = 5.5, 4.0  # points farther ahead that a throw brings, and how much that varies: counted in 500 throws
BELL = NormalDist()


@dataclass
class Runner:
    """A throw in the race; the chance to win the round that is hoped of it, and that each try left."""

    meant: Meant
    hope: float
    chances: list[float] = field(default_factory=list)

    @property
    def belief(self) -> float:
        """The average of hope and tries."""
        return (TRUST * self.hope + sum(self.chances)) / (TRUST + len(self.chances))

    @property
    def doubt(self) -> float:
        """The variance of the belief."""
        if len(self.chances) < TRIES:
            return 1.0
        mean = fmean(self.chances)
        return fmean([(chance - mean) ** 2 for chance in self.chances]) / (TRUST + len(self.chances))


def search(state: State, seat: int, luck: random.Random, spent: Spent) -> str:
    """What to do, as an option's text; what is no throw is chosen as `sensible` chooses it."""
    found = aims(state, seat, die_to_throw(state, seat)) if state.phase == Phase.THROW else []
    if not found:
        return choose(state, seat, "sensible", luck)
    return Race(state, seat, luck).best(found, spent).text()


class Race:
    """The throws of one decision."""

    def __init__(self, state: State, seat: int, luck: random.Random) -> None:
        self._state, self._seat, self._luck = state, seat, luck
        self._scene, self._last = scene_of(state), last_to_throw(state)
        self._now = worth(state, score(state, judge(self._scene)), seat, self._last)
        others = [len(in_hand(state, other)) for other in range(state.n_players) if other != seat]
        mine = len(in_hand(state, seat)) - 1
        self._swing = GAIN * (mine - max(others))
        self._spread = SPREAD * sqrt(mine + max(others))

    def best(self, found: list[Aim], spent: Spent) -> Meant:
        """The best throw, as far as the budget tells; `found` are those that the guide considers."""
        guide, *rest = self._guided(found, spent)
        tries = sum(len(runner.chances) for runner in (guide, *rest))
        used = spent(tries)
        left = int(tries * (1 - used) / used) if used > 0 else 0
        most = room(left) - 1
        if most:
            rest += self._others(found, most)
            rest = sorted(rest, key=lambda runner: -runner.belief)[:most]
        if not most or not rest:
            return guide.meant
        return better(halved(guide, rest, self._tried, self._luck, tries, spent), guide).meant

    def _guided(self, found: list[Aim], spent: Spent) -> list[Runner]:
        """What the guide tried, its choice first, with what came of it."""
        return [
            Runner(each.aim.meant, self.chance(each.aim.hope), [self.chance(gain) for gain in each.results])
            for each in rollouts.race(self._state, found, self._luck, spent)
        ]

    def _others(self, found: list[Aim], most: int) -> Iterator[Runner]:
        """What the guide never considers."""
        known = {aim.meant for aim in found}
        more = (aim for aim in more_aims(self._state, self._seat, found[0].meant.die) if aim.meant not in known)
        possible = (aim for aim in more if allowed(self._state, self._scene, aim.meant))
        yield from (Runner(aim.meant, self.chance(aim.hope)) for aim in islice(possible, most))

    def _tried(self, meant: Meant, hand: int) -> float:
        """Thrown in the head, by the hand of that number."""
        flight = attempt(self._state, self._scene, meant, random.Random(hand))
        return self.chance(rollouts.outcome(self._state, meant.die, flight, self._last) - self._now)

    def chance(self, gain: float) -> float:
        """To win the round, being so much farther ahead, if everybody's throws are as good as throws are."""
        ahead = self._now + gain + self._swing
        if self._spread == 0:
            return 0.5 + (ahead > 0) / 2 - (ahead < 0) / 2
        return BELL.cdf(ahead / self._spread)


def halved(guide: Runner, rest: list[Runner], tried: Trial, luck: random.Random, tries: int, spent: Spent) -> Runner:
    """The best of the rest by sequential halving; the guide's throw is tried along, and `tries` were made before."""
    parts = ceil(log2(len(rest) + 1))
    begun = spent(tries)
    for part in range(1, parts + 1):
        until = begun + (1 - begun) * part / parts
        while spent(tries) < until:
            hand = luck.getrandbits(64)
            for runner in (guide, *rest):
                if spent(tries) < until:
                    runner.chances.append(tried(runner.meant, hand))
                    tries += 1
        rest = sorted(rest, key=lambda runner: -runner.belief)[: max(1, len(rest) // 2)]
    return rest[0]


def better(best: Runner, guide: Runner) -> Runner:
    """What is better by more than chance would make it; else the guide's."""
    return best if best.belief - guide.belief > DOUBT * sqrt(best.doubt + guide.doubt) else guide


def room(tries: int) -> int:
    """How many throws can be raced in so many tries."""
    number = 1
    while number < MOST and tries >= TRIES * 2 * number * log2(2 * number):
        number *= 2
    return number
