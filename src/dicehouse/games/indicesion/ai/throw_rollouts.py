"""Estimate throws by simulating them, with the same physics and the same shaking hands as real throws."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from ..physics.throw_physics import Flight
from ..rules.judge import judge
from ..rules.scoring import score
from ..rules.state import State
from ..rules.table_layout import scene_of
from ..rules.trial_throws import attempt, table_after_flight
from .position_value import last_to_throw, position_value
from .throw_candidates import FEW, ThrowCandidate

ROUNDS = ((FEW, 2), (2, 6))  # how many throws are simulated how often
TRUST = 8  # how many simulations the prior estimate counts for
LONG = 0.45  # seconds of work, about, after which simulation stops

Spent = Callable[[int], float]  # share of a budget that is used up after a number of simulations; from 1 on, all of it


def without_budget(n_trials: int) -> float:
    """Return 0: no budget limits the number of `n_trials`."""
    return 0.0


@dataclass
class TriedThrow:
    """Hold a candidate throw and the gain in lead of each of its simulations."""

    aim: ThrowCandidate
    results: list[float] = field(default_factory=list)

    @property
    def belief(self) -> float:
        """Return the average of the prior estimate and the simulations."""
        return (TRUST * self.aim.hope + sum(self.results)) / (TRUST + len(self.results))


def flight_cost(flight: Flight) -> float:
    """Return about how many seconds it takes to simulate `flight`, the same on any machine: it grows with the number of
    moves.
    """
    return flight.seconds * (25 + len(flight.moved) ** 2) / 1000


def value_after_flight(state: State, die: str, flight: Flight, last: int | None) -> float:
    """Return the value of the position to the thrower after `flight`."""
    after, verdict = table_after_flight(state, die, flight)
    return position_value(after, score(after, verdict), state.player, last)


def rank_candidates(
    state: State, found: list[ThrowCandidate], luck: random.Random, spent: Spent = without_budget
) -> list[TriedThrow]:
    """Return all candidates, best first. The most promising are simulated a little, then the best of those more and
    more often. The prior estimate counts as several simulations; otherwise the luckiest throw would win.
    """
    scene = scene_of(state)
    last = last_to_throw(state)
    now = position_value(state, score(state, judge(scene)), state.player, last)
    runners = sorted((TriedThrow(aim) for aim in found), key=lambda runner: -runner.belief)
    worked, tried = 0.0, 0
    for keep, n_trials in ROUNDS:
        for runner in runners[:keep]:
            while len(runner.results) < n_trials and worked < LONG and spent(tried) < 1:
                flight = attempt(state, scene, runner.aim.meant, luck)
                runner.results.append(value_after_flight(state, runner.aim.meant.die, flight, last) - now)
                worked += flight_cost(flight)
                tried += 1
        runners[:keep] = sorted(runners[:keep], key=lambda runner: -runner.belief)
    return runners
