"""A game with a house rule: `patched(game, file)` is a game of its own, beside the one as it is written.

The file is Python and runs as such, so only whoever sits at this machine may name one; nothing of this can be asked for
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
from pathlib import Path
from threading import RLock
from types import CodeType, ModuleType
from typing import Any

from ..errors import BadRule, why_not
from ..kit import keeping
from ..kit.compiling import is_rule, rules
from ..kit.game import Game
from ..kit.program import Parts, Program
from ..kit.settings import Setting, short
from . import RULED, twins
from .house_rules import Rule, written_down
from .laws import breach
from .meant import ended, in_words, listed, may_be
from .twins import Field, Plan

MOST = 200_000  # bytes of a file
RULE, CONSTANT, RECORD = "rule", "constant", "record"
KINDS = ("i8", "i16", "i32", "i64", "u8", "f64", "bool")
NO_LONGER_TRUE = ("SOLVABLE", "solve", "exact_chance", "exact_choice")  # what was worked out for the rules as written

_lock = RLock()
_made: dict[tuple[Game, str, str], tuple[Game, set[str]]] = {}  # with the laws that were tried


def patched(game: Game, file: str | Path, *, laws: bool = True) -> Game:
    """The game with the house rule that stands in `file` (see house_rules.py), as a game of its own.

    It has its own id, name and fingerprint; `game` stays as it is. The first time it plays some random games, compiled
    and interpreted, to see that no law is broken; with `laws=False` it does not. BadRule says what is wrong with it.
    """
    path = Path(file)
    source = _read(path)
    with _lock:
        key = (game, path.stem, hashlib.sha256(source).hexdigest())
        if key not in _made:
            _made[key] = _Maker(game, path, source, key[-1][:8]).made(), set()
            _texts[_made[key][0].version] = source
        made, tried = _made[key]
        if laws and "all" not in tried:
            if broken := breach(made):
                raise BadRule(f"{path.name} breaks a law of the house, {broken}")
            tried.add("all")
        return made


def rule_of(game: Game) -> str:
    """What a house rule says of itself: the first lines of its file; empty if the game has none."""
    return _said.get(game.id, "")


def origin_of(game: Game) -> tuple[Game, str, bytes]:
    """The game as it is written, and the name and text of the file that changed it; empty if it has no rule."""
    for (base, stem, _), (made, _) in _made.items():
        if game is made:
            return base, f"{stem}.py", _texts[made.version]
    return game, "", b""


_said: dict[str, str] = {}
_texts: dict[str, bytes] = {}  # of files, by the version of the game


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST:
            raise BadRule(f"{path.name} is larger than {MOST:,} bytes; a house rule is a few lines of Python.")
        return path.read_bytes()
    except OSError as error:
        raise BadRule(f"The house rule {short(str(path))} can't be read: {why_not(error)}.") from None


@dataclass(frozen=True)
class _Place:
    """Where a name stands in the game as it is written."""

    module: str  # within the package
    name: str
    value: Any


class _Maker:
    """Makes one game of one file."""

    def __init__(self, game: Game, path: Path, source: bytes, digest: str) -> None:
        self._game, self._path = game, path
        self._package = _package_of(game)
        self._short = game.rules.__name__.rpartition(".")[2]  # the folder of the rules
        self._plan = Plan(self._package, f"{self._package}_{digest}")
        self._code = self._compiled(source)
        self._imports = _Imports(self._plan)
        self._names: dict[str, Any] = {
            "__name__": f"{self._plan.twin}.house_rule",
            "__file__": str(path),
            "__builtins__": vars(builtins) | {"__import__": self._imports},
        }

    def made(self) -> Game:
        """The game; its rules have been translated by nobody yet."""
        twins.forget(self._plan)
        rule = self._run()
        if not (rule.functions or rule.values or rule.settings or rule.fields):
            raise BadRule(
                f"{self._path.name} changes nothing: it neither replaces, changes, adds nor remembers anything."
            )
        placed = [self._function(name, function) for name, function in rule.functions]
        for name, value in rule.values:
            self._value(name, value)
        for field in rule.fields:
            self._field(*field)
        for setting in rule.settings:
            self._setting(setting)
        twin = self._load()
        self._imports.changed = True
        self._run()
        self._names |= {function.__name__: function for function in placed}
        twins.take_identities(self._names, self._plan)
        return self._game_of(twin, rule)

    # --- the file itself

    def _compiled(self, source: bytes) -> CodeType:
        try:
            return compile(source, str(self._path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            at = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            why = error.msg if isinstance(error, SyntaxError) else str(error)
            raise BadRule(f"{self._path.name} is not Python{at}: {why}.") from None

    def _run(self) -> Rule:
        module = ModuleType(self._names["__name__"])
        module.__dict__.update(self._names)
        sys.modules[module.__name__] = module
        try:
            with written_down() as rule:
                exec(self._code, self._names)  # noqa: S102  # whoever names the file runs it: that is what it is for
        except BadRule:
            raise
        except Exception as error:
            raise BadRule(f"{self._path.name} fails{self._line(error)}: {ended(in_words(error))}") from error
        finally:
            sys.modules.pop(module.__name__, None)
        return rule

    def _line(self, error: Exception) -> str:
        """Where in the file an error has come up."""
        trace, line = error.__traceback__, 0
        while trace is not None:
            line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(self._path) else line
            trace = trace.tb_next
        return f" in line {line}" if line else ""

    # --- what it asks for

    def _place(self, dotted: str, kind: str = RULE) -> _Place:
        """The place of a name such as "turn.bust"; what it should be is said if it is not there."""
        where, _, name = dotted.rpartition(".") if isinstance(dotted, str) else ("", "", "")
        if not re.fullmatch(r"\w+(\.\w+)*", where or "-") and where:
            raise self._wrong(f"{short(dotted)} is no name of a rule; write the module and the name, like turn.bust.")
        module = self._module(where)
        names = twins.definitions(module)
        if name in names:
            return _Place(self._plan.name_of(module.__name__), name, getattr(module, name))
        shown = f"{self._game.id}.{where}" if where else self._game.id
        if hasattr(module, name) and is_rule(found := getattr(module, name)):
            home = self._plan.name_of(found.__module__).removeprefix(f"{self._short}.")
            raise self._wrong(f"{name} is imported by {shown} and stands in {home}: write {home}.{name}.")
        said = f"there is no {kind} `{name}` in {shown}"
        if homes := self._homes(name):
            raise self._wrong(f"{said}; it stands in {listed(homes)}: write {homes[0]}.{name}.")
        candidates = _candidates(module, names, kind)
        if not candidates and hasattr(module, "__path__"):
            inside = [each.name for each in pkgutil.iter_modules(module.__path__)]
            raise self._wrong(f"{said}; name one of its modules, {listed(inside)}.")
        raise self._wrong(f"{said}{may_be(name, candidates)}")

    def _homes(self, name: str) -> list[str]:
        """The modules of the rules in which a name is defined."""
        return [each for each in self._modules() if name in twins.definitions(self._module(each))]

    def _module(self, where: str) -> ModuleType:
        for name in (f"{self._short}.{where}" if where else self._short, where):
            full = f"{self._package}.{name}"
            try:
                if name and importlib.util.find_spec(full) is not None:
                    return importlib.import_module(full)
            except ModuleNotFoundError:
                continue
        raise self._wrong(f"there is no module `{where}` in {self._game.id}{may_be(where, self._modules())}")

    def _modules(self) -> list[str]:
        here = f"{self._package}.{self._short}"
        inside = [
            name.removeprefix(f"{here}.")
            for name in sys.modules
            if name.startswith(f"{here}.") and getattr(sys.modules[name], "__file__", None)
        ]
        return sorted(inside) or [self._short]

    def _function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        place = self._place(name)
        if not inspect.isfunction(function) or not inspect.isfunction(place.value):
            raise self._wrong(f"`{name}` is no function; a constant is changed with changes({name!r}, ...).")
        takes, taken = (list(inspect.signature(each).parameters) for each in (place.value, function))
        if len(takes) != len(taken):
            raise self._wrong(f"`{name}` takes ({', '.join(takes)}), not ({', '.join(taken)}).")
        if is_rule(place.value) and not is_rule(function):
            function = rules(function)
        self._put(place, function)
        return function

    def _value(self, name: str, value: object) -> None:
        place = self._place(name, CONSTANT)
        if inspect.isfunction(place.value) or isinstance(place.value, type):
            raise self._wrong(f"`{name}` is no constant; a function is replaced with @replaces({name!r}).")
        if type(value) is not type(place.value) and not (isinstance(place.value, int) and type(value) is int):
            kind = type(place.value).__name__
            raise self._wrong(f"`{name}` is {_article(kind)}, as in {short(place.value)}; not {short(value)}.")
        self._put(place, value)

    def _put(self, place: _Place, value: object) -> None:
        if (place.module, place.name) in self._plan.values:
            raise self._wrong(f"`{place.name}` is changed twice.")
        self._plan.values[place.module, place.name] = value

    def _field(self, record: str, name: str, kind: str, shape: tuple[int, ...]) -> None:
        place = self._place(record, RECORD)
        if not hasattr(place.value, "dtype"):
            raise self._wrong(f"`{record}` is no record.")
        if kind not in KINDS:
            raise self._wrong(f"{short(kind)} is no kind of field; there are {', '.join(KINDS)}.")
        self._add_field(place, Field(name, kind, shape))

    def _setting(self, setting: Setting) -> None:
        if not isinstance(setting, Setting):
            raise self._wrong(f"`adds` takes a Setting, not {short(setting)}.")
        if setting.key in {each.key for each in self._game.settings}:
            raise self._wrong(f"{self._game.name} has a setting {setting.key} already.")
        options = self._game.rules.Options
        place = _Place(self._plan.name_of(options.__module__), options.__name__, options)
        self._add_field(place, Field(setting.key, "bool" if setting.kind == "switch" else "i32"))

    def _add_field(self, place: _Place, field: Field) -> None:
        if not re.fullmatch("[a-z][a-z0-9_]{0,39}", field.name) or field.name in (place.value.dtype.names or ()):
            raise self._wrong(f"{place.name} can't have a field {short(field.name)}, or has one already.")
        self._plan.fields.setdefault((place.module, place.name), []).append(field)

    def _wrong(self, sentence: str) -> BadRule:
        return BadRule(f"{self._path.name}: {sentence}")

    # --- the game

    def _load(self) -> ModuleType:
        try:
            return twins.load(self._plan)
        except Exception as error:
            raise BadRule(f"{self._path.name} does not fit into {self._game.name}: {ended(in_words(error))}") from error

    def _game_of(self, twin: ModuleType, rule: Rule) -> Game:
        """The twin's game, named after the file. Lessons teach the rules as they are written, so it has none."""
        own = next(value for name, value in vars(twin).items() if vars(_home(self._game)).get(name) is self._game)
        for name in NO_LONGER_TRUE:
            if own.hints is not None:
                vars(own.hints).pop(name, None)
        slug = re.sub("[^a-z0-9]+", "-", self._path.stem.lower()).strip("-") or "a-rule"
        made: Game = replace(
            own,
            id=f"{own.id}{RULED}{slug}",
            name=f"{own.name} with {self._path.stem}",
            lessons=None,
            settings=(*own.settings, *rule.settings),
            version=f"{own.version}+{self._plan.twin.rpartition('_')[2]}",
        )
        _said[made.id] = inspect.cleandoc(self._names.get("__doc__") or "")
        _lend_parts(self._game, made)
        return made


