"""Get the compiled code of a game: load it from the cache, or link it from cached parts, or translate the rules.

Translating a rule takes Numba some hundredths of a second, and a game has two hundred rules. So each translated rule is
stored under the hash of its own code and constants, with the types that its calls returned; machine code is stored
under the hash of its source. After an edit to one rule that rule is translated, and the units that hold it are made
again.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, TypeVar

from numba import _dynfunc, types
from numba.core.compiler import compile_result
from numba.core.environment import Environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.typing.templates import signature

from . import cache
from .fingerprints import fingerprint_of, rule_hash
from .game_type import CompiledGame, GameType, compiled_names, game_type_of
from .linker import CachedRuleLibrary, CodeUnit, LoadedCode, RuleLibrary, one_unit, reachable_libraries
from .numba_settings import COMPILES, require_compiler
from .rule_compiler import Rule, entry_rule, is_rule, use_store

ArgumentTypes = tuple[Any, ...]  # types of arguments; None stands for the game


def array_type(kind: str, dimensions: int = 1) -> types.Array:
    """Return Numba's type of a C-contiguous array: `array_type("uint8", 2)` for a matrix of bytes."""
    return types.Array(getattr(types, kind), dimensions, "C")


def tuple_type(cls: type[tuple[Any, ...]], *kinds: Any) -> types.BaseTuple:
    """Return Numba's type of the named tuple `cls` whose fields have the types `kinds`."""
    return types.BaseTuple.from_types(kinds, cls)


BYTE_ARRAY, INT_ARRAY, FLOAT_ARRAY = array_type("uint8"), array_type("int64"), array_type("float64")
INT_MATRIX, FLOAT_MATRIX = array_type("int64", 2), array_type("float64", 2)
INT = types.int64

# By name: the function, and the types of its arguments except the game.
EntryPoints = dict[str, tuple[Any, tuple[Any, ...]]]
EntryPoint = Callable[..., Any]


def entry_point(program: EntryPoints, *kinds: Any) -> Callable[[Any], Any]:
    """Return a decorator that makes a function an entry point of `program`.

    `kinds` are Numba's types of the arguments behind the game.
    """

    def add(function: Any) -> Any:
        program[function.__name__] = entry_rule(function), kinds
        return function

    return add


@dataclass
class CachedRule:
    """Hold one translated rule for arguments of some types."""

    returned: Any
    symbol: str
    environment: str
    size: int
    bitcode: bytes
    used: list[tuple[str, ArgumentTypes, Any]]  # the rules that it calls, with the types of their arguments and results


@dataclass
class CachedParts:
    """Hold the translated rules and the machine code that a game's program was made of."""

    # By identity, arguments, and hash of the rule alone.
    rules: dict[tuple[str, ArgumentTypes, str], CachedRule] = field(default_factory=dict)
    units: dict[str, bytes] = field(default_factory=dict)


@dataclass
class LinkedProgram:
    """Hold a program as the cache stores it: machine code, and each entry point's symbols."""

    object_files: list[bytes]
    # By name: the function's symbol, its environment's symbol, and the constants in that environment.
    entries: dict[str, tuple[str, str, list[Any]]]


class Program:
    """Offer entry points (see `entry_point`) as functions that Python calls with the game and its bytes.

    Every package may declare a program: a class with its name, its entry points, and an annotation for each.
    `get_program` makes it at the first call.
    """

    cache_name: ClassVar[str]
    entry_points: ClassVar[EntryPoints]
    split_units: ClassVar[Callable[..., list[CodeUnit]]] = staticmethod(one_unit)
    all_programs: ClassVar[list[type[Program]]] = []

    def __init_subclass__(cls) -> None:
        Program.all_programs.append(cls)

    def __init__(self, linked: LinkedProgram) -> None:
        self._machine = LoadedCode(linked.object_files)
        for name, (symbol, place, constants) in linked.entries.items():
            module = sys.modules[self.entry_points[name][0].__module__]
            environment = Environment(vars(module))
            environment.env_name = place
            environment.consts[:] = constants
            ctypes.c_void_p.from_address(self._machine.place(place)).value = id(environment)
            address = self._machine.function_address(symbol)
            setattr(self, name, _dynfunc.make_function(module, name, "", address, environment, (self._machine,)))

    @classmethod
    def cache_path(cls, game: CompiledGame) -> Path:
        """Return the path of this program for one version of a game's rules and of the entry points."""
        functions = ((name, function) for name, (function, _) in cls.entry_points.items())
        arguments = ((f"argument of {name}", kind) for name, (_, kinds) in cls.entry_points.items() for kind in kinds)
        made_of = fingerprint_of((("game", game.fingerprint), *functions, *arguments))
        return cache.program_path(game.id, made_of, cls.cache_name)


