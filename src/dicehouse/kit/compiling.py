"""`@rules`: plain Python that compiled code can call.

A rule is an ordinary function, and Python calls it as one. Numba translates it when other compiled code calls it: once
for all sizes of integers, without memory management and without an address of its own, for a rule is only ever called
by compiled code. `linking.py` makes machine code of all rules of a game together, and `keeping.py` keeps it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Protocol, TypeGuard, TypeVar

from numba import njit, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.funcdesc import default_mangler

from .linking import EntryLibrary, RuleLibrary
from .memory import local_array, local_record
from .translating import calls_remembered, passes

__all__ = [
    "OPTIONS",
    "EntryCompiler",
    "Rule",
    "entry",
    "is_rule",
    "local_array",
    "local_record",
    "looked_up_in",
    "rules",
]

F = TypeVar("F", bound=Callable[..., Any])

# Bounds checks stay on: they cost next to nothing, and an index out of range must never corrupt a position.
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "error_model": "numpy", "_nrt": False}


class Rule(Protocol):
    """A function marked as a rule."""

    identity: str  # the same in every process, and no other rule's
    dispatcher: Any
    __call__: Callable[..., Any]


_identities: dict[str, int] = {}


def rules(function: F) -> F:
    """Mark a function of the rules: plain Python where Python calls it, compiled where compiled code does."""
    dispatcher = njit(pipeline_class=RuleCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
    dispatcher.get_call_template = _WideCalls(dispatcher)
    _mark(function, dispatcher)
    return function


def _mark(rule: Any, dispatcher: Any) -> None:
    rule.identity = _identity(rule)
    rule.dispatcher = dispatcher  # the type below holds it only weakly
    rule._numba_type_ = types.Dispatcher(dispatcher)  # where Numba looks for the type of any object
    dispatcher.compile = _Translator(rule, dispatcher)


def _identity(function: Callable[..., Any]) -> str:
    name = f"{function.__module__}.{function.__qualname__}"
    _identities[name] = number = _identities.get(name, 0) + 1
    return name if number == 1 else f"{name}~{number}"


def is_rule(value: object) -> TypeGuard[Rule]:
    """Whether compiled code may call this."""
    return isinstance(value, FunctionType) and hasattr(value, "_numba_type_")


def entry(function: F) -> F:
    """Mark a function that compiled code offers to Python: a rule that keeps Numba's wrapper for such calls."""
    _mark(function, njit(pipeline_class=RuleCompiler, no_cfunc_wrapper=True, **OPTIONS)(function))
    return function


class _WideCalls:
    """Compiles a rule once for all sizes of integers, and for arguments given or left out: a seat read from an 8-bit
    field, a constant and a default are the same argument.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._fold = dispatcher.fold_argument_types
        self._get_call_template = dispatcher.get_call_template

    def __call__(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        signature, folded = self._fold(args, kws)
        template, _, args, kws = self._get_call_template(tuple(map(_wide, folded)), {})
        return template, signature, args, kws


def _wide(kind: Any) -> Any:
    if isinstance(kind, types.Omitted):
        return types.float64 if isinstance(kind.value, float) else types.int64
    return types.int64 if isinstance(kind, (types.Integer, types.Boolean, types.IntEnumMember)) else kind


# --- where translated rules come from


class Store(Protocol):
    """Holds what was translated before."""

    def load(self, rule: Rule, kinds: tuple[Any, ...]) -> Any:
        """The rule for arguments of these types as Numba's compile result; None if it is not there."""


_stores: list[Store] = []


@contextmanager
def looked_up_in(store: Store) -> Iterator[None]:
    """Meanwhile, what is to be translated is looked for in a store first."""
    with global_compiler_lock, calls_remembered():
        _stores.append(store)
        try:
            yield
        finally:
            _stores.pop()


class _Translator:
    """What a dispatcher does when it is asked for a rule: at every depth of calls, so without Numba's book of times."""

    def __init__(self, rule: Rule, dispatcher: Any) -> None:
        self._rule, self._dispatcher = rule, dispatcher

    def __call__(self, kinds: tuple[Any, ...]) -> Any:
        dispatcher = self._dispatcher
        with global_compiler_lock, dispatcher._compiling_counter:  # by which Numba knows a rule that calls itself
            if kinds not in dispatcher.overloads:
                result = _stores[-1].load(self._rule, kinds) if _stores else None
                if result is None:
                    result = dispatcher._compiler.compile(kinds, None)
                    result.library.rule, result.library.result = self._rule, result
                else:
                    dispatcher.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
                dispatcher.add_overload(result)
            return dispatcher.overloads[kinds].entry_point


class RuleCompiler(CompilerBase):  # type: ignore[misc]  # numba ships no types
    """Numba's pipeline for `@rules`."""

    def define_pipelines(self) -> list[Any]:
        identity = self.state.func_id
        identity.unique_id = identity.func.identity.partition("~")[2] or 1
        self.state.targetctx.mangler = _symbol
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), identity.func_qualname)
        return [passes()]


def _symbol(name: str, kinds: tuple[Any, ...], *, abi_tags: tuple[str, ...] = (), uid: Any = None) -> str:
    """The name of a rule in machine code, the same in every process; Numba's own counts records as they come."""
    taken = hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]
    symbol: str = default_mangler(name, (), abi_tags=(*abi_tags, taken), uid=uid)
    return symbol


class EntryCompiler(CompilerBase):  # type: ignore[misc]  # numba ships no types
    """Numba's pipeline for a function of one's own that Python calls and that calls rules; it is not kept."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]
