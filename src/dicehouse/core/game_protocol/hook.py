"""Describe hooks: the names that a game may define.

The class of a group lists its hooks. Above each function of it stands what a game without that name gets: `required`,
`default` (the function itself is the default) or `optional` (the hook is None). `constant` and `record_class` describe
names that are no functions. `read_hooks` makes rows of all of them, which `dicehouse check` and the docs use.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ...compiler.rule_compiler import is_rule

F = TypeVar("F", bound=Callable[..., Any])
Marked = TypeVar("Marked")
View = Mapping[str, Any]


@dataclass(frozen=True)
class Hook:
    """Hold what is known about one hook."""

    name: str
    group: str
    purpose: str
    kind: str  # "function", "rule" (a function that carries @rules), "record" or "constant"
    needed: bool
    without: str  # the effect of leaving it out
    default: Any
    takes: tuple[str, ...] = ()
    returns: str = ""
    own_engine: bool = False  # only games with an engine of their own have it

    @property
    def call(self) -> str:
        """Return the name with its arguments, as code."""
        return self.name if self.kind in ("record", "constant") else f"{self.name}({', '.join(self.takes)})"


@dataclass(frozen=True)
class HookSpec:
    """Hold what the class of a group says about a hook, until `read_hooks` reads it."""

    kind: str = ""
    needed: bool = False
    without: str = ""
    purpose: str = ""
    default: Any = None
    own_engine: bool = False


_specs: dict[Any, HookSpec] = {}  # by function


def required(function: F) -> F:
    """Mark a hook that every game defines."""
    _specs[function] = HookSpec(needed=True)
    return function


def default(without: str) -> Callable[[F], F]:
    """Mark a hook that a game may leave out, with the effect: the marked function is then called."""

    def mark(function: F) -> F:
        _specs[function] = HookSpec(without=without, default=function)
        return function

    return mark


def optional(without: str) -> Callable[[F], F | None]:
    """Mark a hook that a game may leave out, with the effect: the hook is None then, and callers do without it."""

    def mark(function: F) -> F | None:
        _specs[function] = HookSpec(without=without)
        return function

    return mark


def own_engine(function: Marked) -> Marked:
    """Mark a hook that only games with an engine of their own have; it stands above the other mark."""
    _specs[function] = replace(_specs[function], own_engine=True)
    return function


def constant(purpose: str, value: Any, without: str) -> Any:
    """Describe a constant: its purpose, its default, and the effect of leaving it out."""
    return HookSpec("constant", without=without, purpose=purpose, default=value)


def record_class(purpose: str) -> Any:
    """Describe a record that every game defines."""
    return HookSpec("record", needed=True, purpose=purpose)


def read_hooks(group: str, listed: type) -> Iterator[Hook]:
    """Yield every hook that the class of a group lists, in its order."""
    for name, value in vars(listed).items():
        if isinstance(value, HookSpec):
            yield Hook(name, group, value.purpose, value.kind, value.needed, value.without, value.default)
        elif isinstance(value, staticmethod):
            yield _read_function(name, group, value.__func__)


def _read_function(name: str, group: str, function: Callable[..., Any]) -> Hook:
    spec, signature = _specs[function], inspect.signature(function)
    takes = tuple(p.name for p in signature.parameters.values() if p.default is p.empty)
    return Hook(
        name,
        group,
        " ".join((function.__doc__ or "").split()),
        "rule" if is_rule(function) else "function",
        spec.needed,
        spec.without,
        spec.default,
        tuple(f"**{each}" if each == "position" else each for each in takes),
        str(signature.return_annotation),
        spec.own_engine,
    )