P = TypeVar("P", bound=Program)

# Finds the program of a game, by its name in the cache, where a process can't compile: it was made elsewhere.
FindProgram = Callable[[str, CompiledGame], Any]

_find_prebuilt: list[FindProgram] = []
_lock = RLock()
_programs: dict[tuple[type[Any], GameType], Any] = {}


def get_program(which: type[P], game: CompiledGame) -> P:
    """Return the program `which` of `game`, and load or compile it at the first call.

    Raise CannotCompile if this process compiles nothing, and has no program that was made elsewhere.
    """
    if not COMPILES and _find_prebuilt:
        made: P = _find_prebuilt[-1](which.cache_name, game)
        return made
    require_compiler()
    key = which, game_type_of(game)
    found: P | None = _programs.get(key)
    if found is None:
        with _lock:
            found = _programs.get(key) or which(_load_program(which, game))
            _programs[key] = found
    return found


def use_prebuilt(find: FindProgram) -> None:
    """Let `get_program` return what `find` returns, in a process that compiles nothing."""
    _find_prebuilt[:] = [find]


def require_programs() -> None:
    """Raise CannotCompile if this process compiles nothing and was given no programs that were made elsewhere."""
    if not _find_prebuilt:
        require_compiler()


def _load_program(which: type[Program], game: CompiledGame) -> LinkedProgram:
    linked = cache.read_cached(which.cache_path(game))
    return linked if isinstance(linked, LinkedProgram) else _link_program(which, game)


def _link_program(which: type[Program], game: CompiledGame) -> LinkedProgram:
    """Link a program, from cached parts where they are still valid."""
    kind, old = game_type_of(game), _cached_parts(game, which)
    with use_store(_CachedRules(old, kind)):
        results, libraries = _translate(which, kind)
        new = CachedParts()
        for unit in which.split_units(
            libraries, [symbol for result in results.values() for symbol in _entry_symbols(result)]
        ):
            new.units[unit.key] = old.units.get(unit.key) or unit.compiled()
        for library in libraries:
            kinds = _without_game(library.result.signature.args)
            new.rules[library.rule.identity, kinds, _rule_key(library.rule, kinds, kind)] = _cached_rule(library)
    made = {name: (*_entry_symbols(result), list(result.environment.consts)) for name, result in results.items()}
    linked = LinkedProgram(list(new.units.values()), made)
    if not any(library.has_dynamic_globals for library in libraries):  # addresses are valid in this process only
        cache.write_cached(cache.parts_path(game.id, which.cache_name), new)
        cache.write_cached(which.cache_path(game), linked)
        cache.prune_programs(game.id)
    return linked


def translated_entries(which: type[Program], game: CompiledGame) -> tuple[dict[str, Any], list[RuleLibrary]]:
    """Return Numba's compile results of a program's entry points, by name, and all rules that they reach."""
    kind = game_type_of(game)
    with use_store(_CachedRules(_cached_parts(game, which), kind)):
        return _translate(which, kind)


def _translate(which: type[Program], kind: GameType) -> tuple[dict[str, Any], list[RuleLibrary]]:
    results = {name: _compile_rule(function, (kind, *kinds)) for name, (function, kinds) in which.entry_points.items()}
    return results, reachable_libraries(result.library for result in results.values())


