"""Mark plain Python functions as rules that compiled code can call.

A rule is an ordinary function, and Python calls it as one. Numba translates it when other compiled code calls it: once
for all sizes of integers, without memory management and without an address of its own, because only compiled code calls
its machine code. `linker.py` makes machine code of all rules of a game together, and `cache.py` stores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FunctionType
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from numba import njit, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.funcdesc import default_mangler
from numba.extending import overload as compiled_variant

from .linker import EntryLibrary, RuleLibrary
from .memory_intrinsics import local_array, local_record
from .numba_passes import cached_call_types, rule_passes
from .numba_settings import COMPILES, require_compiler

__all__ = [
    "NUMBA_OPTIONS",
    "EntryCompiler",
    "Rule",
    "compile_entry",
    "compile_numbers",
    "compiled_variant",
    "entry_rule",
    "is_rule",
    "local_array",
    "local_record",
    "rules",
    "use_store",
]

F = TypeVar("F", bound=Callable[..., Any])

# Bounds checks stay on: they cost almost nothing, and an index out of range must never corrupt a position.
NUMBA_OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "error_model": "numpy", "_nrt": False}


class Rule(Protocol):
    """Describe a function marked as a rule."""

    identity: str  # unique, and the same in every process
    dispatcher: Any
    __call__: Callable[..., Any]


_identities: dict[str, int] = {}


def rules(function: F) -> F:
    """Mark `function` as a rule: Python runs it as plain Python, compiled code calls it compiled."""
    if not COMPILES:
        _mark_interpreted(function)
        return function
    dispatcher = njit(pipeline_class=RuleCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **NUMBA_OPTIONS)(
        function
    )
    dispatcher.get_call_template = _WidenedCalls(dispatcher)
    _attach_dispatcher(function, dispatcher)
    return function


def _mark_interpreted(rule: Any) -> None:
    """Mark a rule of a process that compiles nothing."""
    rule.identity = _rule_identity(rule)
    rule.dispatcher = None
    rule._numba_type_ = types.none  # which marks it for `is_rule`


def _attach_dispatcher(rule: Any, dispatcher: Any) -> None:
    rule.identity = _rule_identity(rule)
    rule.dispatcher = dispatcher  # the type in the next line holds it only by a weak reference
    rule._numba_type_ = types.Dispatcher(dispatcher)  # where Numba looks for the type of any object
    dispatcher.compile = _RuleTranslator(rule, dispatcher)


def _rule_identity(function: Callable[..., Any]) -> str:
    name = f"{function.__module__}.{function.__qualname__}"
    _identities[name] = number = _identities.get(name, 0) + 1
    return name if number == 1 else f"{name}~{number}"


def is_rule(value: object) -> TypeGuard[Rule]:
    """Return True if compiled code may call `value`."""
    return isinstance(value, FunctionType) and hasattr(value, "_numba_type_")


def entry_rule(function: F) -> F:
    """Mark a function that compiled code offers to Python: a rule that keeps Numba's wrapper for such calls."""
    if not COMPILES:
        _mark_interpreted(function)
        return function
    _attach_dispatcher(function, njit(pipeline_class=RuleCompiler, no_cfunc_wrapper=True, **NUMBA_OPTIONS)(function))
    return function


class _WidenedCalls:
    """Compiles a rule once for all sizes of integers, and for arguments given or left out: a seat read from an 8-bit
    field, a constant and a default are the same argument.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._fold = dispatcher.fold_argument_types
        self._get_call_template = dispatcher.get_call_template

    def __call__(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        signature, folded = self._fold(args, kws)
        template, _, args, kws = self._get_call_template(tuple(map(_widen, folded)), {})
        return template, signature, args, kws


def _widen(kind: Any) -> Any:
    if isinstance(kind, types.Omitted):
        return types.float64 if isinstance(kind.value, float) else types.int64
    return types.int64 if isinstance(kind, (types.Integer, types.Boolean, types.IntEnumMember)) else kind


# --- where translated rules come from


class RuleStore(Protocol):
    """Hold rules that were translated before."""

    def load(self, rule: Rule, kinds: tuple[Any, ...]) -> Any:
        """Return `rule` for arguments of these types as Numba's compile result; None if it is not stored."""


_stores: list[RuleStore] = []


@contextmanager
def use_store(store: RuleStore) -> Iterator[None]:
    """Look up rules in `store` before translating them, while the context is open."""
    with global_compiler_lock, cached_call_types():
        _stores.append(store)
        try:
            yield
        finally:
            _stores.pop()


class _RuleTranslator:
    """Answer a dispatcher that asks for a compiled rule, at every depth of calls and without Numba's timers."""

    def __init__(self, rule: Rule, dispatcher: Any) -> None:
        self._rule, self._dispatcher = rule, dispatcher

    def __call__(self, kinds: tuple[Any, ...]) -> Any:
        dispatcher = self._dispatcher
        with (
            global_compiler_lock,
            dispatcher._compiling_counter,
        ):  # Numba recognises by this counter that a rule calls itself
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
    """Define Numba's pipeline for `@rules`."""

    def define_pipelines(self) -> list[Any]:
        identity = self.state.func_id
        identity.unique_id = identity.func.identity.partition("~")[2] or 1
        self.state.targetctx.mangler = _mangle
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), identity.func_qualname)
        return [rule_passes()]


def _mangle(name: str, kinds: tuple[Any, ...], *, abi_tags: tuple[str, ...] = (), uid: Any = None) -> str:
    """Return the name of a rule in machine code, the same in every process; Numba's own names count records in order of
    use.
    """
    taken = hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]
    symbol: str = default_mangler(name, (), abi_tags=(*abi_tags, taken), uid=uid)
    return symbol


class EntryCompiler(CompilerBase):  # type: ignore[misc]  # numba ships no types
    """Define Numba's pipeline for an uncached function that Python calls and that calls rules."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def compile_entry(function: F) -> F:
    """Compile a function that Python calls and that calls rules, when it is first called; its code is not cached."""
    compiled: F = njit(pipeline_class=EntryCompiler, **NUMBA_OPTIONS)(function)
    return compiled if COMPILES else _refusing(function)


def compile_numbers(function: F) -> F:
    """Compile a function of plain numbers and arrays that calls no rule, by Numba's own pipeline."""
    compiled: F = njit(nogil=True, error_model="numpy")(function)
    return compiled if COMPILES else _refusing(function)


def _refusing(function: F) -> F:
    """Return a function that raises CannotCompile, in place of one that would take hours as plain Python."""

    @wraps(function)
    def refuse(*_: object, **__: object) -> None:
        require_compiler()

    return cast(F, refuse)