class _Imports:
    """`__import__` of a file: what it imports of the game is first the game as it is, then the changed one."""

    def __init__(self, plan: Plan) -> None:
        self._plan, self.changed = plan, False

    def __call__(self, name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        package, twin = self._plan.package, self._plan.twin
        if level or not (name == package or name.startswith(f"{package}.")):
            return builtins.__import__(name, names, local, wanted, level)
        if not wanted:
            folder, _, last = name.rpartition(".")
            raise ImportError(f"write `from {folder} import {last}` in a house rule")
        if not self.changed:
            return builtins.__import__(name, names, local, wanted, level)
        module = builtins.__import__(twin + name.removeprefix(package), names, local, wanted, level)
        here = self._plan.name_of(module.__name__)
        shown = ModuleType(module.__name__)
        vars(shown).update(vars(module))
        vars(shown).update({key: value for (place, key), value in self._plan.original.items() if place == here})
        return shown


def _package_of(game: Game) -> str:
    """The package that holds a game's modules, and nothing else's."""
    if any(game is made for made, _ in _made.values()):
        raise BadRule(f"{game.name} has a house rule already; put both into one file.")
    if game.engine is not None:
        raise BadRule(f"{game.name} has an engine of its own, which measures; a house rule is for games that compile.")
    package = game.rules.__name__.rpartition(".")[0]
    if not package or game not in [value for value in vars(_home(game)).values() if isinstance(value, Game)]:
        raise BadRule(f"{game.name} can't have a house rule: its rules are no module of the package that makes it.")
    return package


def _home(game: Game) -> ModuleType:
    return importlib.import_module(game.rules.__name__.rpartition(".")[0])


def _lend_parts(game: Game, made: Game) -> None:
    """What was translated for the game as it is written need not be translated again for the changed one."""
    for program in Program.known:
        own, lent = (keeping.parts_file(each.id, program.kept_as) for each in (made, game))
        parts = keeping.read(lent) if not program.file(made).exists() else None
        if isinstance(parts, Parts):
            if isinstance(known := keeping.read(own), Parts):
                parts = Parts(parts.rules | known.rules, parts.units | known.units)
            keeping.write(own, parts)


def _candidates(module: ModuleType, names: set[str], kind: str) -> list[str]:
    """The names that a file would mean by a rule, a constant or a record; of functions the rules, if there are any."""
    there = {name: vars(module)[name] for name in names if name in vars(module) and not name.startswith("_")}
    if kind == RULE:
        functions = [name for name, value in there.items() if inspect.isfunction(value)]
        return [name for name in functions if is_rule(there[name])] or functions
    if kind == RECORD:
        return [name for name, value in there.items() if hasattr(value, "dtype")]
    return [name for name, value in there.items() if not (inspect.isfunction(value) or isinstance(value, type))]


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
