"""One interface to two ways of running the same rules: compiled, or interpreted on checked records.

The two give the same bytes. A table starts on whichever is ready, so nobody waits for a compiler.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from .actions import Actions
from .dice import Dice
from .entries import ACTIONS, DICE
from .game import Game
from .program import Tables, program
from .record import Bytes, dtype, strict
from .settings import Value


class Position:
    """A position: its bytes, and a checked view of them (shared memory)."""

    __slots__ = ("memory", "state")

    def __init__(self, game: Game, memory: Bytes | None = None) -> None:
        self.memory: Bytes = np.zeros(dtype(game.rules.State).itemsize, np.uint8) if memory is None else memory
        self.state: Any = strict(game.rules.State, self.memory)

    def tobytes(self) -> bytes:
        """The whole position; two positions are equal if these are."""
        return self.memory.tobytes()

    def restore(self, data: bytes) -> None:
        """Become the position with these bytes."""
        self.memory[:] = np.frombuffer(data, np.uint8)


class DiceBox:
    """A Dice record in memory of its own, made ready before each action.

    For games whose outcomes are measured, not drawn (`Game.engine`), it holds more: `text` is the option being played,
    `outcome` what came of it, as plain data: set beforehand when a match is replayed, else by the engine.
    """

    def __init__(self, written: bool = True) -> None:
        self.memory: Bytes = np.zeros(DICE.itemsize, np.uint8)
        self.dice = strict(Dice, self.memory)
        self.dice.written = written
        self.text = ""
        self.outcome: Mapping[str, Any] | None = None

    def clear(self) -> None:
        """Forget the last action's draws and events."""
        self.text, self.outcome = "", None
        d = self.dice
        d.taped = d.short = d.odd = d.revealed = False
        d.n_tape = d.tape_at = d.n_drawn = d.n_events = 0

    def draws(self) -> list[int]:
        """The results drawn by the last action, from 1."""
        d = self.dice
        return [d.drawn[i] for i in range(d.n_drawn)]

    def sides(self) -> list[int]:
        """How many results each of these draws could have had."""
        d = self.dice
        return [d.sides[i] for i in range(d.n_drawn)]

    def events(self) -> list[Any]:
        """The events told by the last action, as checked records (valid until the next action)."""
        d = self.dice
        return [d.events[i] for i in range(d.n_events)]


class Engine:
    """The rules of one game, run compiled or interpreted."""

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled
        self._rules: Any = game.hooks

    @cached_property
    def _program(self) -> Tables:
        return program(self.game)

    def deal(self, position: Position, players: int, settings: Mapping[str, Value], box: DiceBox) -> None:
        """Set up a new game in `position` (its bytes are cleared first)."""
        position.memory[:] = 0
        options: Bytes = np.zeros(dtype(self.game.rules.Options).itemsize, np.uint8)
        view = strict(self.game.rules.Options, options)
        self.game.fill(view, settings)
        if self.compiled:
            self._program.deal(self.game, position.memory, options, players, box.memory)
        else:
            self._rules.deal(position.state, view, players, box.dice)

    def acting(self, position: Position) -> tuple[int, ...]:
        """The seats that may act now, in order."""
        mask = self._program.acting(self.game, position.memory) if self.compiled else self._rules.acting(position.state)
        return tuple(seat for seat in range(self.game.players[1]) if mask >> seat & 1)

    def legal(self, position: Position, seat: int) -> list[int]:
        """The numbers of the actions that `seat` may choose, in the rules' order."""
        if self.compiled:
            actions: Bytes = np.empty(ACTIONS.itemsize, np.uint8)
            count = self._program.legal(self.game, position.memory, seat, actions)
            found: list[int] = actions.view(ACTIONS)["item"][0, :count].tolist()
            return found
        listed = strict(Actions, np.zeros(ACTIONS.itemsize, np.uint8))
        self._rules.legal(position.state, seat, listed)
        return [listed.item[i] for i in range(listed.count)]

    def apply(self, position: Position, seat: int, action: int, box: DiceBox) -> None:
        """Carry out a legal action in place."""
        if self.compiled:
            self._program.apply(self.game, position.memory, seat, action, box.memory)
        else:
            self._rules.apply(position.state, seat, action, box.dice)

    def over(self, position: Position) -> bool:
        """Whether the game has ended."""
        return bool(
            self._program.over(self.game, position.memory) if self.compiled else self._rules.over(position.state)
        )

    def scores(self, position: Position) -> list[float]:
        """Points by seat (with room for the most seats the game can have)."""
        out = np.zeros(self.game.players[1])
        self._program.scores(self.game, position.memory, out) if self.compiled else self._rules.scores(
            position.state, out
        )
        result: list[float] = out.tolist()
        return result

    def shares(self, position: Position) -> list[float]:
        """Each seat's share of the win; they sum to 1 when the game is over."""
        out = np.zeros(self.game.players[1])
        self._program.shares(self.game, position.memory, out) if self.compiled else self._rules.shares(
            position.state, out
        )
        result: list[float] = out.tolist()
        return result

    def redeal(self, position: Position, seat: int, box: DiceBox) -> None:
        """Draw anew, in place, all that `seat` can't know."""
        if self.compiled:
            self._program.redeal(self.game, position.memory, seat, box.memory)
        else:
            self._rules.redeal(position.state, seat, box.dice)


# --- which engine serves now


@cache
def _engine(game: Game, compiled: bool) -> Engine:
    if game.engine is None:
        return Engine(game, compiled)
    own: Engine = game.engine(game)
    return own


_ready: set[Game] = set()  # by the game, not its id: other rules under the same id have yet to be compiled


def engine_of(game: Game, compiled: bool | None = None) -> Engine:
    """The engine for `game`; by default compiled as soon as its compiled rules are loaded, interpreted until then."""
    return _engine(game, game in _ready if compiled is None else compiled)


def use_compiled(game: Game) -> None:
    """From now on `engine_of(game)` is the compiled one; a game with an engine of its own keeps that."""
    if game.engine is None:
        _ready.add(game)
