"""The game as an argument of compiled code.

A `Game` is one argument of every entry point: `game.legal(state, seat, actions)` is then specialised for that game.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any

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

from .compiling import is_rule
from .game import Game
from .hooks import BY_NAME
from .record import dtype


class GameType(types.Type):  # type: ignore[misc]  # numba ships no types
    """Numba's type of one game in one version of its rules."""

    def __init__(self, rules: str, hints: str, fingerprint: str) -> None:
        self.modules = (rules, hints)
        self.fingerprint = fingerprint
        super().__init__(name=f"Game({rules}, {hints})")

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others; the name alone goes into symbols, which stay the same from version to version."""
        return self.name, self.fingerprint


@typeof_impl.register(Game)  # type: ignore[untyped-decorator]  # numba ships no types
def type_of(game: Game, context: Any = None) -> GameType:
    """The type of a game."""
    return _game_type(game.rules.__name__, game.hints.__name__ if game.hints else "", game.fingerprint)


@cache
def _game_type(rules: str, hints: str, fingerprint: str) -> GameType:
    return GameType(rules, hints, fingerprint)


register_model(GameType)(models.OpaqueModel)


@unbox(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _unbox(kind: Any, game: Any, context: Any) -> Any:
    return NativeValue(context.context.get_dummy_value())


def find_name(kind: GameType, name: str) -> Any:
    """What `game.name` means in compiled code: a rule of the rules, else of the hints, else the kit's own of that name;
    STATE, OPTIONS are the records' types.
    """
    if name in ("STATE", "OPTIONS"):
        return dtype(getattr(importlib.import_module(kind.modules[0]), name.capitalize()))
    for module in _modules(kind):
        if is_rule(module.get(name)):
            return module[name]
    if name in BY_NAME and is_rule(BY_NAME[name].default):
        return BY_NAME[name].default
    raise AttributeError(f"{kind.modules[0]} has no rule {name}")


def names(kind: GameType) -> Iterator[tuple[str, Any]]:
    """All that compiled code can ask of a game."""
    yield from ((name, find_name(kind, name)) for name in ("STATE", "OPTIONS"))
    told = {name for module in _modules(kind) for name, value in module.items() if is_rule(value)}
    unsaid = {name for name, hook in BY_NAME.items() if is_rule(hook.default)}
    yield from ((name, find_name(kind, name)) for name in sorted(told | unsaid))


def _modules(kind: GameType) -> list[dict[str, Any]]:
    return [vars(importlib.import_module(name)) for name in kind.modules if name]


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]  # numba ships no types
    key = GameType

    def generic_resolve(self, kind: GameType, name: str) -> Any:
        return self.context.resolve_value_type(find_name(kind, name))


@lower_getattr_generic(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _lower(context: Any, builder: Any, kind: GameType, value: Any, name: str) -> Any:
    return context.get_dummy_value()
