"""Estimate a position by rollouts: bots play it to its end many times, and the ends are counted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game, Seeded, SettingValue, dtype
from dicehouse.core.policy import SENSIBLE_KIND, BotTraits
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.entry_points import MAX_SEATS
from dicehouse.records.record import Bytes, Floats

from ..core.policy import character_code
from .policy_memo import make_policy_memo
from .thought import Call, Parts, finish

WORK_POSITIONS = 4  # positions in the scratch memory of a rollout
NO_TURN_LIMIT = 1 << 60  # a turn that is never reached
NO_OBSERVER = -1  # no seat: nothing is hidden or resampled
MODEL_TURNS = 2  # turns after which a future stops if there is a leaf model
HABITUAL_MIND = BotTraits(looks=19, fancy=5)  # the bot of rollouts where dice decide little


def standard_errors(rows: Floats) -> Floats:
    """Return the standard errors of the means of columns.

    If all rows are equal, chance may still have hidden others, so the estimate counts one more row that differs by
    half.
    """
    n = len(rows)
    if n < 2:
        return np.full(rows.shape[1], 0.5)
    spread = rows.var(0, ddof=1)
    found: Floats = np.sqrt((spread + 0.25 / n) / n)
    return found


class Rollouts:
    """Play from any position of one match to the end or, with a `leaf_model`, to where that estimates the value.

    Where dice decide little (`dice_decide` is False), players differ: then bots with habits play, with other habits
    each time, so that not every future is the same.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Mapping[str, SettingValue],
        seed: int | str,
        dice_decide: bool = True,
        memo: Floats | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.played = 0
        self.leaf_model: Callable[[Bytes, Floats], tuple[Floats, Floats]] | None = None
        digest = hashlib.sha256(f"review|{seed}".encode()).digest()
        self._seed = int.from_bytes(digest[:7], "big")
        self.memo = make_policy_memo(game, players, settings) if memo is None else memo
        self._size = dtype(self.game.rules.State).itemsize
        self._work: Bytes = np.zeros(WORK_POSITIONS * self._size, np.uint8)
        self.dice_decide, self._settings = dice_decide, settings

    def play_rollouts(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int = NO_OBSERVER,
        to_the_end: bool = False,
    ) -> Floats:
        """Return the returns of the rollouts `number` to `number + n - 1`, which begin with `first_actions`.

        With `to_the_end` they are played to their ends even if there is a leaf model.
        """
        return finish(self.rollouts(position, number, n, first_actions, observer, to_the_end))

    def rollouts(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int = NO_OBSERVER,
        to_the_end: bool = False,
    ) -> Parts[Floats]:
        """Play as `play_rollouts` does, in parts."""
        yield None
        return self.play_beside_plain_model(position, number, n, first_actions, observer, to_the_end)[:, : self.players]

    def play_beside_plain_model(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int = NO_OBSERVER,
        to_the_end: bool = False,
    ) -> Floats:
        """Return the returns as `play_rollouts` does, and in further columns the returns by points and turns alone.

        Where the two differ the model may be wrong.
        """
        leaf = None if to_the_end else self.leaf_model
        turn_limit = NO_TURN_LIMIT if leaf is None else self.count_turns(position) + MODEL_TURNS
        stops, returns = self.play_until_turn(position, number, n, first_actions, observer, turn_limit)
        going_on = ~returns.any(1)
        both = np.tile(returns[:, : self.players], 2)
        if leaf is not None and going_on.any():
            both[going_on] = np.hstack(leaf(stops[going_on], np.full(int(going_on.sum()), float(turn_limit))))
        return both

    def play_until_turn(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int,
        turn_limit: int,
        use_estimate: bool = False,
    ) -> tuple[Bytes, Floats]:
        """Return where these futures stop when `turn_limit` turns have begun, and the returns of those that
        ended.
        """
        return finish(self.until_turn(position, number, n, first_actions, observer, turn_limit, use_estimate))

    def until_turn(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int,
        turn_limit: int,
        use_estimate: bool = False,
    ) -> Parts[tuple[Bytes, Floats]]:
        """Play as `play_until_turn` does, in parts.

        With `use_estimate` the returns include the game's value estimate of the others, if it has one.
        """
        self._work[: self._size] = np.frombuffer(position, np.uint8)
        memory: Bytes = np.zeros((n, self._size), np.uint8)
        returns = np.zeros((n, MAX_SEATS))
        tried = np.array(first_actions, np.int64).reshape(-1)  # alternating seats and actions
        flat, kinds, luck = memory.reshape(-1), self._policy_codes(number, n), (self._seed, number)
        given = (observer, tried, kinds, turn_limit, int(use_estimate), self.memo, *luck, returns)
        yield Call(self.game, "play_futures", (self._work, flat, *given))
        self.played += n
        return memory, returns

    def deal_position(self, number: int) -> bytes:
        """Return a new game with the same settings; `number` chooses the deal."""
        position, box = Position(self.game), DiceBox(written=False)
        Seeded(f"review|{self._seed}").prepare(box.dice, number)
        engine_of(self.game).deal(position, self.players, self._settings, box)
        return position.tobytes()

    def count_turns(self, position: bytes) -> int:
        """Return how many turns have begun in `position`."""
        return int(self.game.hooks.turns_begun(Position(self.game, np.frombuffer(position, np.uint8).copy()).state))

    def _policy_codes(self, number: int, n: int) -> npt.NDArray[np.int64]:
        """Return the numbers of the bots that play, by future and seat."""
        if self.dice_decide:
            return np.full((n, MAX_SEATS), SENSIBLE_KIND, np.int64)
        kinds = [
            HABITUAL_MIND.code(character_code(f"{self._seed}|{each}")) for each in range(number * 2, (number + n) * 2)
        ]
        return np.tile(np.array(kinds, np.int64).reshape(n, 2), MAX_SEATS // 2)
