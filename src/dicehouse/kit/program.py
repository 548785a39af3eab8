"""The compiled code of a game: loaded from the cache, else linked anew of what is there, else translated.

Translating a rule takes Numba some hundredths of a second, and a game has two hundred rules. So what came of each is
kept under the hash of its own code and constants, with the types that its calls gave back; machine code is kept under
the hash of what it was made of. After an edit to one rule one rule is translated, and what holds it is made again.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, TypeVar

from numba import _dynfunc
from numba.core.compiler import compile_result
from numba.core.environment import Environment
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.typing.templates import signature

from . import entries, keeping
from .compiling import Rule, is_rule, looked_up_in
from .fingerprints import fingerprint_of, parts_of
from .game import Game
from .game_type import GameType, names, type_of
from .linking import KeptLibrary, Machine, RuleLibrary, Unit, by_file, reach, whole

Kinds = tuple[Any, ...]  # types of arguments; None stands for the game
Call = Callable[..., Any]


@dataclass
class Kept:
    """What came of one rule for arguments of some types."""

    returned: Any
    symbol: str
    environment: str
    size: int
    bitcode: bytes
    used: list[tuple[str, Kinds, Any]]  # the rules that it calls, with what they take and return


@dataclass
class Parts:
    """What a game's program was made of."""

    rules: dict[tuple[str, Kinds, str], Kept] = field(default_factory=dict)  # by identity, arguments, and own hash
    units: dict[str, bytes] = field(default_factory=dict)


@dataclass
class Linked:
    """A program as it is kept: machine code, and each entry point's symbols."""

    objects: list[bytes]
    entries: dict[str, tuple[str, str, list[Any]]]  # the function, its environment, and what that holds


class Program:
    """Entry points (see entries.py), as functions that Python calls with the game and its bytes.

    Any room may have a program of its own: a class with its name, its entries, and a line for each. It is made when
    somebody first asks `ready` for it.
    """

    kept_as: ClassVar[str]
    functions: ClassVar[entries.Entries]
    divided: ClassVar[Callable[..., list[Unit]]] = staticmethod(whole)
    known: ClassVar[list[type[Program]]] = []

    def __init_subclass__(cls) -> None:
        Program.known.append(cls)

    def __init__(self, linked: Linked) -> None:
        self._machine = Machine(linked.objects)
        for name, (symbol, place, constants) in linked.entries.items():
            module = sys.modules[self.functions[name][0].__module__]
            environment = Environment(vars(module))
            environment.env_name = place
            environment.consts[:] = constants
            ctypes.c_void_p.from_address(self._machine.place(place)).value = id(environment)
            address = self._machine.function(symbol)
            setattr(self, name, _dynfunc.make_function(module, name, "", address, environment, (self._machine,)))

    @classmethod
    def file(cls, game: Game) -> Path:
        """Where it is kept for one version of a game's rules, and of the entries."""
        entry_points = ((name, function) for name, (function, _) in cls.functions.items())
        made_of = fingerprint_of((("game", game.fingerprint), *entry_points))
        return keeping.program_file(game.id, made_of, cls.kept_as)


class Tables(Program):
    """What tables and bots call."""

    kept_as = "tables"
    functions = entries.TABLES
    divided = staticmethod(by_file)

    deal: Call
    acting: Call
    legal: Call
    apply: Call
    over: Call
    scores: Call
    shares: Call
    redeal: Call
    think: Call
    search: Call
    ahead: Call
    contest: Call


class Playouts(Program):
    """What plays at random."""

    kept_as = "playouts"
    functions = entries.PLAYOUTS

    begin: Call
    step: Call
    play_games: Call
    copy_positions: Call


P = TypeVar("P", bound=Program)

_lock = RLock()
_programs: dict[tuple[type[Any], GameType], Any] = {}


def program(game: Game) -> Tables:
    """The game's compiled code for tables and bots."""
    return ready(Tables, game)


def playouts(game: Game) -> Playouts:
    """The game's compiled code for random games."""
    return ready(Playouts, game)


def ready(which: type[P], game: Game) -> P:
    """A program of the game, made ready if this is the first time that anybody asks."""
    key = which, type_of(game)
    found: P | None = _programs.get(key)
    if found is None:
        with _lock:
            found = _programs.get(key) or which(_loaded(which, game))
            _programs[key] = found
    return found


