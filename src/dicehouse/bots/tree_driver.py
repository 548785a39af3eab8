"""Drive the search tree: its parameters, one tree for each thread, the loop against the clock, and the best option."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.core.policy import SENSIBLE_KIND
from dicehouse.engine.entry_points import TREE_DTYPE
from dicehouse.engine.thought import Call, Parts
from dicehouse.records.record import Bytes
from dicehouse.search.budget import ClockFunction

from ..search.sequential_halving import STANDARD_ERRORS

FIRST_CHUNK = 4  # simulations before the clock is first checked
NUMBER_AT = 3  # where `grow_tree` takes the number of simulations, among its arguments behind the game
CHUNK_SECONDS = 0.002  # seconds between two checks of the clock
ROOT_KEY = 1  # the key of a branch that begins at the root
MIN_VISITS = 2  # visits from which a mean may be compared
# By how much an option must be better than what the policy plays, where win chances in a tree are estimates.
ESTIMATE_MARGIN = 0.01
STRATEGY_STEPS = 1 << 30  # steps of the random number that samples a mixed strategy
# Starts a meter, which returns the fraction of the budget that is used up after a number of simulations.
BudgetMeter = Callable[[float, ClockFunction], Callable[[int], float]]


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Hold the parameters of a search."""

    c_puct: float = 0.7  # exploration: weight of options with few visits
    rollout_prior: float = 0.4  # share of the exploration that goes to the policy's choice
    inverse_prior_temperature: float = 1.0  # temperature of the prior that the values of options give
    margin_weight: float = 0.5  # weight of the winning margin, where rollouts reach the end of the game
    rollout_turns: int = 1  # turns of a rollout, if the game can estimate positions between turns; 0: to the end
    sequential_halving: bool = True  # True if options are raced there, instead of searched in a tree
    rollout_policy: int = SENSIBLE_KIND


class ThreadTree(threading.local):
    """Hold one tree for each thread that searches, so that their number does not depend on the number of tables."""

    def __init__(self) -> None:
        self.memory: Bytes = np.zeros(TREE_DTYPE.itemsize, np.uint8)
        self.tree: Any = self.memory.view(TREE_DTYPE)[0]
        self.owner: object = None  # the bot whose search the tree holds


thread_tree = ThreadTree()


def pick_best_option(edges: Any, policy_choice: int, margin: float = 0.0, errors: Any = None) -> int:
    """Return the option with the most visits, if it is better than `policy_choice` by more than chance and `margin`;
    otherwise `policy_choice`.

    The error of a mean is estimated from its trials, or taken from `errors` where those are larger.
    """
    tried = int(np.argmax(edges["visits"]))
    if edges["visits"][policy_choice] < MIN_VISITS or tried == policy_choice:
        return policy_choice if edges["visits"][policy_choice] == edges["visits"][tried] else tried
    both = edges[[tried, policy_choice]]
    means = both["value_sum"] / both["visits"]
    variances = (
        np.maximum(both["value_squares"] / both["visits"] - means**2, 0.0) / both["visits"]
    )  # below 0 by rounding
    if errors is not None:
        variances = np.maximum(variances, errors[[tried, policy_choice]] ** 2)
    standard_error = variances.sum() ** 0.5
    return tried if means[0] - means[1] > STANDARD_ERRORS * standard_error + margin else policy_choice


@dataclass(frozen=True, slots=True)
class Simulations:
    """Hold simulations that are made for some seconds; `simulate` returns the call that makes so many."""

    seconds: float
    simulate: Callable[[int], Call]
    clock: ClockFunction

    def __call__(self) -> None:
        """Run them here; check the clock from time to time."""
        now = self.clock()
        end, chunk = now + self.seconds, FIRST_CHUNK
        while True:
            self.simulate(chunk)()
            before, now = now, self.clock()
            if now >= end:
                return
            if now - before < CHUNK_SECONDS / 2:
                chunk *= 2


def simulate_for(seconds: float, simulate: Callable[[int], Call], clock: ClockFunction = perf_counter) -> Parts[None]:
    """Run simulations for `seconds`."""
    yield Simulations(seconds, simulate, clock)
