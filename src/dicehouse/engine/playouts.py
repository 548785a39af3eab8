"""Play random games at full speed: whole batches in compiled code, or one option at a time from Python.

>>> from dicehouse.games import find
>>> batch = play_games(find("dice-ocalypse"), 100, players=2, seed=1)
>>> batch.games, batch.finished
(100, 100)

A `Stepper` is the quickest way to drive a game from Python: every step is one compiled call, with nothing but bytes and
a number going in.

>>> game = Stepper(find("dice-ocalypse"), players=2, seed=1)
>>> while game.count:
...     count = game.step(game.count - 1)
>>> max(game.points()) > 10_000
True

One stream of dice serves a whole game here, where a match has one for each action; nothing can be undone or verified.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from dicehouse.old_names import old_attribute

from ..core.action_list import Actions
from ..core.game import Game
from ..errors import BadSeed
from ..records.record import Bytes, dtype, strict
from ..text_format import shorten
from .engine import engine_of
from .entry_points import BUFFER_HEADER_SIZE, DICE_SIZE, playout_program
from .position import Position

MAX_DECISIONS = 20_000  # because a random game need not end: nobody has to score


@dataclass(frozen=True)
class PlayoutBatch:
    """Hold the results of a batch of random games; `memory` has their last positions, one row each."""

    game: Game
    players: int
    memory: npt.NDArray[np.uint8]
    decisions: npt.NDArray[np.int64]

    @property
    def games(self) -> int:
        """Return the number of games."""
        return len(self.decisions)

    @property
    def finished(self) -> int:
        """Return how many of the games ended before the cap."""
        return sum(1 for row in self.memory if engine_of(self.game).over(Position(self.game, row)))

    @property
    def total(self) -> int:
        """Return the number of decisions of all games together."""
        return int(self.decisions.sum())

    def position(self, number: int) -> Position:
        """Return the last position of one game (its bytes are shared with the batch)."""
        return Position(self.game, self.memory[number])


def pack_options(game: Game, players: int, settings: Mapping[str, object] | None = None) -> Bytes:
    """Return a game's settings, checked for this number of players, as the bytes that compiled code takes."""
    options: Bytes = np.zeros(dtype(game.rules.Options).itemsize, np.uint8)
    game.fill(strict(game.rules.Options, options), game.settings_for(players, settings or {}))
    return options


def check_seed(seed: object) -> int:
    """Return `seed` as the 63 bits that a stream begins with; raise BadSeed if it is no integer of Python or NumPy."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not -(2**63) <= seed < 2**64:
        raise BadSeed(
            f"A seed must be a whole number of at most 64 bits, of which the lowest 63 count; not {shorten(seed)}."
        )
    return int(seed) & (2**63 - 1)


def play_games(
    game: Game,
    games: int,
    *,
    players: int | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int = 0,
    first: int = 0,
    cap: int = MAX_DECISIONS,
) -> PlayoutBatch:
    """Play games number `first`, `first + 1`, ... of `seed` by choosing at random, up to `cap` decisions each.

    Where several seats may act the lowest does; all its options are equally likely.
    """
    n_players = game.usual if players is None else players
    options = pack_options(game, n_players, settings)
    memory = np.zeros((games, dtype(game.rules.State).itemsize), np.uint8)
    decisions = np.zeros(games, np.int64)
    playout_program(game).play_games(
        game, memory.reshape(-1), options, n_players, check_seed(seed), first, cap, decisions
    )
    return PlayoutBatch(game, n_players, memory, decisions)


def copy_positions(game: Game, times: int, among: int = 32) -> None:
    """Copy `times` positions in compiled code, to measure what a search does before it tries something."""
    playout_program(game).copy_positions(game, np.zeros(2 * among * dtype(game.rules.State).itemsize, np.uint8), times)


class Stepper:
    """Play one game from Python by the index of the option, as fast as Python can call."""

    def __init__(
        self, game: Game, *, players: int | None = None, settings: Mapping[str, object] | None = None, seed: int = 0
    ) -> None:
        self.game = game
        self.players = game.usual if players is None else players
        self._options = pack_options(game, self.players, settings)
        self._buffer: Bytes = np.zeros(BUFFER_HEADER_SIZE + dtype(game.rules.State).itemsize, np.uint8)
        self._actions = strict(Actions, self._buffer[DICE_SIZE:BUFFER_HEADER_SIZE])
        self._engine = engine_of(game, True)
        self.position = Position(game, self._buffer[BUFFER_HEADER_SIZE:])
        self.step: Callable[[int], int] = partial(playout_program(game).apply_option, game, self._buffer)
        """`step(k)` carries out the k-th option and returns how many there are next: 0 when the game is over."""
        self.deal(seed)

    def deal(self, seed: int) -> int:
        """Begin a new game; return the number of options."""
        self.position.memory[:] = 0
        return int(
            playout_program(self.game).deal_game(self.game, self._buffer, self._options, self.players, check_seed(seed))
        )

    @property
    def count(self) -> int:
        """Return how many options the seat that acts next has; 0 when the game is over."""
        return self._actions.count

    @property
    def seat(self) -> int:
        """Return the seat that acts next: the lowest of those that may."""
        return self._engine.acting(self.position)[0]

    def actions(self) -> list[int]:
        """Return the numbers of the options, in the rules' order."""
        return [self._actions.item[i] for i in range(self.count)]

    def points(self) -> list[int]:
        """Return the points by seat."""
        return [round(score) for score in self._engine.points(self.position)[: self.players]]

    scores = old_attribute("points")
