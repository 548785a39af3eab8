"""Elo by one fit of all games, with intervals that know that the games of a deal belong together.

The model is that of Bradley and Terry (1952); for more than two seats that of Plackett (1975) and Luce (1959), of which
only the winner is used: each seat wins in proportion to the strength of its bot, and 400 Elo are ten times the
strength. A shared win counts for each by its share. The fit is the most likely one (Newton's method). Its covariance is
the "sandwich" with deals as clusters (Huber 1967; Liang & Zeger 1986), so that it is right however games of a deal
hang together, and with one deal more than there are, of independent games: few deals that are all alike prove little.

Who won everything, or lost everything, has no finite Elo (Ford 1957). Then there is a bound on one side: were the
true share smaller than q, so many deals without a single loss would come about in less than 5 % of cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log, log10
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from .tables import Tables

Floats = npt.NDArray[np.float64]

ELO = 400 / log(10)  # Elo in one unit of the natural logarithm
RISK = 0.05
STEPS = 200
CLOSE = 1e-10  # when the fit has come to rest, in wins
ALIKE = 1e-9  # a part of the spread that is none
FEWEST = 10  # deals that must lie apart before their spread is worth telling


@dataclass(frozen=True)
class Rating:
    """A bot's Elo, with a 95 % interval of its difference to the bot that is set at 0 (the `anchor`).

    `elo` is None where it is not finite; a bound that is None is not known.
    """

    bot: str
    elo: float | None
    low: float | None
    high: float | None
    games: int
    share: float


@dataclass(frozen=True)
class Step:
    """By how much one bot is stronger than the next weaker one, in Elo, with a 95 % interval (None: not known)."""

    bot: str
    above: str
    elo: float
    low: float | None
    high: float | None


def share_of(elo: float, players: int = 2) -> float:
    """What a bot wins that is so much stronger, taking together that it sits alone and that its rival does."""
    strength, others = 10 ** (elo / 400), players - 1
    return (strength / (strength + others) + others * strength / (others * strength + 1)) / 2


def elo_of(share: float, players: int = 2) -> float:
    """The difference in Elo that a share of the win comes from: the inverse of `share_of`."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    if players == 2:
        return 400 * log10(share / (1 - share))
    low, high = -8000.0, 8000.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if share_of(middle, players) < share else (low, middle)
    return (low + high) / 2


def student(degrees: int) -> float:
    """How many standard errors a 95 % interval reaches to either side (Student's t; Abramowitz & Stegun 26.7.5)."""
    if degrees < 3:
        return (inf, 12.706205, 4.302653)[degrees]
    z, n = NormalDist().inv_cdf(1 - RISK / 2), float(degrees)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


