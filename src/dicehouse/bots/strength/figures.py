"""What came of an arena: ratings, pairings, and the sequential test, as values and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.kit import Game

from ..contests import wilson
from .elo import Fit, Rating, Step, elo_of, student
from .sequential import Sequential
from .tables import Tables

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pairing:
    """Two bots' games: the first one's share of the win, less its luck if that was taken out, with a 95 % interval over
    deals.

    `alone` has for more than two seats what each won when it sat alone among the other. `deals` counts the deals by
    what the first bot won of them: nothing, a quarter, half, three quarters, all (nearest).
    """

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    alone: tuple[float, float] | None
    deals: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """How a sequential test stands: `ratio` is the log-likelihood ratio, `verdict` "passed", "failed" or "open"."""

    test: Sequential
    ratio: float
    verdict: str


@dataclass(frozen=True)
class Arena:
    """A finished arena: `shares` has by deal, table and seat what was won, `luck` what dice gave of it, if that is
    taken out.
    """

    game: Game
    players: int
    settings: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    tables: Tables
    anchored: str | None
    seconds: float
    decisions: npt.NDArray[np.int64]
    shares: Floats
    luck: Floats | None
    outcome: Outcome | None

    @property
    def deals(self) -> int:
        """How many deals were played whole."""
        return len(self.shares)

    @property
    def games(self) -> int:
        """How many games that were."""
        return self.deals * len(self.tables.kinds)

    @property
    def unfinished(self) -> int:
        """How many games were stopped at the cap. They count as shared by all who sat there."""
        return int((self.shares.sum(2) == 0).sum())

    @cached_property
    def won(self) -> Floats:
        """By deal, table and bot: the share of the win that its seats had."""
        shares = self.shares.copy()
        shares[shares.sum(2) == 0] = 1 / self.players
        return self._by_bot(shares)

    @cached_property
    def earned(self) -> Floats:
        """The same without luck: right on average, though it may lie below 0 or above 1. `won` if luck stays in."""
        return self.won if self.luck is None else self.won - self._by_bot(self.luck)

    def _by_bot(self, figures: Floats) -> Floats:
        found: Floats = np.zeros((self.deals, len(self.tables.kinds), len(self.bots)))
        for row, kinds in enumerate(self.tables.kinds):
            for seat, bot in enumerate(kinds):
                found[:, row, bot] += figures[:, row, seat]
        return found

    @cached_property
    def fit(self) -> Fit:
        """The joint fit of all games."""
        return Fit(self.bots, self.tables, self.won, self.anchored, None if self.luck is None else self.earned)

    @property
    def ratings(self) -> list[Rating]:
        """Every bot's Elo, strongest first."""
        return self.fit.ratings()

    @property
    def steps(self) -> list[Step]:
        """From bot to bot, strongest first."""
        return self.fit.steps()

    @property
    def anchor(self) -> str:
        """The bot whose Elo is set at 0."""
        return self.bots[self.fit.anchor]

    def pairing(self, number: int) -> Pairing:
        """One pairing's games, by its place in `tables.pairs`."""
        (one, other), rows = self.tables.pairs[number], self.tables.rows(number)
        earned, won = self.earned[:, rows], self.won[:, rows]
        by_deal = earned[:, :, one].mean(1)
        share = float(by_deal.mean())
        if self.luck is None:
            effective = _effective(by_deal, self.tables.of_pair)
            low, high = wilson(share * effective, effective)
        else:
            low, high = _around(by_deal)
        alone = None
        if (n := self.players) > 2:
            alone = float(earned[:, :n, one].mean()), float(earned[:, n:, other].mean())
        counts = np.bincount(np.rint(4 * won[:, :, one].mean(1)).astype(int), minlength=5)
        games = self.deals * self.tables.of_pair
        return Pairing(self.bots[one], self.bots[other], games, share, low, high, alone, tuple(map(int, counts)))

    @property
    def pairings(self) -> list[Pairing]:
        """Every pairing, in the order of the list of bots."""
        return [self.pairing(number) for number in range(len(self.tables.pairs))]

    def report(self) -> dict[str, Any]:
        """All figures as plain data; a bound that is not known is None."""
        seconds, worth = max(self.seconds, 1e-9), self.fit.worth_of_pairing
        return {
            "game": self.game.id,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": dict(self.settings),
            "deals": self.deals,
            "games": self.games,
            "unfinished": self.unfinished,
            "luck_adjusted": self.luck is not None,
            "mean_decisions": round(float(self.decisions.mean()), 2),
            "seconds": round(self.seconds, 2),
            "games_per_second": round(self.games / seconds, 2),
            "anchor": self.anchor,
            "worth_of_pairing": None if worth is None else round(worth, 3),
            "ratings": [
                {"bot": r.bot, "elo": _elo(r.elo), "low": _elo(r.low), "high": _elo(r.high)}
                | {"games": r.games, "share": round(r.share, 4)}
                for r in self.ratings
            ],
            "steps": [
                {"bot": s.bot, "above": s.above, "elo": _elo(s.elo), "low": _elo(s.low), "high": _elo(s.high)}
                for s in self.steps
            ],
            "pairs": [_pair(pair) for pair in self.pairings],
            "test": None if self.outcome is None else _test(self.outcome),
        }


def _effective(by_deal: Floats, of_pair: int) -> float:
    """How many games without ties and independent of each other would tell as much as these deals."""
    deals, mean = len(by_deal), float(by_deal.mean())
    chance = mean * (1 - mean)
    if deals < 2 or chance < 1e-12:
        return float(deals)
    spread = float(((by_deal - mean) ** 2).sum()) + chance / of_pair  # and one deal more, of independent games
    return chance * deals * (deals - 1) / spread


def _around(by_deal: Floats) -> tuple[float, float]:
    """A 95 % interval of the mean of deals that are no whole wins (Student's t), as far as it can be a share; the mean
    itself lies in it, even where that can be none.
    """
    deals, mean = len(by_deal), float(by_deal.mean())
    if deals < 2:
        return min(0.0, mean), max(1.0, mean)
    half = student(deals - 1) * float(by_deal.std(ddof=1)) / sqrt(deals)
    return max(min(0.0, mean), mean - half), min(max(1.0, mean), mean + half)


def _pair(pair: Pairing) -> dict[str, Any]:
    bounds = (elo_of(share, 2) for share in (pair.share, pair.low, pair.high)) if pair.alone is None else ()
    elo = {key: _elo(value) for key, value in zip(("elo", "elo_low", "elo_high"), bounds, strict=False)}
    alone = None if pair.alone is None else [round(share, 4) for share in pair.alone]
    shares = {key: round(getattr(pair, key), 4) for key in ("share", "low", "high")}
    return {
        "bots": [pair.one, pair.other],
        "games": pair.games,
        **shares,
        **elo,
        "alone": alone,
        "deals_by_share": list(pair.deals),
    }


def _test(outcome: Outcome) -> dict[str, Any]:
    test, (low, high) = outcome.test, outcome.test.bounds
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "log_likelihood_ratio": round(outcome.ratio, 4),
        "fails_at": round(low, 4),
        "passes_at": round(high, 4),
        "verdict": outcome.verdict,
    }


def _elo(value: float | None) -> float | None:
    return None if value is None or not abs(value) < 1e6 else round(value, 1)
