"""Make a game with a house rule: `patched(game, file)` is a separate game, and `game` stays as it is.

The file is Python and runs as such, so only a person at this machine may name one; nothing of this can be asked for
over the network.
"""

from __future__ import annotations

import builtins
import hashlib
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from threading import RLock
from types import CodeType, ModuleType
from typing import Any

from ...compiler import cache
from ...compiler.numba_settings import COMPILES
from ...compiler.program import CachedParts, Program
from ...compiler.rule_compiler import is_rule, rules
from ...core.game import Game
from ...core.settings import Setting
from ...errors import BadRule, explain_os_error
from ...i18n import _
from ...old_names import accept_old_keywords
from ...text_format import shorten
from ..game_registry import HOUSE_RULE_MARK
from . import package_twins
from .declarations import RuleFile, collect_declarations
from .error_sentences import end_sentence, error_sentence, list_names, suggest_names
from .invariants import find_violation
from .old_names import current_module, find_current_name, is_definition
from .package_twins import AddedField, TwinChanges
from .rule_file_imports import RuleFileImports

MOST_BYTES = 200_000  # bytes of a file
RULE, CONSTANT, RECORD = "rule", "constant", "record"
KINDS = ("i8", "i16", "i32", "i64", "u8", "f64", "bool")
# What was worked out for the rules as written, and the lessons, which teach them.
HOOKS_OF_RULES_AS_WRITTEN = ("LESSONS", "SOLVABLE", "solve", "exact_chance", "exact_choice")

_lock = RLock()
_patched_games: dict[tuple[Game, str, str], tuple[Game, set[str]]] = {}  # with the invariants that were checked


@accept_old_keywords(laws="check_invariants")
def patched(game: Game, file: str | Path, *, check_invariants: bool = True) -> Game:
    """Return `game` with the house rule in `file` (see `declarations`), as a separate game.

    It has its own id, name and fingerprint; `game` stays as it is. The first time, some random games are played,
    compiled and interpreted, to check the invariants; not with `check_invariants=False`. BadRule says what is wrong
    with the file.
    """
    path = Path(file)
    source = _read_rule_file(path)
    with _lock:
        key = (game, path.stem, hashlib.sha256(source).hexdigest())
        if key not in _patched_games:
            _patched_games[key] = _RuleApplier(game, path, source, key[-1][:8]).made(), set()
            _sources[_patched_games[key][0].version] = source
        made, tried = _patched_games[key]
        if check_invariants and "all" not in tried:
            if broken := find_violation(made, compiled=COMPILES):
                raise BadRule(f"{path.name} breaks an invariant of all games: {broken}")
            tried.add("all")
        return made


def rule_description(game: Game) -> str:
    """Return how a house rule describes itself, in the docstring of its file; "" if the game has no rule."""
    return _descriptions.get(game.id, "")


def rule_origin(game: Game) -> tuple[Game, str, bytes]:
    """Return the original game, and the name and text of the file that changed it; "" and b"" if no file did."""
    for (base, stem, _version), (made, _file) in _patched_games.items():
        if game is made:
            return base, f"{stem}.py", _sources[made.version]
    return game, "", b""


_descriptions: dict[str, str] = {}
_sources: dict[str, bytes] = {}  # of files, by the version of the game


def _read_rule_file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadRule(f"{path.name} is larger than {MOST_BYTES:,} bytes. A house rule is a few lines of Python.")
        return path.read_bytes()
    except OSError as error:
        raise BadRule(f"The house rule {shorten(str(path))} can't be read: {explain_os_error(error)}.") from None


@dataclass(frozen=True)
class _NamedValue:
    """Locate a name in the game as it is written, and hold its value."""

    module: str  # within the package
    name: str
    value: Any


