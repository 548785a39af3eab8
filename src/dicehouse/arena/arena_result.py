"""Hold the results of an arena: ratings, pairings, and the sequential test, as values and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.old_names import old_attribute

from .elo import EloFit, EloGap, Rating, elo_from_share
from .intervals import student_t, wilson_interval
from .pairing_schedule import PairingSchedule
from .sprt import Sprt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PairingResult:
    """Hold the games of two bots: the first one's share of the win, without luck if that was removed, with a 95%
    interval over deals.

    `alone` is, for more than two seats, the share that each bot won when it sat alone among copies of the other.
    `deals` counts the deals by the part that the first bot won of them, to the nearest quarter.
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
class SprtResult:
    """Hold the state of a sequential test: `ratio` is the log-likelihood ratio, `verdict` "passed",
    "failed" or "open".
    """

    test: Sprt
    ratio: float
    verdict: str


@dataclass(frozen=True)
class Arena:
    """Hold a finished arena: `returns` are the returns by deal, table and seat, `luck` the part of them due to
    the dice, if luck is removed.
    """

    game: Game
    players: int
    settings: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    schedule: PairingSchedule
    requested_anchor: str | None
    seconds: float
    decisions: npt.NDArray[np.int64]
    returns: Floats
    luck: Floats | None
    outcome: SprtResult | None

    @property
    def deals(self) -> int:
        """Return how many deals were played completely."""
        return len(self.returns)

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.deals * len(self.schedule.kinds)

    @property
    def unfinished(self) -> int:
        """Return how many games were stopped at the cap. They count as shared by all seats."""
        return int((self.returns.sum(2) == 0).sum())

    @cached_property
    def wins(self) -> Floats:
        """Return the share of the win that each bot's seats had, by deal, table and bot."""
        returns = self.returns.copy()
        returns[returns.sum(2) == 0] = 1 / self.players
        return self._by_bot(returns)

    @cached_property
    def adjusted_wins(self) -> Floats:
        """Return `wins` without luck: unbiased, though it may be below 0 or above 1. It equals `wins` if luck is not
        removed.
        """
        return self.wins if self.luck is None else self.wins - self._by_bot(self.luck)

    def _by_bot(self, figures: Floats) -> Floats:
        found: Floats = np.zeros((self.deals, len(self.schedule.kinds), len(self.bots)))
        for row, kinds in enumerate(self.schedule.kinds):
            for seat, bot in enumerate(kinds):
                found[:, row, bot] += figures[:, row, seat]
        return found

    @cached_property
    def elo_fit(self) -> EloFit:
        """Return the joint fit of all games."""
        return EloFit(
            self.bots,
            self.schedule,
            self.wins,
            self.requested_anchor,
            None if self.luck is None else self.adjusted_wins,
        )

    @property
    def ratings(self) -> list[Rating]:
        """Return every bot's Elo, strongest first."""
        return self.elo_fit.ratings()

    @property
    def elo_gaps(self) -> list[EloGap]:
        """Return the Elo gap from each bot to the next weaker one, strongest first."""
        return self.elo_fit.elo_gaps()

    @property
    def anchor(self) -> str:
        """Return the bot whose Elo is fixed at 0."""
        return self.bots[self.elo_fit.anchor]

    def pairing(self, number: int) -> PairingResult:
        """Return the games of one pairing, by its index in `tables.pairs`."""
        (one, other), rows = self.schedule.pairs[number], self.schedule.rows(number)
        earned, won = self.adjusted_wins[:, rows], self.wins[:, rows]
        by_deal = earned[:, :, one].mean(1)
        share = float(by_deal.mean())
        if self.luck is None:
            effective = _effective_games(by_deal, self.schedule.games_per_pairing)
            low, high = wilson_interval(share * effective, effective)
        else:
            low, high = _mean_interval(by_deal)
        alone = None
        if (n := self.players) > 2:
            alone = float(earned[:, :n, one].mean()), float(earned[:, n:, other].mean())
        counts = np.bincount(np.rint(4 * won[:, :, one].mean(1)).astype(int), minlength=5)
        games = self.deals * self.schedule.games_per_pairing
        return PairingResult(self.bots[one], self.bots[other], games, share, low, high, alone, tuple(map(int, counts)))

    @property
    def pairings(self) -> list[PairingResult]:
        """Return every pairing, in the order of the list of bots."""
        return [self.pairing(number) for number in range(len(self.schedule.pairs))]

    shares = old_attribute("returns")
    won = old_attribute("wins")
    earned = old_attribute("adjusted_wins")
    fit = old_attribute("elo_fit")
    steps = old_attribute("elo_gaps")
    tables = old_attribute("schedule")
    anchored = old_attribute("requested_anchor")

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data; a bound that is not known is None."""
        seconds, worth = max(self.seconds, 1e-9), self.elo_fit.worth_of_pairing
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
                {"bot": r.bot, "elo": _round_elo(r.elo), "low": _round_elo(r.low), "high": _round_elo(r.high)}
                | {"games": r.games, "share": round(r.share, 4)}
                for r in self.ratings
            ],
            "steps": [
                {
                    "bot": s.bot,
                    "above": s.above,
                    "elo": _round_elo(s.elo),
                    "low": _round_elo(s.low),
                    "high": _round_elo(s.high),
                }
                for s in self.elo_gaps
            ],
            "pairs": [_pairing_report(pair) for pair in self.pairings],
            "test": None if self.outcome is None else _sprt_report(self.outcome),
        }


def _effective_games(by_deal: Floats, of_pair: int) -> float:
    """Return how many independent games without ties would be as informative as these deals."""
    deals, mean = len(by_deal), float(by_deal.mean())
    chance = mean * (1 - mean)
    if deals < 2 or chance < 1e-12:
        return float(deals)
    spread = float(((by_deal - mean) ** 2).sum()) + chance / of_pair  # plus one deal of independent games
    return chance * deals * (deals - 1) / spread


def _mean_interval(by_deal: Floats) -> tuple[float, float]:
    """Return a 95% interval (Student's t) of the mean of deals that are not whole wins, clipped to possible shares.

    The mean itself always lies in the interval, even if it is not a possible share.
    """
    deals, mean = len(by_deal), float(by_deal.mean())
    if deals < 2:
        return min(0.0, mean), max(1.0, mean)
    half = student_t(deals - 1) * float(by_deal.std(ddof=1)) / sqrt(deals)
    return max(min(0.0, mean), mean - half), min(max(1.0, mean), mean + half)


def _pairing_report(pair: PairingResult) -> dict[str, Any]:
    bounds = (elo_from_share(share, 2) for share in (pair.share, pair.low, pair.high)) if pair.alone is None else ()
    elo = {key: _round_elo(value) for key, value in zip(("elo", "elo_low", "elo_high"), bounds, strict=False)}
    alone = None if pair.alone is None else [round(share, 4) for share in pair.alone]
    figures = {key: round(getattr(pair, key), 4) for key in ("share", "low", "high")}
    return {
        "bots": [pair.one, pair.other],
        "games": pair.games,
        **figures,
        **elo,
        "alone": alone,
        "deals_by_share": list(pair.deals),
    }


def _sprt_report(outcome: SprtResult) -> dict[str, Any]:
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


def _round_elo(value: float | None) -> float | None:
    return None if value is None or not abs(value) < 1e6 else round(value, 1)
