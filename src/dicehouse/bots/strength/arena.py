"""An arena: bots meet in pairs, on the same deals from every seat, until there is enough to tell who is stronger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from dicehouse.errors import BadSetting
from dicehouse.kit import Game
from dicehouse.kit.entries import TABLES
from dicehouse.kit.fingerprints import fingerprint_of
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.kit.settings import short

from ..making import check
from ..minds import made_of
from ..nets import exactly
from ..playing import CHUNK, Part, Work, in_order
from .figures import Arena, Outcome
from .saving import Spare, read_save, write_save
from .sequential import OPEN, Sequential
from .tables import Tables, pairings, tables

USUAL_GAMES = 1000  # of a pairing
MOST_BOTS = 32
MOST_GAMES = 1_000_000  # of an arena
MOST_FUTURES = 100_000  # of a throw
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
    test: Sequential | None = None,
    minutes: float | None = None,
    save: Path | None = None,
    luck_adjusted: int = 0,
    cap: int = MAX_DECISIONS,
    progress: Callable[[int, int], None] | None = None,
) -> Arena:
    """Let bots meet in pairs; the same arguments give the same figures, however many `jobs` (threads) work.

    Everybody meets everybody; on a `ladder` only neighbours in the list; or all others only the one `against`. Each
    pairing plays `games` games (1,000 if nothing is said), in whole deals. It stops before that when the sequential
    `test` of two bots is decided, and when `minutes` are over. With the file `save` it takes over what was played
    before, and keeps what it plays. Bots with a budget in milliseconds give the same figures only as far as the machine
    is as fast. With `luck_adjusted` so many futures are played of every throw, and what it gave each seat is taken out
    of the results (see `Luck`). `progress` is told how many games of how many were played.
    """
    n_players = game.usual if players is None else players
    game.agree(n_players, settings or {})
    _check(game, bots, n_players, anchor, test)
    _check_luck(game, luck_adjusted)
    if against is not None and ladder:
        raise BadSetting("Bots meet their neighbours on a ladder, or all of them one bot, but not both.")
    if against is not None and against not in bots:
        raise BadSetting(f"The bot that all others meet is one of those named, not {short(against)}.")
    pairs = pairings(len(bots), ladder, None if against is None else list(bots).index(against))
    table = tables(n_players, pairs)
    deals = _deals(table, games, minutes)
    numbers = np.arange(deals).repeat(len(table.kinds))
    work = Work(
        game, bots, n_players, settings or {}, np.tile(table.kinds, (deals, 1)), numbers, seed, cap, luck_adjusted
    )
    run = _Run(work, table, deals, jobs, test, minutes, save, progress)
    run.made_with = {
        "game": game.id,
        "rules": " ".join((game.version, game.fingerprint, _common(game))),
        "players": n_players,
        "options": dict(work.settings),
        "bots": [exactly(bot) for bot in bots],
        "pairs": [list(pair) for pair in pairs],
        "seed": int(seed),
        "cap": cap,
        "luck_adjusted": luck_adjusted or None,  # as in saves that knew nothing of it
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
        run.by_deal(work.shares, run.counted),
        run.by_deal(work.luck, run.counted) if luck_adjusted else None,
        run.outcome,
    )


def _check(game: Game, bots: Sequence[str], players: int, anchor: str | None, test: Sequential | None) -> None:
    for bot in bots:
        check(bot, game, players)
    if not 2 <= len(bots) <= MOST_BOTS:
        raise BadSetting(f"An arena is for 2 to {MOST_BOTS} bots, not {len(bots)}.")
    if len(set(bots)) < len(bots):
        twice = next(bot for bot in bots if bots.count(bot) > 1)
        raise BadSetting(f"In an arena each bot is named once; {twice} is there more often.")
    if players < 2:
        raise BadSetting(f"In an arena bots play against each other, so it takes two players or more, not {players}.")
    if anchor is not None and anchor not in bots:
        raise BadSetting(f"The bot set at 0 is one of those that play ({', '.join(bots)}), not {short(anchor)}.")
    if test is not None and len(bots) != 2:
        raise BadSetting(f"A sequential test is between two bots, not {len(bots)}.")


def _check_luck(game: Game, futures: int) -> None:
    if not 0 <= futures <= MOST_FUTURES:
        raise BadSetting(f"Luck is told by 1 to {MOST_FUTURES:,} futures of a throw, not {futures:,}.")
    if futures and game.engine is not None:
        raise BadSetting(f"{game.name} measures its throws, so futures can't tell what luck gave; leave it as it is.")


def _deals(table: Tables, games: int | None, minutes: float | None) -> int:
    if games is not None and games < 1:
        raise BadSetting("An arena needs at least one game.")
    if minutes is not None and not minutes > 0:
        raise BadSetting("The time of an arena is more than 0 minutes.")
    if games is None:
        most = MOST_GAMES // len(table.kinds)
        return most if minutes is not None else -(-USUAL_GAMES // table.of_pair)
    deals = -(-games // table.of_pair)
    if deals * len(table.kinds) > MOST_GAMES:
        raise BadSetting(
            f"{games:,} games of each of {len(table.pairs)} pairings are more than {MOST_GAMES:,}; take fewer."
        )
    return deals


def _common(game: Game) -> str:
    """A hash of what is compiled with every game's rules, and of what bots play by."""
    compiled = [(name, function) for name, (function, _) in sorted(TABLES.items())]
    return fingerprint_of([*made_of(game), *compiled])


