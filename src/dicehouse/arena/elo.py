"""Compute Elo by one fit of all games, with intervals that take into account that the games of a deal belong together.

The model is that of Bradley and Terry (1952); for more than two seats that of Plackett (1975) and Luce (1959), of which
only the winner is used: each seat wins in proportion to the strength of its bot, and 400 Elo are ten times the
strength. A shared win counts for every winner by its part. The fit maximises the likelihood (Newton's
method). Its covariance is the "sandwich" with deals as clusters (Huber 1967; Liang & Zeger 1986), so that it is right
however the games of a deal depend on each other. One more deal of independent games is added to it: a few deals that
are all alike prove little.

A bot that won everything, or lost everything, has no finite Elo (Ford 1957). It gets a bound on one side: if the true
share were smaller than q, this many deals without a single loss would happen in less than 5% of cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log, log10

import numpy as np
import numpy.typing as npt

from .intervals import ERROR_RATE, student_t
from .pairing_schedule import PairingSchedule

Floats = npt.NDArray[np.float64]

ELO_PER_NAT = 400 / log(10)  # Elo in one unit of the natural logarithm
MAX_ITERATIONS = 200
TOLERANCE = 1e-10  # when the fit has converged, in wins
NO_SPREAD = 1e-9  # a relative spread below this counts as none
MIN_DEALS = 10  # effective deals below which their spread is not reported


@dataclass(frozen=True)
class Rating:
    """Hold a bot's Elo, with a 95% interval of its difference to the bot that is fixed at 0 (the `anchor`).

    `elo` is None where it is not finite; a bound that is None is not known.
    """

    bot: str
    elo: float | None
    low: float | None
    high: float | None
    games: int
    share: float


@dataclass(frozen=True)
class EloGap:
    """Hold by how much one bot is stronger than the next weaker one, in Elo, with a 95% interval (None: not known)."""

    bot: str
    above: str
    elo: float
    low: float | None
    high: float | None


def share_from_elo(elo: float, players: int = 2) -> float:
    """Return the share of wins of a bot that is stronger by this Elo: the mean of games in which it sits alone among
    rivals and games in which a rival sits alone.
    """
    strength, others = 10 ** (elo / 400), players - 1
    return (strength / (strength + others) + others * strength / (others * strength + 1)) / 2


def elo_from_share(share: float, players: int = 2) -> float:
    """Return the difference in Elo that leads to a share of the win: the inverse of `share_from_elo`."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    if players == 2:
        return 400 * log10(share / (1 - share))
    low, high = -8000.0, 8000.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if share_from_elo(middle, players) < share else (low, middle)
    return (low + high) / 2


