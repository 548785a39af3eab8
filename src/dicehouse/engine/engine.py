"""Run the same rules in two ways: compiled, or interpreted on checked records.

The two give the same bytes. A table starts with whichever is ready, so nobody waits for a compiler.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from itertools import islice
from threading import local
from typing import Any

import numpy as np

from ..compiler.program import require_programs
from ..core.action_list import Actions
from ..core.dice import Dice
from ..core.game import Game
from ..core.settings import SettingValue
from ..old_names import old_attribute
from ..records.record import Bytes, dtype, strict
from .entry_points import ACTIONS_DTYPE, DICE_DTYPE, MatchProgram, match_program
from .position import Position

_DICE_FIELDS: Mapping[str, Any] = DICE_DTYPE.fields or {}
# The bytes of a Dice record from `taped` to `n_events`, which say what was drawn and what happened.
_CLEARED = slice(_DICE_FIELDS["taped"][1], _DICE_FIELDS["tape"][1])


class DiceBox:
    """Hold a Dice record in its own memory, cleared before each action.

    For games whose outcomes are measured, not drawn (`Game.engine`), it holds more: `text` is the option being played,
    `outcome` the result of the measurement as plain data. A replayed match sets `outcome` beforehand; otherwise the
    engine sets it.
    """

    def __init__(self, written: bool = True) -> None:
        self.memory: Bytes = np.zeros(DICE_DTYPE.itemsize, np.uint8)
        self.dice = strict(Dice, self.memory)
        self.dice.written = written
        self.text = ""
        self.outcome: Mapping[str, Any] | None = None

    def clear(self) -> None:
        """Forget the latest action's draws and events."""
        self.text, self.outcome = "", None
        self.memory[_CLEARED] = 0

    def draws(self) -> list[int]:
        """Return the results drawn by the latest action, from 1."""
        d = self.dice
        return list(islice(d.drawn, d.n_drawn))

    def sides(self) -> list[int]:
        """Return for each of these draws the number of possible results."""
        d = self.dice
        return list(islice(d.sides, d.n_drawn))

    def events(self) -> list[Any]:
        """Return the events of the latest action as checked records (valid until the next action)."""
        d = self.dice
        return [d.events[i] for i in range(d.n_events)]


class _Listed(local):
    """Hold a list of actions for compiled rules to write: one for each thread, because it is large."""

    def __init__(self) -> None:
        self.memory: Bytes = np.empty(ACTIONS_DTYPE.itemsize, np.uint8)
        self.items = self.memory.view(ACTIONS_DTYPE)["item"][0]


_listed = _Listed()
OLD_METHODS = {"redeal": "resample_hidden", "scores": "points", "shares": "returns"}


@lru_cache(maxsize=1024)
def _seats_of_mask(mask: int, n_seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(n_seats) if mask >> seat & 1)


class Engine:
    """Run the rules of one game, compiled or interpreted."""

    def __init_subclass__(cls) -> None:
        """Let an engine override a method by the name it had in the version before, with a DeprecationWarning."""
        super().__init_subclass__()
        for old, new in OLD_METHODS.items():
            if old in vars(cls) and new not in vars(cls):
                said = f"{cls.__name__}.{old} is now called {new}; the old name works for one version."
                warnings.warn(said, DeprecationWarning, stacklevel=2)
                setattr(cls, new, vars(cls)[old])

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled
        self._rules: Any = game.hooks

    @cached_property
    def _program(self) -> MatchProgram:
        return match_program(self.game)

    def deal(self, position: Position, players: int, settings: Mapping[str, SettingValue], box: DiceBox) -> None:
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
        """Return the seats that may act now, in order."""
        mask = self._program.acting(self.game, position.memory) if self.compiled else self._rules.acting(position.state)
        return _seats_of_mask(mask, self.game.players[1])

    def legal(self, position: Position, seat: int) -> list[int]:
        """Return the numbers of the actions that `seat` may choose, in the rules' order."""
        if self.compiled:
            listed = _listed
            count = self._program.legal(self.game, position.memory, seat, listed.memory)
            found: list[int] = listed.items[:count].tolist()
            return found
        actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
        self._rules.legal(position.state, seat, actions)
        return [actions.item[i] for i in range(actions.count)]

    def apply(self, position: Position, seat: int, action: int, box: DiceBox) -> None:
        """Carry out a legal action in place."""
        if self.compiled:
            self._program.apply(self.game, position.memory, seat, action, box.memory)
        else:
            self._rules.apply(position.state, seat, action, box.dice)

    def over(self, position: Position) -> bool:
        """Return True if the game has ended."""
        return bool(
            self._program.over(self.game, position.memory) if self.compiled else self._rules.over(position.state)
        )

    def points(self, position: Position) -> list[float]:
        """Return the points by seat, with a place for each seat that the game can have."""
        out = np.zeros(self.game.players[1])
        self._program.points(self.game, position.memory, out) if self.compiled else self._rules.points(
            position.state, out
        )
        result: list[float] = out.tolist()
        return result

    def returns(self, position: Position) -> list[float]:
        """Return each seat's part of the win; the parts sum to 1 when the game is over."""
        out = np.zeros(self.game.players[1])
        self._program.returns(self.game, position.memory, out) if self.compiled else self._rules.returns(
            position.state, out
        )
        result: list[float] = out.tolist()
        return result

    def resample_hidden(self, position: Position, seat: int, box: DiceBox) -> None:
        """Resample in place all that `seat` can't know."""
        if self.compiled:
            self._program.resample_hidden(self.game, position.memory, seat, box.memory)
        else:
            self._rules.resample_hidden(position.state, seat, box.dice)

    scores = old_attribute("points")
    shares = old_attribute("returns")
    redeal = old_attribute("resample_hidden")


# --- the engine in use


@cache
def _engine(game: Game, compiled: bool) -> Engine:
    if game.engine is None:
        return Engine(game, compiled)
    own: Engine = game.engine(game)
    return own


_compiled_games: set[Game] = set()  # by game, not by id: other rules under the same id are not compiled yet


def engine_of(game: Game, compiled: bool | None = None) -> Engine:
    """Return the engine of `game`.

    By default it is the compiled one as soon as the compiled rules are loaded, and the interpreted one until then.
    """
    return _engine(game, game in _compiled_games if compiled is None else compiled)


def use_compiled(game: Game) -> None:
    """Make `engine_of(game)` return the compiled engine from now on, unless the game has an engine of its own.

    Raise CannotCompile if this process compiles nothing.
    """
    if game.engine is None:
        require_programs()
        _compiled_games.add(game)
