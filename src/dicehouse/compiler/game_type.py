"""Give Numba the type of a game as an argument of compiled code.

A `Game` is one argument of every entry point: `game.legal(state, seat, actions)` is compiled for that game alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)

from ..records.record import dtype
from .rule_compiler import is_rule


class CompiledGame(Protocol):
    """List what the compiler asks of a game; `dicehouse.core.Game` has all of it."""

    @property
    def id(self) -> str:
        """Return the game's id, for names of files."""

    @property
    def rule_modules(self) -> tuple[str, ...]:
        """Return the names of the modules in which a rule is looked up, in order; the first also has the records."""

    @property
    def fingerprint(self) -> str:
        """Return a hash of all rules, constants and records that compiled code can reach."""


class GameType(types.Type):  # type: ignore[misc]  # numba ships no types
    """Stand for one game in one version of its rules."""

    def __init__(self, modules: tuple[str, ...], fingerprint: str) -> None:
        self.modules = modules
        self.fingerprint = fingerprint
        super().__init__(name=f"Game({', '.join(modules)})")

    @property
    def key(self) -> tuple[str, str]:
        """Return what tells this type from others.

        Symbols contain only the name, so that they stay the same from version to version.
        """
        return self.name, self.fingerprint


def game_type_of(game: CompiledGame) -> GameType:
    """Return the type of `game`: always the same object for the same modules and fingerprint."""
    return _cached_game_type(game.rule_modules, game.fingerprint)


@cache
def _cached_game_type(modules: tuple[str, ...], fingerprint: str) -> GameType:
    return GameType(modules, fingerprint)


register_model(GameType)(models.OpaqueModel)


@unbox(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _unbox(kind: Any, game: Any, context: Any) -> Any:
    return NativeValue(context.context.get_dummy_value())


def resolve_name(kind: GameType, name: str) -> Any:
    """Return the meaning of `game.name` in compiled code: the rule of that name in the first module that has one.

    STATE and OPTIONS are the types of the records. Raise AttributeError if no module has such a rule.
    """
    if name in ("STATE", "OPTIONS"):
        return dtype(getattr(importlib.import_module(kind.modules[0]), name.capitalize()))
    for namespace in _namespaces(kind):
        if is_rule(namespace.get(name)):
            return namespace[name]
    raise AttributeError(f"{kind.modules[0]} has no rule {name}")


def compiled_names(kind: GameType) -> Iterator[tuple[str, Any]]:
    """Yield the name and the meaning of all that compiled code can ask of a game: records, then rules by name."""
    found = {name for namespace in _namespaces(kind) for name, value in namespace.items() if is_rule(value)}
    yield from ((name, resolve_name(kind, name)) for name in ("STATE", "OPTIONS", *sorted(found)))


def _namespaces(kind: GameType) -> list[dict[str, Any]]:
    return [vars(importlib.import_module(name)) for name in kind.modules]


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]  # numba ships no types
    key = GameType

    def generic_resolve(self, kind: GameType, name: str) -> Any:
        return self.context.resolve_value_type(resolve_name(kind, name))


@lower_getattr_generic(GameType)  # type: ignore[untyped-decorator]  # numba ships no types
def _lower_attribute(context: Any, builder: Any, kind: GameType, value: Any, name: str) -> Any:
    return context.get_dummy_value()
