"""Run an arena: bots meet in pairs, on the same deals from every seat, until it is clear who is stronger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.compiler.fingerprints import fingerprint_of
from dicehouse.core import Game
from dicehouse.engine.entry_points import MATCH_ENTRIES
from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..bots.factory import check_bot
from ..bots.named_opponents import fingerprint_parts
from ..bots.nets import fingerprinted_name
from .arena_file import ExtraGames, read_arena_file, write_arena_file
from .arena_result import Arena, SprtResult
from .game_runner import GAMES_PER_CALL, GameNumbers, GameRunner, play_in_order
from .pairing_schedule import PairingSchedule, list_pairings, schedule_deal
from .sprt import OPEN, Sprt

USUAL_GAMES = 1000  # games of a pairing
MOST_BOTS = 32
MOST_GAMES = 1_000_000  # games of an arena
MOST_FUTURES = 100_000  # rollouts of a throw
SAVED_EVERY = 5.0  # seconds


def arena(
    game: Game,
    bots: Sequence[str],
    games: int | None = None,
    *,
    players: int | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int = 0,
    jobs: int = 1,
    ladder: bool = False,
    against: str | None = None,
    anchor: str | None = None,
    test: Sprt | None = None,
    minutes: float | None = None,
    save: Path | None = None,
    luck_adjusted: int = 0,
    cap: int = MAX_DECISIONS,
    progress: Callable[[int, int], None] | None = None,
) -> Arena:
    """Play bots against each other in pairs; the same arguments give the same figures, for any number of `jobs`
    (threads).

    Every bot meets every other; on a `ladder` only neighbours in the list meet; with `against` all others meet only
    that one. Each pairing plays `games` games (default: 1,000), in whole deals. It stops earlier when the sequential
    `test` of two bots is decided, or after `minutes`. With the file `save` it continues an earlier run, and stores its
    games there. Bots with a budget in milliseconds give the same figures only on machines of the same speed.
    `luck_adjusted` is the number of rollouts of every throw by which luck is removed from the results (see
    `LuckAdjustment`). `progress` is called with the number of games played and the number of games in all.
    """
    n_players = game.usual if players is None else players
    game.settings_for(n_players, settings or {})
    _check_bots(game, bots, n_players, anchor, test)
    _check_luck(game, luck_adjusted)
    if against is not None and ladder:
        raise BadSetting("--ladder and --against exclude each other.")
    if against is not None and against not in bots:
        raise BadSetting(f"The bot of --against must be one of --bots, not {shorten(against)}.")
    pairs = list_pairings(len(bots), ladder, None if against is None else list(bots).index(against))
    table = schedule_deal(n_players, pairs)
    deals = _count_deals(table, games, minutes)
    numbers = np.arange(deals).repeat(len(table.kinds))
    work = GameRunner(
        game, bots, n_players, settings or {}, np.tile(table.kinds, (deals, 1)), numbers, seed, cap, luck_adjusted
    )
    run = _ArenaRun(work, table, deals, jobs, test, minutes, save, progress)
    run.made_with = {
        "game": game.id,
        "rules": " ".join((game.version, game.fingerprint, _shared_fingerprint(game))),
        "players": n_players,
        "options": dict(work.settings),
        "bots": [fingerprinted_name(bot) for bot in bots],
        "pairs": [list(pair) for pair in pairs],
        "seed": int(seed),
        "cap": cap,
        "luck_adjusted": luck_adjusted or None,  # None as in older saves, which did not have it
    }
    run.play()
    return Arena(
        game,
        n_players,
        work.settings,
        work.bots,
        int(seed),
        table,
        anchor,
        run.seconds,
        work.decisions[: run.counted * len(table.kinds)],
        run.by_deal(work.returns, run.counted),
        run.by_deal(work.luck, run.counted) if luck_adjusted else None,
        run.outcome,
    )


def _check_bots(game: Game, bots: Sequence[str], players: int, anchor: str | None, test: Sprt | None) -> None:
    for bot in bots:
        check_bot(bot, game, players)
    if not 2 <= len(bots) <= MOST_BOTS:
        raise BadSetting(f"An arena is for 2 to {MOST_BOTS} bots, not {len(bots)}.")
    if len(set(bots)) < len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise BadSetting(f"Name each bot of an arena once; {twice} is named more often.")
    if players < 2:
        raise BadSetting(f"In an arena, bots play against each other, so it needs at least two players, not {players}.")
    if anchor is not None and anchor not in bots:
        raise BadSetting(f"The bot of --anchor must be one of --bots ({', '.join(bots)}), not {shorten(anchor)}.")
    if test is not None and len(bots) != 2:
        raise BadSetting(f"A sequential test is between two bots, not {len(bots)}.")


def _check_luck(game: Game, futures: int) -> None:
    if not 0 <= futures <= MOST_FUTURES:
        raise BadSetting(f"The number of rollouts for each roll must be from 1 to {MOST_FUTURES:,}, not {futures:,}.")
    if futures and game.engine is not None:
        raise BadSetting(f"{game.name} simulates its throws, so its luck can't be removed. Leave out --luck-adjusted.")


def _count_deals(table: PairingSchedule, games: int | None, minutes: float | None) -> int:
    if games is not None and games < 1:
        raise BadSetting("An arena needs at least one game.")
    if minutes is not None and not minutes > 0:
        raise BadSetting("The time of an arena must be more than 0 minutes.")
    if games is None:
        most = MOST_GAMES // len(table.kinds)
        return most if minutes is not None else -(-USUAL_GAMES // table.games_per_pairing)
    deals = -(-games // table.games_per_pairing)
    if deals * len(table.kinds) > MOST_GAMES:
        raise BadSetting(
            f"{games:,} games of each of {len(table.pairs)} pairings are more than {MOST_GAMES:,} games. Choose fewer."
        )
    return deals


def _shared_fingerprint(game: Game) -> str:
    """Return a hash of the code that is compiled with every game's rules, and of what defines the bots."""
    compiled = [(name, function) for name, (function, _) in sorted(MATCH_ENTRIES.items())]
    return fingerprint_of([*fingerprint_parts(game), *compiled])


