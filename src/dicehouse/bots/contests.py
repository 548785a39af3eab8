"""Many games between bots, in compiled code where the game has any: who wins how often, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadSetting
from dicehouse.kit import DiceBox, Game, Position, Seeded, dtype, engine_of
from dicehouse.kit.playout import MAX_DECISIONS, check_seed, packed
from dicehouse.kit.program import program
from dicehouse.kit.settings import people
from dicehouse.kit.thinking import NAMES
from dicehouse.match import Match

from .players import Player

CHUNK = 64  # games of one call into compiled code: often enough to show progress, rarely enough to cost nothing
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


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927): sound for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def seating(players: int, bots: int, games: int) -> npt.NDArray[np.int64]:
    """Which bot sits where: in turn, one place further with every game, so that each sits everywhere equally often."""
    seats, numbers = np.arange(players), np.arange(games)
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
        if bot not in NAMES:
            raise BadSetting(f"There is no bot {str(bot)[:40]!r}; there are: {', '.join(NAMES)}.")
    if not 1 <= len(bots) <= n_players:
        raise BadSetting(f"For {people(n_players)} name at least one bot and at most {n_players}, not {len(bots)}.")
    if games < 1:
        raise BadSetting("A contest needs at least one game.")
    work = _Work(game, tuple(bots), n_players, settings or {}, games)
    work.seed, work.cap = check_seed(seed), cap
    started = perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        for done in pool.map(work.play, work.chunks()):
            if progress:
                progress(done)
    seconds = perf_counter() - started
    scores, shares = work.scores[:, :n_players], work.shares[:, :n_players]
    ended = work.shares.sum(1) > 0  # alone one may lose: then the share is that of a seat where nobody sits
    made = (work.kinds, work.decisions, scores, shares, ended)
    return Contest(game, n_players, work.settings, work.bots, seed, seconds, *made)


class _Work:
    """The arrays of a contest, filled chunk by chunk."""

    seed = 0
    cap = MAX_DECISIONS

    def __init__(
        self, game: Game, bots: tuple[str, ...], players: int, settings: Mapping[str, object], games: int
    ) -> None:
        self.game, self.bots, self.players = game, bots, players
        self.settings = game.agree(players, settings)
        self.options = packed(game, players, settings)
        self.kinds = seating(players, len(bots), games)
        self._codes = np.array([NAMES.index(bot) for bot in bots])[self.kinds]
        self.decisions = np.zeros(games, np.int64)
        self.scores = np.zeros((games, game.players[1]))
        self.shares = np.zeros((games, game.players[1]))
        if game.engine is None:
            self._memo = memo_of(game, players, self.settings)
            program(game)  # so that loading it is not timed

    def chunks(self) -> Iterator[slice]:
        games, size = len(self.decisions), CHUNK if self.game.engine is None else 1
        return (slice(first, min(first + size, games)) for first in range(0, games, size))

    def play(self, part: slice) -> int:
        """Play these games; returns how many there were."""
        if self.game.engine is not None:
            return sum(map(self._play_match, range(part.start, part.stop)))
        memory = np.zeros(4 * dtype(self.game.rules.State).itemsize, np.uint8)
        numbers = np.arange(part.start, part.stop)
        program(self.game).contest(
            self.game,
            memory,
            self.options,
            self.players,
            self.seed,
            self.cap,
            self._codes[part],
            self._memo.copy(),
            numbers,
            self.decisions[part],
            self.scores[part],
            self.shares[part],
        )
        return len(numbers)

    def _play_match(self, number: int) -> int:
        """One game as a table plays it: its throws are measured, and nothing of it compiles."""
        match = Match(self.game, self.players, self.settings, Seeded(f"{self.seed}|{number}"))
        seated = [
            Player(self.bots[kind], f"{self.seed}|{number}|{seat}") for seat, kind in enumerate(self.kinds[number])
        ]
        while not match.over and match.number < self.cap:
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
        self.decisions[number] = match.number
        self.scores[number, : self.players] = match.scores()
        self.shares[number, : self.players] = match.shares()
        return 1


def memo_of(game: Game, players: int, settings: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    """What the game works out for its bots under these settings."""
    memo = np.zeros(game.hooks.MEMO)
    position = Position(game)
    engine_of(game).deal(position, players, game.complete(settings), DiceBox(written=False))
    game.hooks.prepare(position.state, memo)
    return memo
