"""What a decision cost: its options are tried in the same futures, and what falls behind is tried no further."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from dicehouse.bots.futures import OPEN, Floats, Futures, error_of

from .course import Move

SURE = 2.5  # standard errors by which an option must be better than the one played to be called better,
AGAIN = 1.5  # and by how many in futures that had no part in choosing it
HOPELESS = 1.0  # and by how many it must be worse to be tried no further
MORE = 3  # options that are taken up with each round, beside those that come first
UNCHECKED = 5.0  # the same, of what only a model says
DOUBT = 2.0  # how much two models differ tells how much they may be wrong
MODELLED = 0.01  # what a model is always taken to be wrong by, comparing two options
FEWEST = 16  # futures from which a decision may be judged
EXPLORED = 32  # futures after which other options are looked at than those of the house's player
USUAL = -2  # stands for whatever the player does who plays on: the measure of skill


@dataclass
class Trial:
    """One decision under examination; `rows` are shares of the win by future and seat for each option still tried.

    Skill is what was played against what the player would do who plays the futures on (`USUAL`): nothing is picked out
    there, so it is right on average. What the house's own player would choose is tried next, other options as long as
    there is time: one of them may be told as better.
    """

    move: Move
    position: bytes  # in which the seat was asked, before others sealed what it can't know
    hidden: bool  # whether what the seat could not know is to be dealt anew
    first: Iterable[int]  # options to begin with
    rows: dict[int, Floats] = field(default_factory=dict)
    ends: dict[int, Floats] = field(default_factory=dict)  # of games played to their ends, where the rows are not
    n: int = 0
    modelled: bool = False  # whether the rows lean on a model
    usual: bool = False  # whether what was played is what the player does who plays on

    def __post_init__(self) -> None:
        own = self.move.action
        self.tried = [own, *(action for action in self.first if action != own)]
        self._waiting = [action for action in self.move.options if action not in self.tried]
        random.Random(self.move.number).shuffle(self._waiting)

    @property
    def settled(self) -> bool:
        """Whether nothing is left that might be better."""
        return len(self.tried) == 1 and not self._waiting

    def go_on(self, futures: Futures, n: int) -> None:
        """Try every option in so many more futures, drop what is hopeless, and take up others."""
        if len(self.tried) == 1:
            self._take_up()
        self.n += n
        for action in self.tried if self.usual else [USUAL, *self.tried]:
            old = self.rows.get(action)
            have = 0 if old is None else len(old)
            first = [] if action == USUAL else [(self.move.seat, action)]
            more = futures.judged(self.position, have, self.n - have, first, self._knower)
            self.rows[action] = more if old is None else np.concatenate([old, more])
        self._drop()
        if self.n >= EXPLORED:
            self._take_up()

    def _take_up(self) -> None:
        self.tried += self._waiting[:MORE]
        del self._waiting[:MORE]

    def _drop(self) -> None:
        """Keep what was played, and of the others those that may be better: at most half as many, but two."""
        ahead = {}
        for action in self.tried[1:]:
            more, error = self._more(action)
            if more + HOPELESS * error > 0.0 and error > 0.0:
                ahead[action] = more / error
        best = sorted(ahead, key=lambda action: -ahead[action])
        self.tried = [self.move.action, *best[: max(2, len(best) // 2)]]

    def _more(self, action: int) -> tuple[float, float]:
        """By how much an option is better than what was played, for the seat, and the standard error."""
        more = (self.rows[action] - self.rows[self.move.action])[:, self.move.seat]
        if not more.any():
            return 0.0, 0.0
        return float(more.mean()), float(error_of(more[:, None])[0])

    @property
    def _knower(self) -> int:
        return self.move.seat if self.hidden else OPEN

    def check(self, futures: Futures, best: int, n: int) -> None:
        """Play what was played and what seems better to the end of the game in `n` more futures."""
        for action in (self.move.action, best):
            old = self.ends.get(action)
            have = 0 if old is None else len(old)
            more = futures.play(self.position, have, n, [(self.move.seat, action)], self._knower, ends=True)
            self.ends[action] = more if old is None else np.concatenate([old, more])

    def skill(self, players: int) -> tuple[Floats, float]:
        """What the decision took from each seat, against whoever plays on, and the standard error for the actor."""
        if self.usual or USUAL not in self.rows:
            return np.zeros(players), 0.0
        both = self.rows[USUAL] - self.rows[self.move.action]
        taken, plain, seat = both[:, :players], both[:, players:], self.move.seat
        if not both.any():
            return np.zeros(players), 0.0
        doubt = abs(float((taken - plain)[:, seat].mean())) + MODELLED * self.modelled
        return taken.mean(0), float(np.hypot(error_of(taken)[seat], doubt))

    def found(self, players: int, provisional: bool = False) -> tuple[Floats, float, int | None]:
        """What the decision lost each seat against something better, the standard error of the actor's part, and what
        that is. What only a model says must be much clearer, unless it is `provisional`: yet to be checked.
        """
        nothing, seat = np.zeros(players), self.move.seat
        others = [action for action in self.tried[1:] if len(self.rows.get(action, ())) == self.n]
        if not others or self.n < FEWEST:
            return nothing, 0.0, None
        half = self.n // 2  # the one half chooses, the other measures: what looks best is partly luck
        best = max(others, key=lambda action: self.rows[action][:half, seat].mean())
        both = self.rows[best] - self.rows[self.move.action]
        more, plain = both[:, :players], both[:, players:]
        doubt = DOUBT * abs(float((more - plain)[:, seat].mean())) + MODELLED * self.modelled
        error = float(np.hypot(error_of(more)[seat], doubt))
        taken, again = more[half:].mean(0), float(np.hypot(error_of(more[half:])[seat], doubt))
        sure, borne_out = SURE, True
        if best in self.ends:
            ends = self.ends[best] - self.ends[self.move.action]
            its_error = float(error_of(ends)[seat])
            borne_out = bool(ends.mean(0)[seat] > AGAIN * its_error)
            taken, again = weighed(taken, again, ends.mean(0), its_error)
            error = again
        elif self.modelled and not provisional:
            sure = UNCHECKED
        if borne_out and more[:, seat].mean() > sure * error and taken[seat] > AGAIN * again:
            return taken, again, best
        return nothing, error, None


def weighed(one: Floats, error: float, other: Floats, its_error: float) -> tuple[Floats, float]:
    """Two measurements as one, each by how sure it is."""
    part = its_error**2 / (error**2 + its_error**2)
    return part * one + (1.0 - part) * other, error * its_error / float(np.hypot(error, its_error))
