"""Measure what a decision cost: its options are tried in the same rollouts, and options that fall behind
are dropped.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from dicehouse.engine.position_rollouts import NO_OBSERVER, Rollouts, standard_errors
from dicehouse.records.record import Floats

from .reviewed_match import ReviewedMove

BETTER_ERRORS = 2.5  # standard errors by which an option must be better than the one played to be called better,
CONFIRMED_ERRORS = 1.5  # and by how many in rollouts that were not used to choose it
DROPPED_ERRORS = 1.0  # and by how many it must be worse to be dropped
NEW_OPTIONS = 3  # new options that are added in each round
MODEL_ERRORS = 5.0  # the same, where only a model shows the difference
MODEL_DISAGREEMENT = 2.0  # the error of two models, per difference between them
MIN_MODEL_ERROR = 0.01  # the smallest assumed error of a model that compares two options
MIN_ROLLOUTS = 16  # rollouts from which a decision may be judged
EXPLORE_AFTER = 32  # rollouts after which options are tried that the policy does not choose
POLICY_ACTION = -2  # stands for the choice of the rollout policy, the baseline of skill


@dataclass
class DecisionTrial:
    """Hold one decision that is being examined; `returns` are the returns by rollout and seat for each option still
    tried.

    Skill compares what was played with the choice of the policy that plays the rollouts (`usual`): nothing is selected
    by its result there, so the estimate is unbiased. The policy's choices are tried first, other options as long as
    there is time; one of them may be reported as better.
    """

    move: ReviewedMove
    position: bytes  # the position in which the seat got this decision, before others made hidden choices
    hidden: bool  # True if information hidden from the seat must be resampled
    first: Iterable[int]  # options to try first
    returns: dict[int, Floats] = field(default_factory=dict)
    final_returns: dict[int, Floats] = field(
        default_factory=dict
    )  # results of games played to their ends, if `returns` stop earlier
    n: int = 0
    uses_model: bool = False  # True if `returns` depend on a model
    usual: bool = False  # True if the policy would have played the same

    def __post_init__(self) -> None:
        own = self.move.action
        self.tried = [own, *(action for action in self.first if action != own)]
        self._waiting = [action for action in self.move.options if action not in self.tried]
        random.Random(self.move.number).shuffle(self._waiting)

    @property
    def is_settled(self) -> bool:
        """Return True if no remaining option can be better."""
        return len(self.tried) == 1 and not self._waiting

    def play_rollouts(self, futures: Rollouts, n: int) -> None:
        """Try every option in `n` more rollouts, drop those without a chance, and add others."""
        if len(self.tried) == 1:
            self._add_candidates()
        self.n += n
        for action in self.tried if self.usual else [POLICY_ACTION, *self.tried]:
            old = self.returns.get(action)
            have = 0 if old is None else len(old)
            first = [] if action == POLICY_ACTION else [(self.move.seat, action)]
            more = futures.play_beside_plain_model(self.position, have, self.n - have, first, self._observer)
            self.returns[action] = more if old is None else np.concatenate([old, more])
        self._drop_candidates()
        if self.n >= EXPLORE_AFTER:
            self._add_candidates()

    def _add_candidates(self) -> None:
        self.tried += self._waiting[:NEW_OPTIONS]
        del self._waiting[:NEW_OPTIONS]

    def _drop_candidates(self) -> None:
        """Keep what was played, and those of the other options that may be better: at most half of them, but at least
        two.
        """
        ahead = {}
        for action in self.tried[1:]:
            more, error = self._gain(action)
            if more + DROPPED_ERRORS * error > 0.0 and error > 0.0:
                ahead[action] = more / error
        best = sorted(ahead, key=lambda action: -ahead[action])
        self.tried = [self.move.action, *best[: max(2, len(best) // 2)]]

    def _gain(self, action: int) -> tuple[float, float]:
        """Return how much better an option is for the seat than the one that was played, and the standard error."""
        more = (self.returns[action] - self.returns[self.move.action])[:, self.move.seat]
        if not more.any():
            return 0.0, 0.0
        return float(more.mean()), float(standard_errors(more[:, None])[0])

    @property
    def _observer(self) -> int:
        return self.move.seat if self.hidden else NO_OBSERVER

    def check_best(self, futures: Rollouts, best: int, n: int) -> None:
        """Play what was played and what seems better to the end of the game in `n` more rollouts."""
        for action in (self.move.action, best):
            old = self.final_returns.get(action)
            have = 0 if old is None else len(old)
            more = futures.play_rollouts(
                self.position, have, n, [(self.move.seat, action)], self._observer, to_the_end=True
            )
            self.final_returns[action] = more if old is None else np.concatenate([old, more])

    def policy_regret(self, players: int) -> tuple[Floats, float]:
        """Return what the decision took from each seat compared with the policy's choice, and the standard error for
        the actor.
        """
        if self.usual or POLICY_ACTION not in self.returns:
            return np.zeros(players), 0.0
        both = self.returns[POLICY_ACTION] - self.returns[self.move.action]
        taken, plain, seat = both[:, :players], both[:, players:], self.move.seat
        if not both.any():
            return np.zeros(players), 0.0
        model_error = abs(float((taken - plain)[:, seat].mean())) + MIN_MODEL_ERROR * self.uses_model
        return taken.mean(0), float(np.hypot(standard_errors(taken)[seat], model_error))

    def find_mistake(self, players: int, provisional: bool = False) -> tuple[Floats, float, int | None]:
        """Return what the decision lost each seat against a better option, the standard error for the actor, and that
        option.

        A difference that only a model shows must be much clearer, unless it is `provisional`, that is, still to be
        checked.
        """
        nothing, seat = np.zeros(players), self.move.seat
        others = [action for action in self.tried[1:] if len(self.returns.get(action, ())) == self.n]
        if not others or self.n < MIN_ROLLOUTS:
            return nothing, 0.0, None
        half = self.n // 2  # one half selects, the other measures: the best-looking option is partly lucky
        best = max(others, key=lambda action: self.returns[action][:half, seat].mean())
        both = self.returns[best] - self.returns[self.move.action]
        more, plain = both[:, :players], both[:, players:]
        model_error = (
            MODEL_DISAGREEMENT * abs(float((more - plain)[:, seat].mean())) + MIN_MODEL_ERROR * self.uses_model
        )
        error = float(np.hypot(standard_errors(more)[seat], model_error))
        taken, again = more[half:].mean(0), float(np.hypot(standard_errors(more[half:])[seat], model_error))
        sure, borne_out = BETTER_ERRORS, True
        if best in self.final_returns:
            ends = self.final_returns[best] - self.final_returns[self.move.action]
            its_error = float(standard_errors(ends)[seat])
            borne_out = bool(ends.mean(0)[seat] > CONFIRMED_ERRORS * its_error)
            taken, again = combine_estimates(taken, again, ends.mean(0), its_error)
            error = again
        elif self.uses_model and not provisional:
            sure = MODEL_ERRORS
        if borne_out and more[:, seat].mean() > sure * error and taken[seat] > CONFIRMED_ERRORS * again:
            return taken, again, best
        return nothing, error, None


def combine_estimates(one: Floats, error: float, other: Floats, its_error: float) -> tuple[Floats, float]:
    """Combine two measurements, weighted by their precision."""
    part = its_error**2 / (error**2 + its_error**2)
    return part * one + (1.0 - part) * other, error * its_error / float(np.hypot(error, its_error))