class Fit:
    """Ratings from the games of whole deals: `won` has by deal, table and bot the share that its seats won, `earned`
    the same without luck, if that is taken out. Who has a finite Elo is told by what was won.
    """

    def __init__(
        self,
        bots: Sequence[str],
        tables: Tables,
        won: Floats,
        anchor: str | None = None,
        earned: Floats | None = None,
    ) -> None:
        self.bots, self._won, self.deals = tuple(bots), won, len(won)
        self.lucky = earned is None or not self._fits(tables, earned)  # whether luck is in it
        self._earned = won if earned is None or self.lucky else earned
        self._seats = np.array([np.bincount(row, minlength=len(bots)) for row in tables.kinds], np.float64)
        self._players = tables.players
        self._beat = self._beats(tables)
        self._group = self._largest(self.bots.index(anchor) if anchor is not None else None)
        self.anchor = self.bots.index(anchor) if anchor is not None else min(self._group)
        self._theta = np.zeros(len(bots))
        self._covariance = np.zeros((len(bots), len(bots)))
        self.worth_of_pairing: float | None = None
        """How many times as many games would tell as much if none belonged together; None where that can't be told."""
        if len(self._group) > 1:
            self._solve()

    # --- whose Elo is finite

    def _fits(self, tables: Tables, earned: Floats) -> bool:
        """Whether every bot that won something of its pairing earned something, too: few deals may tell otherwise."""
        return all(
            earned[:, tables.rows(number), bot].sum() > 0 or self._won[:, tables.rows(number), bot].sum() == 0
            for number, pair in enumerate(tables.pairs)
            for bot in pair
        )

    def _beats(self, tables: Tables) -> npt.NDArray[np.bool_]:
        """Who took anything from whom in the games of their pairing."""
        beat = np.zeros((len(self.bots), len(self.bots)), np.bool_)
        for number, (one, other) in enumerate(tables.pairs):
            won = self._won[:, tables.rows(number)].sum((0, 1))
            beat[one, other], beat[other, one] = won[one] > 0, won[other] > 0
        return beat

    def _largest(self, anchor: int | None) -> list[int]:
        """The bots among whom all Elo are finite: those that the anchor's belong to, else as many as possible."""
        reach = self._beat | np.eye(len(self.bots), dtype=np.bool_)
        for middle in range(len(self.bots)):
            reach = reach | (reach[:, [middle]] & reach[[middle], :])
        both = reach & reach.T
        if anchor is None:
            anchor = int(both.sum(1).argmax())
        return [int(place) for place in np.flatnonzero(both[anchor])]

    # --- the fit

    def _solve(self) -> None:
        group = self._group
        inside = self._seats.sum(1) == self._seats[:, group].sum(1)
        seats, won = self._seats[inside][:, group], self._earned[:, inside][:, :, group].sum(1)
        free = [place for place, bot in enumerate(group) if bot != self.anchor]
        theta, mean = np.zeros(len(group)), won.mean(0)
        for _ in range(STEPS):
            expected, information = _model(seats, theta)
            slope = mean - expected
            if np.abs(slope).max() * self.deals < CLOSE:
                break
            step = np.zeros(len(group))
            step[free] = np.linalg.solve(information[np.ix_(free, free)], slope[free])
            theta += step / max(1.0, float(np.abs(step).max()))  # no leaps: far out the model is flat
        expected, information = _model(seats, theta)
        spread = won - expected
        together = spread.T @ spread
        # One deal more: of independent games, or, where results are no whole wins, such as these are on average.
        middle = together + (information if self.lucky else together / self.deals)
        inverse = np.linalg.inv(information[np.ix_(free, free)] * self.deals)
        correction = self.deals / max(self.deals - 1, 1)
        where = np.ix_([group[place] for place in free], [group[place] for place in free])
        self._theta[group] = theta - theta[group.index(self.anchor)]
        self._covariance[where] = inverse @ (middle[np.ix_(free, free)] * correction) @ inverse
        self.worth_of_pairing = _worth(float(np.trace(information)), (spread**2).sum(1))

    # --- what came of it

    def difference(self, bot: int, other: int) -> tuple[float, float]:
        """The difference of two finite Elo, and how far its interval reaches to either side."""
        kept = self._covariance
        variance = float(kept[bot, bot] + kept[other, other] - 2 * kept[bot, other])
        half = student(self.deals - 1) * max(variance, 0.0) ** 0.5
        return float(self._theta[bot] - self._theta[other]) * ELO, half * ELO

    def ratings(self) -> list[Rating]:
        """Every bot's, strongest first."""
        lows, highs = self._bounds()
        found = []
        for bot, name in enumerate(self.bots):
            sat = self._seats[:, bot] > 0
            games, share = int(sat.sum()) * self.deals, float(self._earned[:, sat, bot].mean())
            finite = bot in self._group
            elo = float(self._theta[bot]) * ELO if finite else None
            found.append(Rating(name, elo, _known(lows[bot]), _known(highs[bot]), games, share))
        return sorted(found, key=_place, reverse=True)

    def steps(self) -> list[Step]:
        """From bot to bot, strongest first, as far as Elo are finite."""
        order = sorted(self._group, key=lambda bot: -self._theta[bot])
        found = []
        for bot, below in pairwise(order):
            elo, half = self.difference(bot, below)
            found.append(Step(self.bots[bot], self.bots[below], elo, _known(elo - half), _known(elo + half)))
        return found

    def _bounds(self) -> tuple[list[float], list[float]]:
        """The lowest and the highest Elo of each bot that the games allow; infinite where they tell nothing."""
        lows, highs = [-inf] * len(self.bots), [inf] * len(self.bots)
        for bot in self._group:
            elo, half = self.difference(bot, self.anchor)
            lows[bot], highs[bot] = elo - half, elo + half
        lows[self.anchor] = highs[self.anchor] = 0.0
        swept = [(up, down) for up, down in np.argwhere(self._beat & ~self._beat.T).tolist()]
        if not swept:
            return lows, highs
        least = elo_of((RISK / len(swept)) ** (1 / self.deals), self._players)
        if least <= 0:  # so few deals that the weaker one may win them all
            return lows, highs
        for _ in self.bots:  # a bound may lean on another one
            for up, down in swept:
                if up not in self._group:
                    lows[up] = max(lows[up], lows[down] + least)
                if down not in self._group:
                    highs[down] = min(highs[down], highs[up] - least)
        return lows, highs


def _model(seats: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """What each bot should win in a deal, and the information that a deal gives (the second derivatives, negative)."""
    strength = seats * np.exp(theta - theta.max())
    share = strength / strength.sum(1, keepdims=True)
    expected: Floats = share.sum(0)
    information: Floats = np.diag(expected) - share.T @ share
    return expected, information


def _worth(information: float, spread: Floats) -> float | None:
    """The spread that deals of independent games would have, by that of these; None where too few lie apart to tell."""
    whole = float(spread.sum())
    if whole <= ALIKE * information * len(spread):  # every deal came out alike: that is no measure of anything
        return None
    apart = whole**2 / float((spread**2).sum())  # how many deals the spread is made by
    return information * len(spread) / whole if apart >= FEWEST else None


def _known(bound: float) -> float | None:
    return bound if abs(bound) < inf else None


def _place(rating: Rating) -> tuple[float, float]:
    """Where a bot stands in the list: by its Elo, else above or below the anchor by its bound."""
    if rating.elo is not None:
        return rating.elo, rating.share
    if rating.low is not None:
        return max(rating.low, 1e-6), rating.share
    return min(rating.high if rating.high is not None else 0.0, -1e-6), rating.share