def is_kept(game: Game) -> bool:
    """Whether what tables, bots and random games call lies in the cache."""
    return Tables.file(game).exists() and Playouts.file(game).exists()


def _loaded(which: type[Program], game: Game) -> Linked:
    linked = keeping.read(which.file(game))
    return linked if isinstance(linked, Linked) else _made(which, game)


def _made(which: type[Program], game: Game) -> Linked:
    """Link a program anew, of parts that are kept where they still hold."""
    kind, old = type_of(game), _old_parts(game, which)
    results: dict[str, Any] = {}
    with looked_up_in(_Shelf(old, kind)):
        for name, (function, kinds) in which.functions.items():
            results[name] = _result(function, (kind, *kinds))
        libraries = reach(result.library for result in results.values())
        new = Parts()
        for unit in which.divided(libraries, [symbol for result in results.values() for symbol in _symbols(result)]):
            new.units[unit.key] = old.units.get(unit.key) or unit.compiled()
        for library in libraries:
            kinds = _stripped(library.result.signature.args)
            new.rules[library.rule.identity, kinds, _own(library.rule, kinds, kind)] = _kept(library)
    made = {name: (*_symbols(result), list(result.environment.consts)) for name, result in results.items()}
    linked = Linked(list(new.units.values()), made)
    if not any(library.has_dynamic_globals for library in libraries):  # addresses are of this process alone
        keeping.write(keeping.parts_file(game.id, which.kept_as), new)
        keeping.write(which.file(game), linked)
        keeping.forget_programs(game.id)
    return linked


def _old_parts(game: Game, which: type[Program]) -> Parts:
    """The rules of all programs as they were kept last, and the units of this one."""
    old = Parts()
    for kind in Program.known:
        parts = keeping.read(keeping.parts_file(game.id, kind.kept_as))
        if isinstance(parts, Parts):
            old.rules |= parts.rules
            old.units |= parts.units if kind is which else {}
    return old


def _result(rule: Rule, kinds: Kinds) -> Any:
    """Numba's compile result of a rule for arguments of these types."""
    rule.dispatcher.compile(kinds)
    return rule.dispatcher.overloads[kinds]


def _symbols(result: Any) -> tuple[str, str]:
    return result.fndesc.llvm_cpython_wrapper_name, cpu_target.target_context.get_env_name(result.fndesc)


# --- rules as they are kept


def _stripped(kinds: Kinds) -> Kinds:
    return tuple(None if isinstance(kind, GameType) else kind for kind in kinds)


def _own(rule: Rule, kinds: Kinds, game: GameType) -> str:
    """A hash of what a rule is made of, and of the game if that is one of its arguments."""
    own = parts_of(rule).own
    if not any(kind is None for kind in kinds):
        return own
    told = ((name, value.identity if is_rule(value) else value) for name, value in names(game))
    return f"{own} {fingerprint_of(told)}"


def _kept(library: RuleLibrary) -> Kept:
    result = library.result
    return Kept(
        result.signature.return_type,
        library.symbol,
        result.fndesc.env_name,
        library.size,
        library.bitcode,
        [
            (used.rule.identity, _stripped(used.result.signature.args), used.result.signature.return_type)
            for used in library.used
        ],
    )


class _Shelf:
    """The kept rules of a game, for the version of it that is being made."""

    def __init__(self, parts: Parts, game: GameType) -> None:
        self._parts, self._game = parts, game
        self._told = {value.identity: value for _, value in names(game) if is_rule(value)}

    def load(self, rule: Rule, kinds: Kinds) -> Any:
        """The rule for arguments of these types, if all that went into it is as it was."""
        stripped = _stripped(kinds)
        kept = self._parts.rules.get((rule.identity, stripped, _own(rule, stripped, self._game)))
        if kept is None:
            return None
        known = {used.identity: used for used in parts_of(rule).used}
        libraries = []
        for identity, taken, returned in kept.used:
            used = known.get(identity) or self._told.get(identity)
            if used is None:
                return None
            result = _result(used, tuple(self._game if kind is None else kind for kind in taken))
            if result.signature.return_type != returned:
                return None
            libraries.append(result.library)
        return _rebuilt(rule, kinds, kept, libraries)


def _rebuilt(rule: Rule, kinds: Kinds, kept: Kept, used: list[RuleLibrary]) -> Any:
    """Numba's compile result, as if the rule had just been translated."""
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
    library = KeptLibrary(function.__qualname__, kept.size, kept.bitcode, used)
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