class _RuleApplier:
    """Make one game from one file."""

    def __init__(self, game: Game, path: Path, source: bytes, digest: str) -> None:
        self._game, self._path = game, path
        self._package = _package_of(game)
        self._short = game.rules.__name__.rpartition(".")[2]  # the folder of the rules
        self._plan = TwinChanges(self._package, f"{self._package}_{digest}")
        self._code = self._compile_file(source)
        self._imports = RuleFileImports(self._plan)
        self._names: dict[str, Any] = {
            "__name__": f"{self._plan.twin}.house_rule",
            "__file__": str(path),
            "__builtins__": vars(builtins) | {"__import__": self._imports},
        }

    def made(self) -> Game:
        """Return the changed game; none of its rules is compiled yet."""
        package_twins.forget_twin(self._plan)
        rule = self._run_file()
        if not (rule.functions or rule.values or rule.settings or rule.fields):
            raise BadRule(f"{self._path.name} changes nothing. It must replace, change, add or remember something.")
        placed = [self._function(name, function) for name, function in rule.functions]
        for name, value in rule.values:
            self._value(name, value)
        for field in rule.fields:
            self._field(*field)
        for setting in rule.settings:
            self._setting(setting)
        twin = self._import_twin()
        self._imports.changed = True
        self._run_file()
        self._names |= {function.__name__: function for function in placed}
        package_twins.take_identities(self._names, self._plan)
        return self._game_of(twin, rule)

    # --- the file itself

    def _compile_file(self, source: bytes) -> CodeType:
        try:
            return compile(source, str(self._path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            at = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            why = error.msg if isinstance(error, SyntaxError) else str(error)
            raise BadRule(f"{self._path.name} is not Python{at}: {why}.") from None

    def _run_file(self) -> RuleFile:
        module = ModuleType(self._names["__name__"])
        module.__dict__.update(self._names)
        sys.modules[module.__name__] = module
        try:
            with collect_declarations() as rule:
                exec(self._code, self._names)  # noqa: S102  # whoever names the file runs it: that is what it is for
        except BadRule:
            raise
        except Exception as error:
            raise BadRule(
                f"{self._path.name} fails{self._line(error)}: {end_sentence(error_sentence(error))}"
            ) from error
        finally:
            sys.modules.pop(module.__name__, None)
        return rule

    def _line(self, error: Exception) -> str:
        """Return the place in the file at which `error` was raised, as the end of a sentence."""
        trace, line = error.__traceback__, 0
        while trace is not None:
            line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(self._path) else line
            trace = trace.tb_next
        return f" in line {line}" if line else ""

    # --- what it asks for

    def _find_name(self, dotted: str, kind: str = RULE) -> _NamedValue:
        """Return the place of a name such as "turn.bust"; BadRule suggests a name if there is none."""
        where, _, name = dotted.rpartition(".") if isinstance(dotted, str) else ("", "", "")
        if not re.fullmatch(r"\w+(\.\w+)*", where or "-") and where:
            raise self._bad_rule(
                f"{shorten(dotted)} isn't the name of a rule; write the module and the name, like turn.bust."
            )
        if place := self._find_old_name(where, name):
            return place
        module = self._module(where)
        names = package_twins.module_definitions(module)
        if name in names:
            return _NamedValue(self._plan.name_of(module.__name__), name, getattr(module, name))
        shown = f"{self._game.id}.{where}" if where else self._game.id
        if hasattr(module, name) and is_rule(found := getattr(module, name)):
            home = self._plan.name_of(found.__module__).removeprefix(f"{self._short}.")
            raise self._bad_rule(f"{name} is imported by {shown} but defined in {home}: write {home}.{name}.")
        said = f"there is no {kind} `{name}` in {shown}"
        if homes := self._modules_defining(name):
            raise self._bad_rule(f"{said}; it is in {list_names(homes)}: write {homes[0]}.{name}.")
        candidates = _candidates(module, names, kind)
        if not candidates and hasattr(module, "__path__"):
            inside = [each.name for each in pkgutil.iter_modules(module.__path__)]
            raise self._bad_rule(f"{said}; name one of its modules: {list_names(inside)}.")
        raise self._bad_rule(f"{said}{suggest_names(name, candidates)}")

    def _find_old_name(self, where: str, name: str) -> _NamedValue | None:
        """Return the place of a name by which the module `where` of an earlier version defined something."""
        for module in self._full_names(where):
            found = find_current_name(module, name) if is_definition(module, name) else None
            if found is not None and found[0].startswith(f"{self._package}."):
                home = vars(importlib.import_module(found[0]))
                if found[1] in home:
                    return _NamedValue(self._plan.name_of(found[0]), found[1], home[found[1]])
        return None

    def _full_names(self, where: str) -> list[str]:
        """Return the dotted names that the module `where` may have: within the rules, or within the package."""
        inside = f"{self._package}.{self._short}"
        return [f"{inside}.{where}", f"{self._package}.{where}"] if where else [inside]

    def _modules_defining(self, name: str) -> list[str]:
        """Return the modules of the rules in which `name` is defined."""
        return [each for each in self._modules() if name in package_twins.module_definitions(self._module(each))]

    def _module(self, where: str) -> ModuleType:
        for full in map(current_module, self._full_names(where)):
            try:
                if importlib.util.find_spec(full) is not None:
                    return importlib.import_module(full)
            except ModuleNotFoundError:
                continue
        raise self._bad_rule(f"there is no module `{where}` in {self._game.id}{suggest_names(where, self._modules())}")

    def _modules(self) -> list[str]:
        here = f"{self._package}.{self._short}"
        inside = [
            name.removeprefix(f"{here}.")
            for name in sys.modules
            if name.startswith(f"{here}.") and getattr(sys.modules[name], "__file__", None)
        ]
        return sorted(inside) or [self._short]

    def _function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        place = self._find_name(name)
        if not inspect.isfunction(function) or not inspect.isfunction(place.value):
            raise self._bad_rule(f"`{name}` isn't a function; change a constant with changes({name!r}, ...).")
        takes, taken = (list(inspect.signature(each).parameters) for each in (place.value, function))
        if len(takes) != len(taken):
            raise self._bad_rule(f"`{name}` must take ({', '.join(takes)}), not ({', '.join(taken)}).")
        if is_rule(place.value) and not is_rule(function):
            function = rules(function)
        self._set_value(place, function)
        return function

    def _value(self, name: str, value: object) -> None:
        place = self._find_name(name, CONSTANT)
        if inspect.isfunction(place.value) or isinstance(place.value, type):
            raise self._bad_rule(f"`{name}` isn't a constant; replace a function with @replaces({name!r}).")
        if type(value) is not type(place.value) and not (isinstance(place.value, int) and type(value) is int):
            kind = type(place.value).__name__
            raise self._bad_rule(
                f"`{name}` must be {_article(kind)}, as in {shorten(place.value)}; not {shorten(value)}."
            )
        self._set_value(place, value)

    def _set_value(self, place: _NamedValue, value: object) -> None:
        if (place.module, place.name) in self._plan.values:
            raise self._bad_rule(f"`{place.name}` is changed twice.")
        self._plan.values[place.module, place.name] = value

    def _field(self, record: str, name: str, kind: str, shape: tuple[int, ...]) -> None:
        place = self._find_name(record, RECORD)
        if not hasattr(place.value, "dtype"):
            raise self._bad_rule(f"`{record}` isn't a record.")
        if kind not in KINDS:
            raise self._bad_rule(f"{shorten(kind)} isn't a kind of field; the kinds are {', '.join(KINDS)}.")
        self._add_field(place, AddedField(name, kind, shape))

    def _setting(self, setting: Setting) -> None:
        if not isinstance(setting, Setting):
            raise self._bad_rule(f"`adds` needs a Setting, not {shorten(setting)}.")
        if setting.key in {each.key for each in self._game.settings}:
            raise self._bad_rule(f"{self._game.name} already has a setting {setting.key}.")
        options = self._game.rules.Options
        place = _NamedValue(self._plan.name_of(options.__module__), options.__name__, options)
        self._add_field(place, AddedField(setting.key, "bool" if setting.kind == "switch" else "i32"))

    def _add_field(self, place: _NamedValue, field: AddedField) -> None:
        if not re.fullmatch("[a-z][a-z0-9_]{0,39}", field.name) or field.name in (place.value.dtype.names or ()):
            raise self._bad_rule(f"{place.name} can't have a field {shorten(field.name)}, or has one already.")
        self._plan.fields.setdefault((place.module, place.name), []).append(field)

    def _bad_rule(self, sentence: str) -> BadRule:
        return BadRule(f"{self._path.name}: {sentence}")

    # --- the game

    def _import_twin(self) -> ModuleType:
        try:
            return package_twins.import_twin(self._plan)
        except Exception as error:
            raise BadRule(
                f"{self._path.name} doesn't fit {self._game.name}: {end_sentence(error_sentence(error))}"
            ) from error

    def _game_of(self, twin: ModuleType, rule: RuleFile) -> Game:
        """Return the twin's game, named after the file. It has no lessons, because the lessons teach the original
        rules.
        """
        own = next(
            value for name, value in vars(twin).items() if vars(_game_package(self._game)).get(name) is self._game
        )
        for module in chain.from_iterable(own.modules.values()):
            for name in HOOKS_OF_RULES_AS_WRITTEN:
                vars(module).pop(name, None)
        slug = re.sub("[^a-z0-9]+", "-", self._path.stem.lower()).strip("-") or "a-rule"
        made: Game = replace(
            own,
            id=f"{own.id}{HOUSE_RULE_MARK}{slug}",
            name=_("{game} with {rule}", game=own.name, rule=self._path.stem),
            settings=(*own.settings, *rule.settings),
            version=f"{own.version}+{self._plan.twin.rpartition('_')[2]}",
        )
        _descriptions[made.id] = inspect.cleandoc(self._names.get("__doc__") or "")
        _share_compiled_parts(self._game, made)
        return made


def _package_of(game: Game) -> str:
    """Return the package that holds the modules of `game`, and no others."""
    if any(game is made for made, _file in _patched_games.values()):
        raise BadRule(f"{game.name} already has a house rule. Put both into one file.")
    if game.engine is not None:
        raise BadRule(f"{game.name} simulates its throws. House rules are only for games whose rules compile.")
    package = game.rules.__name__.rpartition(".")[0]
    if not package or game not in [value for value in vars(_game_package(game)).values() if isinstance(value, Game)]:
        raise BadRule(f"{game.name} can't have a house rule, because its rules aren't a module of its package.")
    return package


def _game_package(game: Game) -> ModuleType:
    return importlib.import_module(game.rules.__name__.rpartition(".")[0])


def _share_compiled_parts(game: Game, made: Game) -> None:
    """Copy the compiled parts of `game` for `made`, so that the changed game compiles only what was edited."""
    for program in Program.all_programs:
        own, lent = (cache.parts_path(each.id, program.cache_name) for each in (made, game))
        parts = cache.read_cached(lent) if not program.cache_path(made).exists() else None
        if isinstance(parts, CachedParts):
            if isinstance(known := cache.read_cached(own), CachedParts):
                parts = CachedParts(parts.rules | known.rules, parts.units | known.units)
            cache.write_cached(own, parts)


def _candidates(module: ModuleType, names: set[str], kind: str) -> list[str]:
    """Return the names that a file may mean by a rule, a constant or a record; rules only, if the module has any."""
    there = {name: vars(module)[name] for name in names if name in vars(module) and not name.startswith("_")}
    if kind == RULE:
        functions = [name for name, value in there.items() if inspect.isfunction(value)]
        return [name for name in functions if is_rule(there[name])] or functions
    if kind == RECORD:
        return [name for name, value in there.items() if hasattr(value, "dtype")]
    return [name for name, value in there.items() if not (inspect.isfunction(value) or isinstance(value, type))]


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
