"""Play many games between bots and report how often each wins, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.errors import BadSetting
from dicehouse.old_names import old_attribute
from dicehouse.text_format import count_players

from ..bots.factory import check_bot
from .game_runner import GameRunner, play_in_order
from .intervals import wilson_interval
from .pairing_schedule import rotate_bots


@dataclass(frozen=True)
class Tally:
    """Hold the wins of one bot: its share of all games that it could have won, with a 95% interval (Wilson)."""

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Contest:
    """Hold a batch of finished games; rows are games, columns seats."""

    game: Game
    players: int
    settings: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    seconds: float
    kinds: npt.NDArray[np.int64]  # which bot (an index into `bots`) sat where
    decisions: npt.NDArray[np.int64]
    points: npt.NDArray[np.float64]
    returns: npt.NDArray[np.float64]
    ended: npt.NDArray[np.bool_]  # False for games that were stopped at the cap

    def tallies(self) -> list[Tally]:
        """Return every bot's record. Games that reached the cap count as won by nobody."""
        return [self._tally(number, bot) for number, bot in enumerate(self.bots)]

    def _tally(self, number: int, bot: str) -> Tally:
        sat = self.kinds == number
        games = int(sat.any(1).sum())
        wins = float(self.returns[sat].sum())
        low, high = wilson_interval(wins, games)
        return Tally(bot, games, wins, wins / games if games else 0.0, low, high)

    scores = old_attribute("points")
    shares = old_attribute("returns")

    def report(self) -> dict[str, Any]:
        """Return all figures as plain data."""
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
            "wins": [round(float(won), 4) for won in self.returns.sum(0)],
            "mean_scores": [round(float(mean), 2) for mean in self.points.mean(0)] if games else [],
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
    """Let bots play whole games; the same arguments give the same games, for any number of `jobs` (threads)."""
    n_players = game.usual if players is None else players
    game.settings_for(n_players, settings or {})
    for bot in bots:
        check_bot(bot, game, n_players)
    if not 1 <= len(bots) <= n_players:
        wanted = "1 bot" if n_players == 1 else f"1 to {n_players} bots"
        raise BadSetting(f"For {count_players(n_players)}, name {wanted}, not {len(bots)}.")
    if games < 1:
        raise BadSetting("A contest needs at least one game.")
    kinds = rotate_bots(n_players, len(bots), games)
    work = GameRunner(game, bots, n_players, settings or {}, kinds, np.arange(games), seed, cap)
    started = perf_counter()
    for part in play_in_order(work, work.parts(np.arange(games)), jobs):
        if progress:
            progress(len(part))
    seconds = perf_counter() - started
    made = (kinds, work.decisions, work.points, work.returns, work.ended)
    return Contest(game, n_players, work.settings, work.bots, int(seed), seconds, *made)
