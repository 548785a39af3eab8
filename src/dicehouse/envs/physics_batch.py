"""Play one game with measured throws through the interface of a batch of one game: slow, but equivalent.

The actions are those listed at a table, ready-made throws included. A throw that is described freely is a text, not a
number: `throw` plays it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.bots.factory import check_bot, make
from dicehouse.bots.policy_bot import Bot
from dicehouse.core import Seeded
from dicehouse.engine import Position
from dicehouse.errors import BadGame, BadMatch
from dicehouse.match.match import ChosenOption, Match

from .batch import Batch, Floats, Ints, Rows
from .batch_kernels import NO_SEAT, ROTATING_SEAT


class PhysicsBatch(Batch):
    """Play a batch of one game as a table plays it. `reset` deals, `step` plays one action by its index."""

    def step(self, actions: npt.ArrayLike, *, held: Rows | None = None) -> None:
        """Play one action by its index, and let the bots play. Raise IndexError if it is not legal."""
        chosen = self._check_actions(actions)
        place = int(chosen[0])
        if self._headers["seat"][0] == NO_SEAT or (held is not None and len(self._check_rows(held))):
            self._clear_result()
            return
        if not 0 <= place < self.actions or not self.masks[0, place]:
            raise IndexError(f"Action {place} of game 0 isn't legal now. The legal actions are in masks[0].")
        self._play_text(self._choose_option(int(self.action_space.numbers[place])))

    def throw(self, text: str) -> None:
        """Play an option in the game's notation for the seat that acts next, also a free throw (`throw r1 p2 from
        ...`).

        Raise the errors of `Match.play`.
        """
        self._play_text(text)

    def sample(self) -> Ints:
        """Return one of the listed actions, uniformly distributed."""
        legal = np.flatnonzero(self.masks[0])
        self._sampled[0] = self._luck.choice(legal.tolist()) if len(legal) else 0
        return self._sampled

    def save(self, row: int) -> bytes:
        """Return the game as bytes, with its dice to come."""
        self._check_row(row)
        seed, episode = self._dealt
        kept = {
            "match": self._match.save(),
            "learner": int(self._headers["learner"][0]),
            "seed": seed,
            "episode": episode,
        }
        return self._save_format.put(json.dumps(kept).encode())

    def load(self, row: int, data: bytes) -> None:
        """Continue a saved game; no throw of it is measured again. The seats are assigned as in `Batch`.

        Raise ValueError if the data is no saved game.
        """
        self._check_row(row)
        read = self._save_format.open(data)
        try:
            kept = json.loads(read)
            learner = self._choose_learner(0, kept["learner"])
            dealt = (kept["seed"], kept["episode"])
            match, bots = Match.load(kept["match"]), self._make_bots(*dealt, learner)
        except (TypeError, KeyError, ValueError, BadMatch) as error:
            raise ValueError(
                f"A saved game of {self.game.name} must be the bytes that `save` returned: {error}"
            ) from None
        if match.game is not self.game or match.players != self.players or match.settings != self._settings:
            raise ValueError("The saved game is of another game, or has other players or settings.")
        self._match, self._bots, self._dealt = match, bots, dealt
        self._headers["learner"] = learner
        self._clear_result()
        if not self._has_ended():
            self._play_bots()
            self._write_result()
        self._write_observation()

    def copy(self, sources: Rows, targets: Rows) -> None:
        """Raise an error: there is only one game, so it can't be copied to another row; use `save` and `load`."""
        if len(self._check_rows(sources)) != len(self._check_rows(targets)):
            raise ValueError("Copy as many games as there are rows for them.")

    def observe(self, seats: int | Rows) -> Floats:
        """Return what a seat sees, no matter who acts next."""
        asked = np.asarray(seats).reshape(-1)
        if asked.dtype.kind not in "iu" or len(asked) != 1:
            raise ValueError("Name one seat.")
        if not 0 <= int(asked[0]) < self.players:
            raise IndexError(f"Seats go from 0 to {self.players - 1}.")
        return self.observation_encoder.encode_position(self.position(0), int(asked[0]))[None]

    def _find_illegal(self, chosen: Ints) -> int:
        place = int(chosen[0])
        legal = self.to_move[0] == NO_SEAT or (0 <= place < self.actions and bool(self.masks[0, place]))
        return -1 if legal else 0

    def _observe_positions(self, positions: npt.NDArray[np.uint8], seats: Ints) -> Floats:
        found = [
            self.observation_encoder.encode_position(Position(self.game, each.copy()), int(seat))
            for each, seat in zip(positions, seats, strict=True)
        ]
        return np.array(found, np.float32).reshape(len(seats), self.observation_encoder.width)

    # --- construction

    def _load_program(self, n: int) -> None:
        if n != 1:
            raise BadGame(f"{self.game.name} simulates its throws, so it plays only one game at a time.")

    def _load_bots(self, names: Sequence[str]) -> None:
        for name in names:
            check_bot(name, self.game, self.players)
        self._kinds, self._memos = np.zeros(1, np.int64), [np.zeros(1)]

    def _seed_sampling(self, seed: int) -> None:
        self._luck = random.Random(seed)

    def _begin_rows(self, rows: Ints) -> None:
        while len(rows):
            self._headers["episode"] += 1
            self._deal_match()
            if not self._has_ended():
                self._write_observation()
                return

    def _deal_match(self) -> None:
        seed, episode = int(self.seeds[0]), int(self.episodes[0])
        self._match = Match(self.game, self.players, self._settings, Seeded(f"{seed}|{episode}"))
        learner = episode % self.players if self._learner == ROTATING_SEAT else self._learner
        self._headers["learner"] = learner
        self._bots, self._dealt = self._make_bots(seed, episode, learner), (seed, episode)
        self._play_bots()

    def _make_bots(self, seed: int, episode: int, learner: int) -> dict[int, Bot]:
        """Assign bots to the seats; the first bot sits next to the learner, clockwise."""
        return {
            (learner + 1 + place) % self.players: make(name, self.game, f"{seed}|{episode}|{place}")
            for place, name in enumerate(self.against)
        }

    def _play_text(self, text: str) -> None:
        self._clear_result()
        self._match.play(self._match.acting()[0], text)
        self._play_bots()
        self._write_result()
        self._write_observation()

    def _write_result(self) -> None:
        if self._has_ended():
            self.done[0], self.truncated[0] = True, not self._match.over
            self.points[0], self.lengths[0] = self._match.points(), self._match.number
            if self._match.over:
                self.rewards[0] = self._match.returns()

    def _play_bots(self) -> None:
        while not self._has_ended() and (seat := self._match.acting()[0]) in self._bots:
            self._match.play(seat, self._bots[seat].choose(self._match.without_dice(), seat))

    def _copy_state(self) -> dict[str, Any]:
        ends = [array.copy() for array in self._result_arrays()]
        return {
            "saved": self.save(0), "seeds": self.seeds, "episode": int(self.episodes[0]), "luck": self._luck.getstate(),
            "ends": ends,
        }  # fmt: skip

    def _restore_state(self, kept: dict[str, Any]) -> None:
        self.seeds[:] = kept["seeds"]
        self.episodes = kept["episode"]
        self.load(0, kept["saved"])
        self._luck.setstate(kept["luck"])
        for array, value in zip(self._result_arrays(), kept["ends"], strict=True):
            array[:] = value

    def _has_ended(self) -> bool:
        return self._match.over or self._match.number >= self._max_decisions

    def _clear_result(self) -> None:
        self.rewards[:], self.done[:], self.truncated[:] = 0, False, False

    def _choose_option(self, action: int) -> ChosenOption:
        seat = self._match.acting()[0]
        return ChosenOption(self.game.hooks.describe_action(self.position(0).state, seat, action).id, action)

    def _write_observation(self) -> None:
        """Write what the seat that acts next sees and may do."""
        self._positions[0] = np.frombuffer(self._match.position(), np.uint8)
        seat = NO_SEAT if self._has_ended() else self._match.acting()[0]
        self._headers["seat"], self.to_move[0], self._masks[:] = seat, seat, False
        if seat != NO_SEAT:
            legal: Any = self.game.rules.legal(Position(self.game, self._positions[0]).state, seat)
            self._masks[0, self.action_space.places[legal]] = True
        self._observations[0] = self.observation_encoder.encode_position(self.position(0), max(seat, 0))
