"""A game as one value: who may play it, its settings, its rules, and how it speaks to people.

The same value is an argument of compiled code: `game.legal(state, seat, actions)` is then specialised for that game.
Its Numba type is named by the rules module and a fingerprint of all rules that it can reach.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from ..errors import BadSetting
from .compiling import is_rule
from .hooks import BY_NAME, PARTS, Hooks
from .record import dtype
from .settings import Mode, Setting, Value, complete, people, short
from .telling import Option, Prompt, Reaction, Told

__all__ = ["Game", "GameType", "Option", "Prompt", "Reaction", "Told", "find_name"]


def _all_go_together(players: int, settings: Mapping[str, Value]) -> None:
    """The `check` of a game whose settings go together whatever they are."""


@dataclass(frozen=True)
class Game:
    """One game: the modules of its folder behind one face.

    `rules` holds the records and the compiled functions; what `options`, `view`, `words` and `hints` may define is
    listed in `kit.hooks`, and `hooks` has all of it. `check` says which settings don't go with which number of players,
    `usual` how many play when nobody says it. `engine` makes the `Engine` of a game whose rules are not compiled: one
    that measures, in a simulated world, what others draw from dice.
    """

    id: str
    name: str
    tagline: str
    players: tuple[int, int]
    minutes: int
    rules: ModuleType
    options: ModuleType
    view: ModuleType
    words: ModuleType
    hints: ModuleType | None = None
    settings: tuple[Setting, ...] = ()
    modes: tuple[Mode, ...] = (Mode("standard", "Standard", "The rules as written."),)
    check: Callable[[int, Mapping[str, Value]], None] = _all_go_together
    usual: int = 0  # how many usually play; the fewest if not given
    unit: tuple[str, str] = ("point", "points")  # what a score counts: one of it, and several
    version: str = "1"
    engine: Callable[[Game], Any] | None = None

    def __post_init__(self) -> None:
        if self.usual == 0:
            object.__setattr__(self, "usual", self.players[0])

    @cached_property
    def hooks(self) -> Hooks:
        """All names that a game may define: this one's own, and for those it leaves out what the kit has instead."""
        return Hooks({part: getattr(self, part) for part in PARTS})

    def complete(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All settings, checked one by one, with defaults for those not given."""
        return complete(self.settings, given)

    def agree(self, players: int, given: Mapping[str, object]) -> dict[str, Value]:
        """All settings for so many players; BadSetting if these don't go together."""
        low, high = self.players
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            raise BadSetting(f"{self.name} is for {low} to {high} players, not {short(players)}.")
        settings = self.complete(given)
        self.check(players, settings)
        return settings

    def span(self, mode: Mode | None = None) -> tuple[int, int]:
        """The fewest and the most who can play, in a mode or at all."""
        return self.players if mode is None or mode.players is None else mode.players

    def seated(self, mode: Mode | None = None, players: int | None = None) -> int:
        """How many play in a mode: as many as are asked for, else as near to the usual number as the mode allows.

        BadSetting if the mode is for other numbers.
        """
        low, high = self.span(mode)
        if players is None:
            return min(max(self.usual, low), high)
        if mode is not None and mode.players is not None and not low <= players <= high:
            raise BadSetting(f"{mode.name} is for {people(low, high)}, not {players}.")
        return players

    def counted(self, score: int) -> str:
        """A score with what it counts."""
        return f"{score:,} {self.unit[score != 1]}"

    def fill(self, options: Any, settings: Mapping[str, Value]) -> None:
        """Write settings into the game's Options record."""
        for setting in self.settings:
            setattr(options, setting.key, setting.code(settings[setting.key]))

    @property
    def reacts(self) -> bool:
        """Whether a seat can be asked for a reply out of turn."""
        return "reaction" in self.hooks.own

    @property
    def readme(self) -> Path:
        """The rules for players: README.md in the game's folder, beside its rules. The file may be missing."""
        home = Path(str(self.rules.__file__)).parent
        return (home.parent if hasattr(self.rules, "__path__") else home) / "README.md"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of every rule, constant and record that the game's compiled code can reach."""
        return _Fingerprint().of(*(module for module in (self.rules, self.hints) if module))

    def __hash__(self) -> int:
        return hash(self.id)


class _Fingerprint:
    """Walks compiled functions through the names they use."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._seen: set[int] = set()

    def of(self, *modules: ModuleType) -> str:
        for module in modules:
            for name, value in sorted(vars(module).items()):
                if is_rule(value):
                    self._add(name, value)
        return self._digest.hexdigest()[:16]

    def _add(self, name: str, value: Any) -> None:
        if is_rule(value):
            self._text(f"{name} is {value.__module__}.{value.__qualname__}")
            if id(value) not in self._seen:
                self._seen.add(id(value))
                self._function(value)
        elif isinstance(value, ModuleType):
            self._text(f"{name} is module {value.__name__}")
        elif isinstance(value, type) and hasattr(value, "dtype"):
            self._text(f"{name} is record {np.dtype(value.dtype).descr}")
        elif isinstance(value, type) and hasattr(value, "__members__"):
            self._text(f"{name} is {sorted((k, int(v)) for k, v in value.__members__.items())}")
        elif isinstance(value, np.dtype):
            self._text(f"{name} is {value.descr}")
        elif isinstance(value, np.ndarray):
            self._text(f"{name} is {value.dtype.str} {value.shape} {value.tobytes().hex()}")
        else:
            constant = isinstance(value, (int, float, str, tuple)) or hasattr(type(value), "_is_rule_constant")
            self._text(f"{name} is {value!r}" if constant else name)

    def _function(self, function: Callable[..., Any]) -> None:
        self._code(function.__code__, function.__globals__)
        self._text(repr(function.__defaults__))

    def _code(self, code: CodeType, names: dict[str, Any]) -> None:
        self._digest.update(code.co_code)
        for const in code.co_consts:
            if isinstance(const, CodeType):
                self._code(const, names)
            else:
                self._text(repr(const))
        self._text(repr((code.co_names, code.co_varnames, code.co_freevars)))
        for name in code.co_names:
            if name in names:
                self._add(name, names[name])

    def _text(self, text: str) -> None:
        self._digest.update(text.encode() + b"\0")


# --- the game as an argument of compiled code


class GameType(types.Type):  # type: ignore[misc]  # numba ships no types
    """Numba's type of one game in one version of its rules."""

    def __init__(self, rules: str, hints: str, fingerprint: str) -> None:
        self.modules = (rules, hints)
        super().__init__(name=f"Game({rules}, {fingerprint})")


@typeof_impl.register(Game)  # type: ignore[untyped-decorator]  # numba ships no types
def _typeof(game: Game, context: Any) -> GameType:
    return _game_type(game.rules.__name__, game.hints.__name__ if game.hints else "", game.fingerprint)


@cache
def _game_type(rules: str, hints: str, fingerprint: str) -> GameType:
    return GameType(rules, hints, fingerprint)


register_model(GameType)(models.OpaqueModel)


@unbox(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _unbox(kind: Any, game: Any, context: Any) -> Any:
    return NativeValue(context.context.get_dummy_value())


def find_name(kind: GameType, name: str) -> Any:
    """What `game.name` means in compiled code: a name of the rules, else of the hints, else the kit's own rule of that
    name; STATE, OPTIONS are the records' types.
    """
    if name in ("STATE", "OPTIONS"):
        return dtype(getattr(importlib.import_module(kind.modules[0]), name.capitalize()))
    for module in map(importlib.import_module, filter(None, kind.modules)):
        if name in vars(module):
            return vars(module)[name]
    if name in BY_NAME and is_rule(BY_NAME[name].default):
        return BY_NAME[name].default
    raise AttributeError(f"{kind.modules[0]} has no {name}")


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]  # numba ships no types
    key = GameType

    def generic_resolve(self, kind: GameType, name: str) -> Any:
        return self.context.resolve_value_type(find_name(kind, name))


@lower_getattr_generic(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _lower(context: Any, builder: Any, kind: GameType, value: Any, name: str) -> Any:
    found = find_name(kind, name)
    target = context.typing_context.resolve_value_type(found)
    if isinstance(target, (types.Dispatcher, types.DType)):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, target, found)
