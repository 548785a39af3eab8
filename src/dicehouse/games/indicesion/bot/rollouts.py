"""What a throw would bring, tried out in the same physics and with the same shaking hand as everybody's."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from ..physics.throwing import Flight
from ..rules.judge import judge
from ..rules.scoring import score
from ..rules.seating import scene_of
from ..rules.state import State
from ..rules.trials import attempt, laid
from .aims import FEW, Aim
from .worth import last_to_throw, worth

ROUNDS = ((FEW, 2), (2, 6))  # so many go on to so many tries
TRUST = 8  # so many tries is a hope worth
LONG = 0.45  # seconds of work, about: then nothing more is tried

Spent = Callable[[int], float]  # which part of a budget is used up after so many tries; from 1 on, all of it


def at_leisure(tries: int) -> float:
    """No budget."""
    return 0.0


@dataclass
class Runner:
    """A throw under consideration, and how much farther ahead it brought the seat each time it was tried."""

    aim: Aim
    results: list[float] = field(default_factory=list)

    @property
    def belief(self) -> float:
        """The average of hope and tries."""
        return (TRUST * self.aim.hope + sum(self.results)) / (TRUST + len(self.results))


def work(flight: Flight) -> float:
    """About how many seconds it takes to work out a flight, the same on any machine: the more moves, the more."""
    return flight.seconds * (25 + len(flight.moved) ** 2) / 1000


def outcome(state: State, die: str, flight: Flight, last: int | None) -> float:
    """What the position is worth to whoever throws, after that."""
    after, verdict = laid(state, die, flight)
    return worth(after, score(after, verdict), state.player, last)


def race(state: State, found: list[Aim], luck: random.Random, spent: Spent = at_leisure) -> list[Runner]:
    """All of them, the best first. Those of which most is hoped are tried a little, those that then look best more and
    more often. What was hoped counts like several tries, or the luckiest would be taken for the best.
    """
    scene = scene_of(state)
    last = last_to_throw(state)
    now = worth(state, score(state, judge(scene)), state.player, last)
    runners = sorted((Runner(aim) for aim in found), key=lambda runner: -runner.belief)
    worked, tried = 0.0, 0
    for keep, tries in ROUNDS:
        for runner in runners[:keep]:
            while len(runner.results) < tries and worked < LONG and spent(tried) < 1:
                flight = attempt(state, scene, runner.aim.meant, luck)
                runner.results.append(outcome(state, runner.aim.meant.die, flight, last) - now)
                worked += work(flight)
                tried += 1
        runners[:keep] = sorted(runners[:keep], key=lambda runner: -runner.belief)
    return runners