class _ArenaRun:
    """Run an arena a few deals at a time, so that only whole deals count."""

    made_with: Mapping[str, Any]

    def __init__(
        self,
        work: GameRunner,
        table: PairingSchedule,
        deals: int,
        jobs: int,
        test: Sprt | None,
        minutes: float | None,
        save: Path | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._work, self._table, self._deals, self._jobs, self._test = work, table, deals, jobs, test
        self._minutes, self._save, self._progress = minutes, save, progress
        batched = int(work.batched[: len(table.kinds)].sum())
        self._at_once = max(1, GAMES_PER_CALL // batched) if batched else 1
        self._began = self._written = 0.0
        self._before = 0.0  # seconds of earlier runs
        self._extra_games: ExtraGames | None = None
        self.counted = 0  # deals that count in the result
        self.outcome: SprtResult | None = None
        self._results: Counter[float] = Counter()  # shares of the first of two bots, by deal

    @property
    def seconds(self) -> float:
        """Return the seconds that the games have taken, including those of earlier runs."""
        return self._before + perf_counter() - self._began

    def by_deal(self, figures: Any, deals: int) -> Any:
        """Return figures by game and seat as figures by deal, table and seat."""
        rows = len(self._table.kinds)
        return figures[: deals * rows].reshape(deals, rows, -1)

    def play(self) -> None:
        """Play until the arena is complete."""
        if self._save is not None:
            self._before, self._extra_games = read_arena_file(self._save, self.made_with, self._work)
        self._began = perf_counter()
        self._save_games()  # fails at once if the file can't be written
        if not self._has_enough():
            self._report_progress()
            try:
                with closing(play_in_order(self._work, self._next_games(), self._jobs)) as played:
                    for _ in played:
                        if self._has_enough():
                            break
                        self._report_progress()
                        if perf_counter() - self._written > SAVED_EVERY:
                            self._save_games()
            finally:
                self._save_games()
        if self.counted == 0:
            raise BadSetting("No deal was finished in this time. Allow more minutes.")

    def _next_games(self) -> Iterator[GameNumbers]:
        rows = len(self._table.kinds)
        for first in range(self.counted, self._deals, self._at_once):
            last = min(first + self._at_once, self._deals)
            for part in self._work.parts(np.arange(first * rows, last * rows)):
                if self._is_out_of_time():
                    return
                if not self._work.done[part].all():
                    yield part

    def _is_out_of_time(self) -> bool:
        return self._minutes is not None and perf_counter() - self._began > 60 * self._minutes

    def _has_enough(self) -> bool:
        """Return True if enough deals are complete. Count the complete ones in their order, and update the test after
        every few.
        """
        rows = len(self._table.kinds)
        while self.counted < self._deals:
            last = min(self.counted + self._at_once, self._deals)
            if not self._work.done[self.counted * rows : last * rows].all():
                return False
            new, self.counted = slice(self.counted, last), last
            if self._test is not None:
                self.outcome = self._update_test(self._test, new)
                if self.outcome.verdict != OPEN:
                    return True
        return True

    def _update_test(self, test: Sprt, deals: slice) -> SprtResult:
        """Update the test with the deals that are new."""
        returns, luck = (self.by_deal(each, deals.stop)[deals] for each in (self._work.returns, self._work.luck))
        kinds, open_ends = self._table.kinds, returns.sum(2) == 0
        won = np.where(kinds == 0, returns - luck, 0).sum(2) + open_ends * (kinds == 0).mean(1)
        self._results.update(np.round(won.mean(1), 9).tolist())
        ratio = test.ratio(self._results, self._work.players)
        return SprtResult(test, ratio, test.verdict(ratio))

    def _report_progress(self) -> None:
        if self._progress:
            self._progress(int(self._work.done.sum()), len(self._work.done))

    def _save_games(self) -> None:
        if self._save is not None:
            write_arena_file(self._save, self.made_with, self._work, self.seconds, self._extra_games)
        self._written = perf_counter()
