"""Many games between bots: who wins how often, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadSetting
from dicehouse.kit import Game
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.kit.settings import people

from .making import check
from .playing import Work, in_order

Z = 1.959964  # of a 95 % interval


@dataclass(frozen=True)
class Tally:
    """What one bot won: its share of all games that it could have won, with a 95 % interval (Wilson's)."""

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Contest:
    """A batch of finished games; rows are games, columns seats."""

    game: Game
    players: int
    settings: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    seconds: float
    kinds: npt.NDArray[np.int64]  # which bot (a place in `bots`) sat where
    decisions: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]
    ended: npt.NDArray[np.bool_]  # the others were stopped at the cap

    def tallies(self) -> list[Tally]:
        """Every bot's record. Games that reached the cap count as won by nobody."""
        return [self._tally(number, bot) for number, bot in enumerate(self.bots)]

    def _tally(self, number: int, bot: str) -> Tally:
        sat = self.kinds == number
        games = int(sat.any(1).sum())
        wins = float(self.shares[sat].sum())
        low, high = wilson(wins, games)
        return Tally(bot, games, wins, wins / games if games else 0.0, low, high)

    def report(self) -> dict[str, Any]:
        """All figures as plain data."""
        total, seconds = int(self.decisions.sum()), max(self.seconds, 1e-9)
        games = len(self.decisions)
        return {
            "game": self.game.id,
            "players": self.players,
            "games": games,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": dict(self.settings),
            "decisions": total,
            "seconds": round(self.seconds, 4),
            "decisions_per_second": round(total / seconds, 1),
            "games_per_second": round(games / seconds, 2),
            "mean_decisions": round(total / games, 2) if games else 0.0,
            "unfinished": int((~self.ended).sum()),
            "wins": [round(float(won), 4) for won in self.shares.sum(0)],
            "mean_scores": [round(float(mean), 2) for mean in self.scores.mean(0)] if games else [],
            "by_bot": [
                {
                    "bot": t.bot,
                    "games": t.games,
                    "wins": round(t.wins, 4),
                    "share": round(t.share, 4),
                    "low": round(t.low, 4),
                    "high": round(t.high, 4),
                }
                for t in self.tallies()
            ],
        }


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): sound for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def seating(players: int, bots: int, games: int, first: int = 0) -> npt.NDArray[np.int64]:
    """Which bot sits where in so many games, from number `first` on: in turn, one place further with every game, so
    that each sits everywhere equally often.
    """
    seats, numbers = np.arange(players), np.arange(first, first + games)
    return (seats[None, :] - numbers[:, None]) % bots


def contest(
    game: Game,
    bots: Sequence[str],
    games: int,
    *,
    players: int | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int = 0,
    jobs: int = 1,
    cap: int = MAX_DECISIONS,
    progress: Callable[[int], None] | None = None,
) -> Contest:
    """Let bots play whole games; the same arguments give the same games, however many `jobs` (threads) work."""
    n_players = game.usual if players is None else players
    game.agree(n_players, settings or {})
    for bot in bots:
        check(bot, game, n_players)
    if not 1 <= len(bots) <= n_players:
        raise BadSetting(f"For {people(n_players)} name at least one bot and at most {n_players}, not {len(bots)}.")
    if games < 1:
        raise BadSetting("A contest needs at least one game.")
    kinds = seating(n_players, len(bots), games)
    work = Work(game, bots, n_players, settings or {}, kinds, np.arange(games), seed, cap)
    started = perf_counter()
    for part in in_order(work, work.parts(np.arange(games)), jobs):
        if progress:
            progress(len(part))
    seconds = perf_counter() - started
    made = (kinds, work.decisions, work.scores, work.shares, work.ended)
    return Contest(game, n_players, work.settings, work.bots, int(seed), seconds, *made)