def _cached_parts(game: CompiledGame, which: type[Program]) -> CachedParts:
    """Return the cached rules of all programs of `game`, and the cached units of the program `which`."""
    old = CachedParts()
    for kind in Program.all_programs:
        parts = cache.read_cached(cache.parts_path(game.id, kind.cache_name))
        if isinstance(parts, CachedParts):
            old.rules |= parts.rules
            old.units |= parts.units if kind is which else {}
    return old


def _compile_rule(rule: Rule, kinds: ArgumentTypes) -> Any:
    """Return Numba's compile result of `rule` for arguments of the types `kinds`."""
    rule.dispatcher.compile(kinds)
    return rule.dispatcher.overloads[kinds]


def _entry_symbols(result: Any) -> tuple[str, str]:
    return result.fndesc.llvm_cpython_wrapper_name, cpu_target.target_context.get_env_name(result.fndesc)


# --- cached rules


def _without_game(kinds: ArgumentTypes) -> ArgumentTypes:
    return tuple(None if isinstance(kind, GameType) else kind for kind in kinds)


def _rule_key(rule: Rule, kinds: ArgumentTypes, game: GameType) -> str:
    """Return a hash of what `rule` is made of, and of the game if that is one of its arguments."""
    own = rule_hash(rule).own
    own += "".join(fingerprint_of([("fields", kind)]) for kind in kinds if isinstance(kind, types.BaseNamedTuple))
    if not any(kind is None for kind in kinds):
        return own
    named = ((name, value.identity if is_rule(value) else value) for name, value in compiled_names(game))
    return f"{own} {fingerprint_of(named)}"


def _cached_rule(library: RuleLibrary) -> CachedRule:
    result = library.result
    return CachedRule(
        result.signature.return_type,
        library.symbol,
        result.fndesc.env_name,
        library.size,
        library.bitcode,
        [
            (used.rule.identity, _without_game(used.result.signature.args), used.result.signature.return_type)
            for used in library.used
        ],
    )


class _CachedRules:
    """Look up translated rules of a game while one version of it is linked."""

    def __init__(self, parts: CachedParts, game: GameType) -> None:
        self._parts, self._game = parts, game
        self._rules_by_identity = {value.identity: value for _, value in compiled_names(game) if is_rule(value)}

    def load(self, rule: Rule, kinds: ArgumentTypes) -> Any:
        """Return the rule for arguments of these types, if everything it was made of is unchanged; None if not."""
        stripped = _without_game(kinds)
        kept = self._parts.rules.get((rule.identity, stripped, _rule_key(rule, stripped, self._game)))
        if kept is None:
            return None
        known = {used.identity: used for used in rule_hash(rule).used}
        libraries = []
        for identity, taken, returned in kept.used:
            used = known.get(identity) or self._rules_by_identity.get(identity)
            if used is None:
                return None
            result = _compile_rule(used, tuple(self._game if kind is None else kind for kind in taken))
            if result.signature.return_type != returned:
                return None
            libraries.append(result.library)
        return _rebuild_result(rule, kinds, kept, libraries)


def _rebuild_result(rule: Rule, kinds: ArgumentTypes, kept: CachedRule, used: list[RuleLibrary]) -> Any:
    """Return Numba's compile result, as if the rule had just been translated."""
    target = cpu_target.target_context
    function: Any = rule
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    described = PythonFunctionDescriptor(
        native=True,
        modname=function.__module__,
        qualname=function.__qualname__,
        unique_name=function.__qualname__,
        doc="",
        typemap=None,
        restype=kept.returned,
        calltypes=None,
        args=names,
        kws=(),
        mangler=lambda *_, **__: kept.symbol,
        argtypes=kinds,
        env_name=kept.environment,
    )
    library = CachedRuleLibrary(function.__qualname__, kept.size, kept.bitcode, used)
    environment = Environment.from_fndesc(described)
    result = compile_result(
        typing_context=cpu_target.typing_context,
        target_context=target,
        entry_point=target.get_executable(library, described, environment),
        library=library,
        fndesc=described,
        environment=environment,
        signature=signature(kept.returned, *kinds),
        objectmode=False,
        lifted=(),
        reload_init=[],
    )
    library.rule, library.result = rule, result
    return result
