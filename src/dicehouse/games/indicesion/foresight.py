"""What a throw would bring: throws tried out in the same physics, with the same shaking hand as everybody's."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from dicehouse.kit.record import copied

from .judge import Verdict, judge
from .notation import Meant
from .rounds import builds
from .scoring import burning, points_of
from .seating import board_name, die_number, lay_out, scene_of
from .shots import HANDS
from .state import N_BARRELS, Where
from .throwing import fly, shaken
from .world import Scene

DOUBT = 0.75  # points


@dataclass
class Candidate:
    """A throw that is considered, and what came of it so far."""

    meant: Meant
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The average so far."""
        return sum(self.results) / len(self.results)


def foresee(state: Any, scene: Scene, seat: int, meant: Meant, luck: random.Random) -> float:
    """How far a seat would be ahead of the best other one after this throw, were it to end then."""
    throw = shaken(meant.throw(), HANDS[state.options.hand], luck)
    red = burning(state, (*scene.named, meant.die))
    flight = fly(scene, throw, red, film=False)
    after = copied(state)
    after.dice[die_number(meant.die)].where = Where.TABLE
    lay_out(after, flight.rest)
    for _, burnt, _by in flight.burnt:
        after.dice[die_number(burnt)].where = Where.BURNT
    for name in flight.lost:
        if name[0] != "x":
            after.dice[die_number(name)].where = Where.LOST
    verdict = judge(flight.rest)
    after.taken[seat] += _barrels_off(after, verdict)
    return lead(after, verdict, seat)


def _barrels_off(state: Any, verdict: Verdict) -> int:
    """Barrels that the thrower would have to take."""
    gone = 0
    for number in range(N_BARRELS):
        if state.barrels[number].where == Where.TABLE:
            barrel = verdict.barrels.get(f"x{number + 1}")
            if barrel is None:
                gone += 1
            elif builds(state):
                gone += not barrel.touches
            else:
                gone += board_name(state.barrels[number].home) not in barrel.boards
    return gone


def lead(state: Any, verdict: Verdict, seat: int) -> float:
    """Points ahead of the best other seat, and a little for being ahead of the rest too."""
    points = points_of(state, verdict)
    others = [number for other, number in enumerate(points) if other != seat]
    return points[seat] - max(others) * 0.75 - sum(others) / len(others) * 0.25


def race(
    state: Any, seat: int, usual: Meant, others: list[Meant], rounds: tuple[tuple[int, int], ...], luck: random.Random
) -> Meant:
    """Successive halving: all are tried a little, those that did best once more and more often. The usual throw runs
    along to the end, and another one has to be better by more than luck would make it.
    """
    scene, plain = scene_of(state), Candidate(usual)
    candidates = [Candidate(meant) for meant in others]
    for keep, tries in rounds:
        for candidate in (plain, *candidates):
            while len(candidate.results) < tries:
                candidate.results.append(foresee(state, scene, seat, candidate.meant, luck))
        candidates = sorted(candidates, key=lambda each: -each.mean)[:keep]
    best = candidates[0] if candidates else plain
    return best.meant if best.mean - plain.mean > DOUBT else usual