class EloFit:
    """Fit ratings to the games of whole deals.

    `won` is the share that each bot's seats won, by deal, table and bot; `earned` is the same without luck, if that is
    removed. Only `won` decides which bots have a finite Elo.
    """

    def __init__(
        self,
        bots: Sequence[str],
        tables: PairingSchedule,
        won: Floats,
        anchor: str | None = None,
        earned: Floats | None = None,
    ) -> None:
        self.bots, self._won, self.deals = tuple(bots), won, len(won)
        self.lucky = earned is None or not self._all_earned(tables, earned)  # True if luck is included
        self._earned = won if earned is None or self.lucky else earned
        self._seats = np.array([np.bincount(row, minlength=len(bots)) for row in tables.kinds], np.float64)
        self._players = tables.players
        self._beat = self._who_beat_whom(tables)
        self._group = self._finite_group(self.bots.index(anchor) if anchor is not None else None)
        self.anchor = self.bots.index(anchor) if anchor is not None else min(self._group)
        self._theta = np.zeros(len(bots))
        self._covariance = np.zeros((len(bots), len(bots)))
        self.worth_of_pairing: float | None = None
        """How many times as many games would tell as much if none belonged together; None where that can't be told."""
        if len(self._group) > 1:
            self._solve()

    # --- bots with finite Elo

    def _all_earned(self, tables: PairingSchedule, earned: Floats) -> bool:
        """Return True if every bot that won something in a pairing also earned something there, which may fail with few
        deals.
        """
        return all(
            earned[:, tables.rows(number), bot].sum() > 0 or self._won[:, tables.rows(number), bot].sum() == 0
            for number, pair in enumerate(tables.pairs)
            for bot in pair
        )

    def _who_beat_whom(self, tables: PairingSchedule) -> npt.NDArray[np.bool_]:
        """Return which bot won anything against which in the games of their pairing."""
        beat = np.zeros((len(self.bots), len(self.bots)), np.bool_)
        for number, (one, other) in enumerate(tables.pairs):
            won = self._won[:, tables.rows(number)].sum((0, 1))
            beat[one, other], beat[other, one] = won[one] > 0, won[other] > 0
        return beat

    def _finite_group(self, anchor: int | None) -> list[int]:
        """Return the bots with finite Elo relative to each other: the anchor's group, or the largest one without an
        anchor.
        """
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
        for _ in range(MAX_ITERATIONS):
            expected, information = _expected_wins(seats, theta)
            slope = mean - expected
            if np.abs(slope).max() * self.deals < TOLERANCE:
                break
            step = np.zeros(len(group))
            step[free] = np.linalg.solve(information[np.ix_(free, free)], slope[free])
            theta += step / max(
                1.0, float(np.abs(step).max())
            )  # limit the step: far from the optimum the model is flat
        expected, information = _expected_wins(seats, theta)
        spread = won - expected
        together = spread.T @ spread
        # One more deal: of independent games, or of the average deal where results are not whole wins.
        middle = together + (information if self.lucky else together / self.deals)
        inverse = np.linalg.inv(information[np.ix_(free, free)] * self.deals)
        correction = self.deals / max(self.deals - 1, 1)
        where = np.ix_([group[place] for place in free], [group[place] for place in free])
        self._theta[group] = theta - theta[group.index(self.anchor)]
        self._covariance[where] = inverse @ (middle[np.ix_(free, free)] * correction) @ inverse
        self.worth_of_pairing = _pairing_efficiency(float(np.trace(information)), (spread**2).sum(1))

    # --- results

    def difference(self, bot: int, other: int) -> tuple[float, float]:
        """Return the difference of two finite Elo, and half the width of its interval."""
        kept = self._covariance
        variance = float(kept[bot, bot] + kept[other, other] - 2 * kept[bot, other])
        half = student_t(self.deals - 1) * max(variance, 0.0) ** 0.5
        return float(self._theta[bot] - self._theta[other]) * ELO_PER_NAT, half * ELO_PER_NAT

    def ratings(self) -> list[Rating]:
        """Return every bot's rating, strongest first."""
        lows, highs = self._bounds()
        found = []
        for bot, name in enumerate(self.bots):
            sat = self._seats[:, bot] > 0
            games, share = int(sat.sum()) * self.deals, float(self._earned[:, sat, bot].mean())
            finite = bot in self._group
            elo = float(self._theta[bot]) * ELO_PER_NAT if finite else None
            found.append(Rating(name, elo, _finite_or_none(lows[bot]), _finite_or_none(highs[bot]), games, share))
        return sorted(found, key=_sort_key, reverse=True)

    def elo_gaps(self) -> list[EloGap]:
        """Return the gaps from bot to bot, strongest first, as far as Elo are finite."""
        order = sorted(self._group, key=lambda bot: -self._theta[bot])
        found = []
        for bot, below in pairwise(order):
            elo, half = self.difference(bot, below)
            found.append(
                EloGap(self.bots[bot], self.bots[below], elo, _finite_or_none(elo - half), _finite_or_none(elo + half))
            )
        return found

    def _bounds(self) -> tuple[list[float], list[float]]:
        """Return the lowest and the highest Elo of each bot that the games allow; infinite where they give no bound."""
        lows, highs = [-inf] * len(self.bots), [inf] * len(self.bots)
        for bot in self._group:
            elo, half = self.difference(bot, self.anchor)
            lows[bot], highs[bot] = elo - half, elo + half
        lows[self.anchor] = highs[self.anchor] = 0.0
        swept = [(up, down) for up, down in np.argwhere(self._beat & ~self._beat.T).tolist()]
        if not swept:
            return lows, highs
        least = elo_from_share((ERROR_RATE / len(swept)) ** (1 / self.deals), self._players)
        if least <= 0:  # too few deals for a bound
            return lows, highs
        for _ in self.bots:  # a bound may depend on another one
            for up, down in swept:
                if up not in self._group:
                    lows[up] = max(lows[up], lows[down] + least)
                if down not in self._group:
                    highs[down] = min(highs[down], highs[up] - least)
        return lows, highs


def _expected_wins(seats: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """Return each bot's expected wins in a deal, and the information that a deal gives (the negative second
    derivatives).
    """
    strength = seats * np.exp(theta - theta.max())
    share = strength / strength.sum(1, keepdims=True)
    expected: Floats = share.sum(0)
    information: Floats = np.diag(expected) - share.T @ share
    return expected, information


def _pairing_efficiency(information: float, spread: Floats) -> float | None:
    """Return the variance that deals of independent games would have, divided by that of these deals; None if too few
    deals differ.
    """
    whole = float(spread.sum())
    if whole <= NO_SPREAD * information * len(spread):  # all deals had the same result, which gives no estimate
        return None
    apart = whole**2 / float((spread**2).sum())  # the effective number of deals in the spread
    return information * len(spread) / whole if apart >= MIN_DEALS else None


def _finite_or_none(bound: float) -> float | None:
    return bound if abs(bound) < inf else None


def _sort_key(rating: Rating) -> tuple[float, float]:
    """Return the sort key of a bot: its Elo, or its bound above or below the anchor."""
    if rating.elo is not None:
        return rating.elo, rating.share
    if rating.low is not None:
        return max(rating.low, 1e-6), rating.share
    return min(rating.high if rating.high is not None else 0.0, -1e-6), rating.share
