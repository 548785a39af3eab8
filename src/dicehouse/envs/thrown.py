"""One game whose throws are measured in simulated physics, with what a batch of one game has: slow, but the same.

What can be done is what is listed at a table: ready throws among it. A throw that is described freely is a text, not a
number: `throw` plays it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.bots.making import check, make
from dicehouse.bots.players import Bot
from dicehouse.errors import BadGame, BadMatch, BadSetting
from dicehouse.kit import Position, Seeded
from dicehouse.match import Match, Pick

from .asked import whole
from .batch import Batch, Floats, Seeds, Which, Whole
from .program import EVERYBODY, IN_TURN, NOBODY


class Thrown(Batch):
    """A batch of one game, played as a table plays it. `reset` deals, `step` plays one action by its place."""

    def reset(self, which: Which | None = None, *, seed: Seeds | None = None) -> None:
        """Begin the game again, with the same luck or that of a new seed; or the next one (`which` is the row)."""
        if which is not None and seed is not None:
            raise ValueError("A seed is for all games: leave out `which`, or the seed.")
        if which is None:
            if seed is not None:
                self.seeds = self.seeds_of(seed)
            self._heads["episode"] = -1
            self.scores[:], self.lengths[:] = 0, 0
            self._luck = random.Random(int(self.seeds[0]))
        elif not len(self._rows(which)):
            return
        self._clear_end()
        while True:
            self._heads["episode"] += 1
            self._deal()
            if not self._ended():
                break
        self._show()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action by its place, and let the bots play on. IndexError if it is not legal."""
        chosen = self._chosen(actions)
        place = int(chosen[0])
        if self._heads["seat"][0] == NOBODY:
            self._clear_end()
            return
        if not 0 <= place < self.actions or not self.masks[0, place]:
            raise IndexError(f"Action {place} of game 0 is not legal now; masks[0] says what is.")
        self._play_text(self._pick(int(self.space.numbers[place])))

    def throw(self, text: str) -> None:
        """Play what the seat that acts next says in the game's notation, a free throw too (`throw r1 p2 from ...`).
        The errors are those of `Match.play`.
        """
        self._play_text(text)

    def sample(self) -> Whole:
        """One of the listed actions, any of them equally likely."""
        legal = np.flatnonzero(self.masks[0])
        self._sampled[0] = self._luck.choice(legal.tolist()) if len(legal) else 0
        return self._sampled

    def save(self, row: int) -> bytes:
        """The game with its luck to come."""
        self._row(row)
        seed, episode = self._dealt
        kept = {
            "match": self._match.save(),
            "learner": int(self._heads["learner"][0]),
            "seed": seed,
            "episode": episode,
        }
        return self._seal.put(json.dumps(kept).encode())

    def load(self, row: int, data: bytes) -> None:
        """Go on with a game that `save` gave; no throw of it is measured again. Who plays which seat is as in `Batch`.
        ValueError if it is none.
        """
        self._row(row)
        read = self._seal.open(data)
        try:
            kept = json.loads(read)
            learner = self._learner_in(0, kept["learner"])
            dealt = (kept["seed"], kept["episode"])
            match, bots = Match.load(kept["match"]), self._seated(*dealt, learner)
        except (TypeError, KeyError, ValueError, BadMatch) as error:
            raise ValueError(f"A saved game of {self.game.name} is what `save` gave: {error}") from None
        if match.game is not self.game or match.players != self.players or match.settings != self._settings:
            raise ValueError("The saved game is another one, or has other players or settings.")
        self._match, self._bots, self._dealt = match, bots, dealt
        self._heads["learner"] = learner
        self._clear_end()
        if not self._ended():
            self._play_on()
            self._tell_end()
        self._show()

    def copy(self, sources: Which, targets: Which) -> None:
        """There is one game, so there is nowhere to copy it to; `save` and `load` do."""
        if len(self._rows(sources)) != len(self._rows(targets)):
            raise ValueError("Copy as many games as there are places for them.")

    def seen_by(self, seats: int | Which) -> Floats:
        """What a seat sees, whoever acts next."""
        asked = np.asarray(seats).reshape(-1)
        if asked.dtype.kind not in "iu" or len(asked) != 1:
            raise ValueError("Name one seat.")
        if not 0 <= int(asked[0]) < self.players:
            raise IndexError(f"Seats go from 0 to {self.players - 1}.")
        return self.sight.of(self.position(0), int(asked[0]))[None]

    # --- how it is made

    def _admit(self, n: int) -> None:
        if n != 1:
            raise BadGame(f"{self.game.name} measures its throws, so only one game is played at a time.")

    def _seat(self, against: Sequence[str], seat: int | None) -> None:
        names = self._named(against)
        for name in names:
            check(name, self.game, self.players)
        if seat is not None:
            whole("seat", seat, 0, self.players - 1)
            if not names:
                raise BadSetting("seat is the one that plays against bots: name them, or leave it out.")
        self.against = tuple(names)
        self._learner = EVERYBODY if not names else IN_TURN if seat is None else seat
        self._kinds, self._memos, self._luck = np.zeros(1, np.int64), [np.zeros(1)], random.Random(0)

    def _deal(self) -> None:
        seed, episode = int(self.seeds[0]), int(self.episodes[0])
        self._match = Match(self.game, self.players, self._settings, Seeded(f"{seed}|{episode}"))
        learner = episode % self.players if self._learner == IN_TURN else self._learner
        self._heads["learner"] = learner
        self._bots, self._dealt = self._seated(seed, episode, learner), (seed, episode)
        self._play_on()

    def _seated(self, seed: int, episode: int, learner: int) -> dict[int, Bot]:
        """Who plays which seat; the first bot sits next to the learner, clockwise."""
        return {
            (learner + 1 + place) % self.players: make(name, self.game, f"{seed}|{episode}|{place}")
            for place, name in enumerate(self.against)
        }

    def _play_text(self, text: str) -> None:
        self._clear_end()
        self._match.play(self._match.acting()[0], text)
        self._play_on()
        self._tell_end()
        self._show()

    def _tell_end(self) -> None:
        if self._ended():
            self.done[0], self.truncated[0] = True, not self._match.over
            self.scores[0], self.lengths[0] = self._match.scores(), self._match.number
            if self._match.over:
                self.rewards[0] = self._match.shares()

    def _play_on(self) -> None:
        while not self._ended() and (seat := self._match.acting()[0]) in self._bots:
            self._match.play(seat, self._bots[seat].choose(self._match.without_dice(), seat))

    def _kept(self) -> dict[str, Any]:
        ends = [array.copy() for array in self._ends()]
        return {
            "saved": self.save(0), "seeds": self.seeds, "episode": int(self.episodes[0]), "luck": self._luck.getstate(),
            "ends": ends,
        }  # fmt: skip

    def _take(self, kept: dict[str, Any]) -> None:
        self.seeds = kept["seeds"].copy()
        self.episodes = kept["episode"]
        self.load(0, kept["saved"])
        self._luck.setstate(kept["luck"])
        for array, value in zip(self._ends(), kept["ends"], strict=True):
            array[:] = value

    def _ended(self) -> bool:
        return self._match.over or self._match.number >= self._most

    def _clear_end(self) -> None:
        self.rewards[:], self.done[:], self.truncated[:] = 0, False, False

    def _pick(self, action: int) -> Pick:
        seat = self._match.acting()[0]
        return Pick(self.game.hooks.describe(self.position(0).state, seat, action).id, action)

    def _show(self) -> None:
        """Write what the seat that acts next sees and may do."""
        self._positions[0] = np.frombuffer(self._match.position(), np.uint8)
        seat = NOBODY if self._ended() else self._match.acting()[0]
        self._heads["seat"], self.to_move[0], self._legal[:] = seat, seat, False
        if seat != NOBODY:
            legal: Any = self.game.rules.legal(Position(self.game, self._positions[0]).state, seat)
            self._legal[0, self.space.places[legal]] = True
        self._seen[0] = self.sight.of(self.position(0), max(seat, 0))