class _Run:
    """An arena while it is played: some deals at a time, so that everything that counts is a number of whole deals."""

    made_with: Mapping[str, Any]

    def __init__(
        self,
        work: Work,
        table: Tables,
        deals: int,
        jobs: int,
        test: Sequential | None,
        minutes: float | None,
        save: Path | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._work, self._table, self._deals, self._jobs, self._test = work, table, deals, jobs, test
        self._minutes, self._save, self._progress = minutes, save, progress
        batched = int(work.batched[: len(table.kinds)].sum())
        self._at_once = max(1, CHUNK // batched) if batched else 1
        self._began = self._written = 0.0
        self._before = 0.0  # seconds of earlier runs
        self._spare: Spare | None = None
        self.counted = 0  # deals that are part of the result
        self.outcome: Outcome | None = None
        self._results: Counter[float] = Counter()  # of the first of two bots, by deal

    @property
    def seconds(self) -> float:
        """What the games have taken, those of earlier runs included."""
        return self._before + perf_counter() - self._began

    def by_deal(self, figures: Any, deals: int) -> Any:
        """Figures by game and seat as figures by deal, table and seat."""
        rows = len(self._table.kinds)
        return figures[: deals * rows].reshape(deals, rows, -1)

    def play(self) -> None:
        """Play until there is enough."""
        if self._save is not None:
            self._before, self._spare = read_save(self._save, self.made_with, self._work)
        self._began = perf_counter()
        self._keep()  # a place where nothing can be kept is found out now
        if not self._enough():
            self._tell()
            try:
                with closing(in_order(self._work, self._parts(), self._jobs)) as played:
                    for _ in played:
                        if self._enough():
                            break
                        self._tell()
                        if perf_counter() - self._written > SAVED_EVERY:
                            self._keep()
            finally:
                self._keep()
        if self.counted == 0:
            raise BadSetting("Not one deal was played whole in this time; give it more minutes.")

    def _parts(self) -> Iterator[Part]:
        rows = len(self._table.kinds)
        for first in range(self.counted, self._deals, self._at_once):
            last = min(first + self._at_once, self._deals)
            for part in self._work.parts(np.arange(first * rows, last * rows)):
                if self._late():
                    return
                if not self._work.done[part].all():
                    yield part

    def _late(self) -> bool:
        return self._minutes is not None and perf_counter() - self._began > 60 * self._minutes

    def _enough(self) -> bool:
        """Take over deals that are whole now, in their order, and look at the test after every few."""
        rows = len(self._table.kinds)
        while self.counted < self._deals:
            last = min(self.counted + self._at_once, self._deals)
            if not self._work.done[self.counted * rows : last * rows].all():
                return False
            new, self.counted = slice(self.counted, last), last
            if self._test is not None:
                self.outcome = self._look(self._test, new)
                if self.outcome.verdict != OPEN:
                    return True
        return True

    def _look(self, test: Sequential, deals: slice) -> Outcome:
        """The test with these deals more."""
        shares, luck = (self.by_deal(each, deals.stop)[deals] for each in (self._work.shares, self._work.luck))
        kinds, open_ends = self._table.kinds, shares.sum(2) == 0
        won = np.where(kinds == 0, shares - luck, 0).sum(2) + open_ends * (kinds == 0).mean(1)
        self._results.update(np.round(won.mean(1), 9).tolist())
        ratio = test.ratio(self._results, self._work.players)
        return Outcome(test, ratio, test.verdict(ratio))

    def _tell(self) -> None:
        if self._progress:
            self._progress(int(self._work.done.sum()), len(self._work.done))

    def _keep(self) -> None:
        if self._save is not None:
            write_save(self._save, self.made_with, self._work, self.seconds, self._spare)
        self._written = perf_counter()
