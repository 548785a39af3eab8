"""Play games between bots: in batches of compiled code where possible, on several threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from time import thread_time

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game, Seeded, dtype
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import match_program
from dicehouse.engine.playouts import MAX_DECISIONS, check_seed, pack_options
from dicehouse.match.match import Match

from ..bots.factory import make
from ..bots.named_opponents import compiled_bots, policy_code
from ..engine.policy_memo import make_policy_memo
from .luck_adjustment import LuckAdjustment

GAMES_PER_CALL = 64  # games of one call into compiled code: few enough to show progress, and enough to be efficient
PARTS_PER_THREAD = 4  # parts that each thread may have in progress, so that one long game does not block the others

Integers = npt.NDArray[np.int64]
GameNumbers = npt.NDArray[np.int64]  # indices of some games
Flags = npt.NDArray[np.bool_]


class GameStopped(Exception):
    """Stop a game that nobody waits for any more."""


class GameRunner:
    """Play games between bots and hold their results; rows are games, columns seats.

    `kinds` says which bot (an index into `bots`) sits where, `deals` which dice a game has: games of one deal have the
    same. A game depends on the seed, its deal, and the seating; in compiled code, where a bot keeps notes, also on the
    games before it in its batch. So games must be split into the same batches whenever they are played.

    With `n_rollouts`, that many rollouts are played from every throw to measure how much it helped each seat (`luck`).
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        players: int,
        settings: Mapping[str, object],
        kinds: Integers,
        deals: Integers,
        seed: int,
        cap: int = MAX_DECISIONS,
        n_rollouts: int = 0,
    ) -> None:
        self.game, self.bots, self.players = game, tuple(bots), players
        self.settings = game.settings_for(players, settings)
        self.kinds, self.deals = kinds, deals
        self.decisions = np.zeros(len(kinds), np.int64)
        self.done = np.zeros(len(kinds), np.bool_)
        self._points = np.zeros((len(kinds), game.players[1]))
        self._returns = np.zeros((len(kinds), game.players[1]))
        self._luck = np.zeros((len(kinds), game.players[1]))
        self._seed, self._stream, self._cap, self._stopped = seed, check_seed(seed), cap, False
        self.n_rollouts = n_rollouts
        compiled = np.array([game.engine is None and bot in compiled_bots(game) and not n_rollouts for bot in bots])
        self.batched: Flags = np.logical_and.reduce(compiled[kinds], axis=1)
        if game.engine is None:
            match_program(game)  # so that loading the program is not timed
            if not self.batched.all():
                use_compiled(game)
        if self.batched.any():
            self._options = pack_options(game, players, settings)
        if self.batched.any() or n_rollouts:
            self._memo = make_policy_memo(game, players, self.settings)

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """Return the points by game and seat."""
        return self._points[:, : self.players]

    @property
    def returns(self) -> npt.NDArray[np.float64]:
        """Return each seat's share of the win."""
        return self._returns[:, : self.players]

    @property
    def luck(self) -> npt.NDArray[np.float64]:
        """Return how much of the win the dice gave each seat or took from it: 0 on average, for any players and any
        number of rollouts.
        """
        return self._luck[:, : self.players]

    @property
    def ended(self) -> Flags:
        """Return which games came to their end; a single player may lose: then the share belongs to an empty seat."""
        ended: Flags = self._returns.sum(1) > 0
        return ended

    def parts(self, games: GameNumbers) -> Iterator[GameNumbers]:
        """Return these games in parts, each for one call: games in compiled code in batches, every other by itself."""
        batched = games[self.batched[games]]
        yield from (batched[first : first + GAMES_PER_CALL] for first in range(0, len(batched), GAMES_PER_CALL))
        yield from games[~self.batched[games]].reshape(-1, 1)

    def play(self, part: GameNumbers) -> None:
        """Play these games."""
        if self.batched[part[0]]:
            self._play_batch(part)
        else:
            for number in part.tolist():
                self._play_match(number)
        self.done[part] = True

    def stop(self) -> None:
        """End running games as soon as possible, without results."""
        self._stopped = True

    def _play_batch(self, part: GameNumbers) -> None:
        memory = np.zeros(4 * dtype(self.game.rules.State).itemsize, np.uint8)
        decisions = np.zeros(len(part), np.int64)
        points, returns = np.zeros((2, len(part), self.game.players[1]))
        match_program(self.game).play_bot_games(
            self.game,
            memory,
            self._options,
            self.players,
            self._stream,
            self._cap,
            self._policy_codes(part),
            self._memo.copy(),
            self.deals[part],
            decisions,
            points,
            returns,
        )
        self.decisions[part], self._points[part], self._returns[part] = decisions, points, returns

    def _policy_codes(self, part: GameNumbers) -> Integers:
        """Return the policy code of each seat's bot; a bot with habits has others in every deal."""
        return np.array(
            [
                [
                    policy_code(self.bots[kind], self.game, f"{self._seed}|{deal}|{seat}")
                    for seat, kind in enumerate(kinds)
                ]
                for kinds, deal in zip(self.kinds[part].tolist(), self.deals[part].tolist(), strict=True)
            ]
        )

    def _play_match(self, number: int) -> None:
        """Play one game as a table plays it: for measured throws, or for bots that are not part of the
        compiled rules.
        """
        key = f"{self._seed}|{self.deals[number]}"
        match = Match(self.game, self.players, self.settings, Seeded(key))
        # By processor time, so that other load on the machine makes no bot weaker.
        seated = [
            make(self.bots[kind], self.game, f"{key}|{seat}", thread_time)
            for seat, kind in enumerate(self.kinds[number].tolist())
        ]
        luck = LuckAdjustment(match, f"{key}|{number}", self._memo.copy(), self.n_rollouts) if self.n_rollouts else None
        while not match.over and match.number < self._cap:
            if self._stopped:
                raise GameStopped
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
            if luck is not None:
                luck.add_last_action(match)
        if luck is not None:
            self.luck[number] = luck.luck
        self.decisions[number] = match.number
        self.points[number] = match.points()
        self.returns[number] = match.returns()


def play_in_order(work: GameRunner, parts: Iterable[GameNumbers], jobs: int) -> Generator[GameNumbers]:
    """Play parts on `jobs` threads; yield each part when it and all before it have been played.

    Closing the iterator, or interrupting it by ^C, waits for the running games to stop, which takes a moment.
    """
    waiting: deque[tuple[GameNumbers, Future[None]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for part in parts:
                waiting.append((part, pool.submit(work.play, part)))
                while len(waiting) >= PARTS_PER_THREAD * jobs:
                    waiting[0][1].result()
                    yield waiting.popleft()[0]
            while waiting:
                waiting[0][1].result()
                yield waiting.popleft()[0]
        finally:
            work.stop()
            for _, future in waiting:
                future.cancel()
