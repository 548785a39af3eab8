"""How games between bots are played: in batches of compiled code where it can be, on several threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from time import thread_time

import numpy as np
import numpy.typing as npt

from dicehouse.kit import Game, Seeded, dtype
from dicehouse.kit.engine import use_compiled
from dicehouse.kit.playout import MAX_DECISIONS, check_seed, packed
from dicehouse.kit.program import program
from dicehouse.match import Match

from .luck import Luck
from .making import make
from .memo import memo_of
from .minds import kind_of, quick

CHUNK = 64  # games of one call into compiled code: often enough to show progress, rarely enough to cost nothing
AHEAD = 4  # parts for each thread that may be under way, so that one long game keeps nobody waiting

Whole = npt.NDArray[np.int64]
Part = npt.NDArray[np.int64]  # the places of some games
Flags = npt.NDArray[np.bool_]


class Stopped(Exception):
    """Nobody waits for this game any more."""


class Work:
    """Games between bots and what came of them; rows are games, columns seats.

    `kinds` tells which bot (a place in `bots`) sits where, `deals` which dice a game has: games of one deal have the
    same. A game depends on the seed, its deal, and who sits where; in compiled code, where a bot keeps notes, also on
    the games before it in its part. So a batch must be cut into the same parts whenever it is played.

    With `futures`, so many are played on from every throw, to tell what it gave each seat (`luck`).
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        players: int,
        settings: Mapping[str, object],
        kinds: Whole,
        deals: Whole,
        seed: int,
        cap: int = MAX_DECISIONS,
        futures: int = 0,
    ) -> None:
        self.game, self.bots, self.players = game, tuple(bots), players
        self.settings = game.agree(players, settings)
        self.kinds, self.deals = kinds, deals
        self.decisions = np.zeros(len(kinds), np.int64)
        self.done = np.zeros(len(kinds), np.bool_)
        self._scores = np.zeros((len(kinds), game.players[1]))
        self._shares = np.zeros((len(kinds), game.players[1]))
        self._luck = np.zeros((len(kinds), game.players[1]))
        self._seed, self._stream, self._cap, self._stopped = seed, check_seed(seed), cap, False
        self.futures = futures
        compiled = np.array([game.engine is None and bot in quick(game) and not futures for bot in bots])
        self.batched: Flags = np.logical_and.reduce(compiled[kinds], axis=1)
        if game.engine is None:
            program(game)  # so that loading it is not timed
            if not self.batched.all():
                use_compiled(game)
        if self.batched.any():
            self._options = packed(game, players, settings)
        if self.batched.any() or futures:
            self._memo = memo_of(game, players, self.settings)

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """Points by game and seat."""
        return self._scores[:, : self.players]

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """Each seat's share of the win."""
        return self._shares[:, : self.players]

    @property
    def luck(self) -> npt.NDArray[np.float64]:
        """How much of the win dice gave each seat, or took: 0 on average, whoever plays, and however few futures."""
        return self._luck[:, : self.players]

    @property
    def ended(self) -> Flags:
        """Which games came to their end; alone one may lose: then the share is that of a seat where nobody sits."""
        ended: Flags = self._shares.sum(1) > 0
        return ended

    def parts(self, games: Part) -> Iterator[Part]:
        """These games in parts, each for one call: those in compiled code together, any other by itself."""
        batched = games[self.batched[games]]
        yield from (batched[first : first + CHUNK] for first in range(0, len(batched), CHUNK))
        yield from games[~self.batched[games]].reshape(-1, 1)

    def play(self, part: Part) -> None:
        """Play these games."""
        if self.batched[part[0]]:
            self._play_batch(part)
        else:
            for number in part.tolist():
                self._play_match(number)
        self.done[part] = True

    def stop(self) -> None:
        """Let games that are under way end as soon as may be, with nothing to show."""
        self._stopped = True

    def _play_batch(self, part: Part) -> None:
        memory = np.zeros(4 * dtype(self.game.rules.State).itemsize, np.uint8)
        decisions = np.zeros(len(part), np.int64)
        scores, shares = np.zeros((2, len(part), self.game.players[1]))
        program(self.game).contest(
            self.game,
            memory,
            self._options,
            self.players,
            self._stream,
            self._cap,
            self._minds(part),
            self._memo.copy(),
            self.deals[part],
            decisions,
            scores,
            shares,
        )
        self.decisions[part], self._scores[part], self._shares[part] = decisions, scores, shares

    def _minds(self, part: Part) -> Whole:
        """What each seat's bot is like: who has habits has others in every deal."""
        return np.array(
            [
                [kind_of(self.bots[kind], self.game, f"{self._seed}|{deal}|{seat}") for seat, kind in enumerate(kinds)]
                for kinds, deal in zip(self.kinds[part].tolist(), self.deals[part].tolist(), strict=True)
            ]
        )

    def _play_match(self, number: int) -> None:
        """One game as a table plays it: throws that are measured, or bots that are no part of compiled rules."""
        key = f"{self._seed}|{self.deals[number]}"
        match = Match(self.game, self.players, self.settings, Seeded(key))
        # By the processor's clock: what else the machine does makes no bot weaker.
        seated = [
            make(self.bots[kind], self.game, f"{key}|{seat}", thread_time)
            for seat, kind in enumerate(self.kinds[number].tolist())
        ]
        luck = Luck(match, f"{key}|{number}", self._memo.copy(), self.futures) if self.futures else None
        while not match.over and match.number < self._cap:
            if self._stopped:
                raise Stopped
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
            if luck is not None:
                luck.note(match)
        if luck is not None:
            self.luck[number] = luck.given
        self.decisions[number] = match.number
        self.scores[number] = match.scores()
        self.shares[number] = match.shares()


def in_order(work: Work, parts: Iterable[Part], jobs: int) -> Generator[Part]:
    """Play parts on so many threads; yields each part when it and all before it have been played.

    Whoever closes the iterator, or breaks it off by ^C, waits for the games under way: a moment, not a game.
    """
    waiting: deque[tuple[Part, Future[None]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for part in parts:
                waiting.append((part, pool.submit(work.play, part)))
                while len(waiting) >= AHEAD * jobs:
                    waiting[0][1].result()
                    yield waiting.popleft()[0]
            while waiting:
                waiting[0][1].result()
                yield waiting.popleft()[0]
        finally:
            work.stop()
            for _, future in waiting:
                future.cancel()
