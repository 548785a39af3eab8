"""Play with a bot that sees what its seat may know, and chooses one of its options."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from dicehouse.core import Game, Seeded, strict
from dicehouse.core.action_list import Actions
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.entry_points import ACTIONS_DTYPE, MAX_SEATS, match_program
from dicehouse.match.match import ChosenOption, Match
from dicehouse.records.record import Bytes, strict_batch
from dicehouse.search.bot_decisions import choose_action

from .named_opponents import policy_code, policy_level, uses_policy_memo

PendingChoice = Callable[[float], str]  # computes the option, given the fraction of the bot's time that it may use


class Bot(Protocol):
    """Choose one option at a time."""

    name: str

    def choose(self, match: Match, seat: int) -> str:
        """Return the id of one of the options that `seat` has now."""


class PolicyBot:
    """Play by one policy; a bot may play several matches of any game, one after another."""

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        self.name = name
        self._seed = secrets.token_hex(16) if seed is None else Seeded(seed).seed
        self._dice_box = DiceBox(written=False)
        self._memos: dict[object, Any] = {}

    def choose(self, match: Match, seat: int) -> str:
        """Return the id of one of the options that `seat` has now."""
        return self.consider(match, seat)(1.0)

    def consider(self, match: Match, seat: int) -> PendingChoice:
        """Copy everything that a decision needs and return a function that makes it, even if the match continues
        meanwhile.

        The decision starts from a copy of the position in which everything hidden from the seat is resampled, with dice
        that depend only on the bot's seed and the number of the position.
        """
        game = match.game
        if game.engine is not None:
            return self._prepare_physics_choice(match, seat)
        here, decided = (
            Position(game, np.frombuffer(match.position(), np.uint8).copy()),
            self._prepare_policy_choice(match, seat),
        )

        def think(part: float) -> str:
            action = decided()
            return ChosenOption(game.hooks.describe_action(here.state, seat, action).id, action)

        return think

    def _prepare_policy_choice(self, match: Match, seat: int) -> Callable[[], int]:
        """Copy everything that a decision by the policy needs and return a function that computes the action."""
        game, actual, number = match.game, match.position(), match.number
        kind = policy_code(self.name, game, f"{self._seed}|{seat}")
        size = len(actual)
        work: Bytes = np.zeros(2 * size, np.uint8)
        work[:size] = np.frombuffer(actual, np.uint8)
        memo, scores = self._policy_memo(match, work[:size]), np.zeros(MAX_SEATS)

        def decided() -> int:
            self._prepare_dice(seat, number)
            if engine_of(game).compiled:
                return int(
                    match_program(game).choose_action(game, work, seat, kind, memo(), scores, self._dice_box.memory)
                )
            return self._decide_interpreted(game, work, seat, kind, memo(), scores)

        return decided

    def _prepare_dice(self, seat: int, number: int) -> None:
        """Set up the dice for thinking at one position."""
        self._dice_box.clear()
        Seeded(hashlib.sha256(f"{self._seed}|{seat}".encode()).hexdigest()).prepare(self._dice_box.dice, number)

    def _prepare_physics_choice(self, match: Match, seat: int) -> PendingChoice:
        """Let the game's own players choose in games with an engine of their own, which have nothing compiled or
        hidden.
        """
        game = match.game
        state, luck = self._copy_position(match, seat)
        return lambda part: game.hooks.choose(state, seat, policy_level(game, self.name), luck)

    def _copy_position(self, match: Match, seat: int) -> tuple[Any, random.Random]:
        """Return a copy of a position in which nothing is hidden, and this player's random generator for it."""
        state = Position(match.game, np.frombuffer(match.position(), np.uint8).copy()).state
        return state, random.Random(f"{self._seed}|{seat}|{match.number}")

    def _policy_memo(self, match: Match, memory: Bytes) -> Callable[[], Any]:
        """Return a function for the policy memo of this match, for this bot alone, because the bot writes into it.

        The first call takes long, so it is made while the bot thinks, not while the position is copied.
        """
        game, dealt = match.game, memory.copy()
        key = game.id, match.players, tuple(match.settings.items())

        def found() -> Any:
            if key not in self._memos:
                memo = np.zeros(game.hooks.MEMO)
                if uses_policy_memo(self.name):
                    game.hooks.prepare(strict(game.rules.State, dealt), memo)
                self._memos = {key: memo}
            return self._memos[key]

        return found

    def _decide_interpreted(self, game: Game, work: Bytes, seat: int, kind: int, memo: Any, scores: Any) -> int:
        """Decide with interpreted code, as long as nothing is compiled."""
        states = strict_batch(game.rules.State, work)
        actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
        game.hooks.resample_hidden(states[0], seat, self._dice_box.dice)
        notes = memo.tolist()  # lists are read much faster than arrays
        action = choose_action(game.hooks, states, seat, kind, actions, notes, scores, self._dice_box.dice)
        memo[:] = notes
        return int(action)
