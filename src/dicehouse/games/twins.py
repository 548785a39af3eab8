"""A game's package imported a second time, under a name of its own, with some of its names changed.

Each changed name is put in place right where its module defines it, so all that comes after sees it: the rest of the
module, every `from .turn import bust`, and what is made of it at once (a table of phases, a record). The package as it
is written is never touched; both live in one process.

A rule of the twin has the identity of the one it was copied from. So to the kit a changed game is an edited game, and
it translates only what was edited (see kit/program.py).
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from ..kit.compiling import is_rule

KIT_RECORD = importlib.import_module("dicehouse.kit.record")  # the kit itself calls a function by this name
PUT, RECORD = "__house_rule__", "__kit_record__"
AS_WRITTEN = "RULES_AS_WRITTEN"  # a module's own word for: what I hold was worked out for the rules as they are written


@dataclass(frozen=True)
class Field:
    """One more field of a record class."""

    name: str
    kind: str
    shape: tuple[int, ...] = ()


@dataclass
class Plan:
    """What is another in a twin, by module (its dotted name within the package) and name."""

    package: str  # as it is written
    twin: str
    values: dict[tuple[str, str], Any] = field(default_factory=dict)
    fields: dict[tuple[str, str], list[Field]] = field(default_factory=dict)
    original: dict[tuple[str, str], Any] = field(default_factory=dict)  # what the twin had there before it was changed

    def name_of(self, module: str) -> str:
        """A module's name within the package; empty for the package itself."""
        return module.removeprefix(self.twin).removeprefix(self.package).removeprefix(".")


class _Finder(MetaPathFinder):
    """Finds the modules of twins: each is made of the file of the module that it is a twin of."""

    def __init__(self) -> None:
        self.plans: dict[str, Plan] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        for twin, plan in self.plans.items():
            if name == twin or name.startswith(f"{twin}."):
                source = importlib.util.find_spec(plan.package + name.removeprefix(twin))
                if source is None or source.origin is None or not source.origin.endswith(".py"):
                    return None
                return importlib.util.spec_from_file_location(
                    name,
                    source.origin,
                    loader=_Loader(plan, source.origin),
                    submodule_search_locations=source.submodule_search_locations,
                )
        return None


_finder = _Finder()


class _Loader(Loader):
    """Runs a module's source with the plan's names put in place."""

    def __init__(self, plan: Plan, file: str) -> None:
        self._plan, self._file = plan, file

    def exec_module(self, module: ModuleType) -> None:
        here = self._plan.name_of(module.__name__)

        def put(name: str, value: Any) -> Any:
            if name == AS_WRITTEN:
                return False
            if (here, name) not in self._plan.values:
                return self._shared(here, name, value)
            self._plan.original[here, name] = value
            return self._plan.values[here, name]

        vars(module).update({PUT: put, RECORD: KIT_RECORD})
        tree = ast.parse(Path(self._file).read_bytes(), self._file)
        changed = {name for place, name in self._plan.values if place == here}
        tree.body = [each for node in tree.body for each in self._changed(node, here, changed | {AS_WRITTEN})]
        code = compile(ast.fix_missing_locations(tree), self._file, "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102  # the game's own source

    def _shared(self, here: str, name: str, value: Any) -> Any:
        """Enums are those of the package as it is written: what is kept of compiled rules names them."""
        if isinstance(value, type) and issubclass(value, Enum):
            return getattr(sys.modules[f"{self._plan.package}.{here}".rstrip(".")], name)
        return value

    def _changed(self, node: ast.stmt, here: str, changed: set[str]) -> Iterator[ast.stmt]:
        if isinstance(node, ast.ClassDef):
            node.body += [_as_field(each) for each in self._plan.fields.get((here, node.name), ())]
        yield node
        for name in sorted(defined(node) if isinstance(node, ast.ClassDef) else defined(node) & changed):
            line = ast.parse(f"{name} = {PUT}({name!r}, {name})").body[0]
            yield ast.copy_location(line, node)


def _as_field(added: Field) -> ast.stmt:
    kind = "bool" if added.kind == "bool" else f"{RECORD}.{added.kind}"
    shape = ", ".join(map(str, added.shape))
    line = f"{added.name}: {RECORD}.Array[{kind}] = {RECORD}.array({shape})" if shape else f"{added.name}: {kind}"
    return ast.parse(line).body[0]


def defined(node: ast.stmt) -> set[str]:
    """The names that a statement of a module defines there."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def definitions(module: ModuleType) -> set[str]:
    """The names that a module defines itself, and does not import."""
    tree = ast.parse(Path(str(module.__file__)).read_bytes())
    return {name for node in tree.body for name in defined(node)}


def load(plan: Plan) -> ModuleType:
    """The twin's package, imported; whatever goes wrong in it, nothing of it stays."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)  # before the one that would find the same file unchanged
    _finder.plans[plan.twin] = plan
    try:
        package = importlib.import_module(plan.twin)
    except BaseException:
        forget(plan)
        raise
    for module in modules(plan):
        take_identities(vars(module), plan)
    return package


def forget(plan: Plan) -> None:
    """Nothing of a twin is there any more."""
    _finder.plans.pop(plan.twin, None)
    for module in modules(plan):
        del sys.modules[module.__name__]


def modules(plan: Plan) -> list[ModuleType]:
    """All modules of a twin that are there."""
    return [
        module for name, module in list(sys.modules.items()) if name == plan.twin or name.startswith(f"{plan.twin}.")
    ]


def take_identities(names: Mapping[str, Any], plan: Plan) -> None:
    """Each rule is to the kit, and in machine code, the one it was copied from."""
    for value in [*names.values(), *plan.original.values()]:
        if is_rule(value) and value.identity.startswith(f"{plan.twin}."):
            value.identity = plan.package + value.identity.removeprefix(plan.twin)
            function: Any = value
            function.__module__ = plan.package + function.__module__.removeprefix(plan.twin)
            if function.__module__ not in sys.modules:  # Numba looks there for the name of a function's module
                sys.modules[function.__module__] = ModuleType(function.__module__)
