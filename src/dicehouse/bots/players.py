"""A bot at a table: it sees what its seat may know, and names one of its options."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from dicehouse.kit import DiceBox, Game, Position, Seeded, engine_of, strict
from dicehouse.kit.actions import Actions
from dicehouse.kit.entries import ACTIONS, MOST_SEATS
from dicehouse.kit.program import program
from dicehouse.kit.record import Bytes, strict_batch
from dicehouse.kit.thinking import decide
from dicehouse.match import Match, Pick

from .minds import is_thoughtful, kind_of, plain_level

Thought = Callable[[float], str]  # what a bot works out, given the part of its time that it may take


class Bot(Protocol):
    """A player that chooses one option at a time."""

    name: str

    def choose(self, match: Match, seat: int) -> str:
        """The id of one of the options that `seat` has now."""


class Player:
    """A bot of one kind; it may sit at several tables one after the other, of any game."""

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        self.name = name
        self._seed = secrets.token_hex(16) if seed is None else Seeded(seed).seed
        self._box = DiceBox(written=False)
        self._memos: dict[object, Any] = {}

    def choose(self, match: Match, seat: int) -> str:
        """The id of one of the options that `seat` has now."""
        return self.consider(match, seat)(1.0)

    def consider(self, match: Match, seat: int) -> Thought:
        """Take in all that a decision needs; what comes back works it out, whatever becomes of the match meanwhile.

        Thinking starts from a copy of the position in which all that the seat can't know is dealt anew, with dice
        that come from the bot's seed and the position's number alone.
        """
        game = match.game
        if game.engine is not None:
            return self._measure(match, seat)
        here, decided = Position(game, np.frombuffer(match.position(), np.uint8).copy()), self._plain(match, seat)

        def think(part: float) -> str:
            action = decided()
            return Pick(game.hooks.describe(here.state, seat, action).id, action)

        return think

    def _plain(self, match: Match, seat: int) -> Callable[[], int]:
        """Take in what a plain decision needs; what comes back works out the action, and describes none."""
        game, actual, number = match.game, match.position(), match.number
        kind = kind_of(self.name, game, f"{self._seed}|{seat}")
        size = len(actual)
        work: Bytes = np.zeros(2 * size, np.uint8)
        work[:size] = np.frombuffer(actual, np.uint8)
        memo, scores = self._memo(match, work[:size]), np.zeros(MOST_SEATS)

        def decided() -> int:
            self._shuffle(seat, number)
            if engine_of(game).compiled:
                return int(program(game).think(game, work, seat, kind, memo(), scores, self._box.memory))
            return self._ponder(game, work, seat, kind, memo(), scores)

        return decided

    def _shuffle(self, seat: int, number: int) -> None:
        """Dice to think with, at one position."""
        self._box.clear()
        Seeded(hashlib.sha256(f"{self._seed}|{seat}".encode()).hexdigest()).prepare(self._box.dice, number)

    def _measure(self, match: Match, seat: int) -> Thought:
        """In games with an engine of their own the game's own players choose; nothing is compiled, nothing hidden."""
        game = match.game
        state, luck = self._at_hand(match, seat)
        return lambda part: game.hooks.choose(state, seat, plain_level(game, self.name), luck)

    def _at_hand(self, match: Match, seat: int) -> tuple[Any, random.Random]:
        """A copy of a position in which nothing is hidden, and a player's whim, which is no secret."""
        state = Position(match.game, np.frombuffer(match.position(), np.uint8).copy()).state
        return state, random.Random(f"{self._seed}|{seat}|{match.number}")

    def _memo(self, match: Match, memory: Bytes) -> Callable[[], Any]:
        """What the game works out for such a table, for this bot alone: it writes notes into it. That takes long the
        first time, so it is for who thinks, not for who takes in.
        """
        game, dealt = match.game, memory.copy()
        key = game.id, match.players, tuple(match.settings.items())

        def found() -> Any:
            if key not in self._memos:
                memo = np.zeros(game.hooks.MEMO)
                if is_thoughtful(self.name):
                    game.hooks.prepare(strict(game.rules.State, dealt), memo)
                self._memos = {key: memo}
            return self._memos[key]

        return found

    def _ponder(self, game: Game, work: Bytes, seat: int, kind: int, memo: Any, scores: Any) -> int:
        """`think`, interpreted, as long as nothing is compiled."""
        states = strict_batch(game.rules.State, work)
        actions = strict(Actions, np.zeros(ACTIONS.itemsize, np.uint8))
        game.hooks.redeal(states[0], seat, self._box.dice)
        notes = memo.tolist()  # lists are read much faster than arrays
        action = decide(game.hooks, states, seat, kind, actions, notes, scores, self._box.dice)
        memo[:] = notes
        return int(action)
