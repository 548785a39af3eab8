"""Import a game's package a second time, under a name of its own, with some of its names changed.

Each changed name is set right where its module defines it, so all code after that sees it: the rest of the module,
every `from .turn import bust`, and what is built from it at import (a table of phases, a record). The package as it is
written is never touched; both exist in one process.

A rule of the twin has the identity of the rule that it was copied from. So the compiler takes a changed game for an
edited game, and translates only what was edited (see compiler/program.py).
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

from ...compiler.rule_compiler import is_rule

KIT_RECORD = importlib.import_module("dicehouse.records.record")  # the kit itself calls a function by this name
PUT_NAME, RECORD_NAME = "__house_rule__", "__kit_record__"
AS_WRITTEN_FLAG = (
    "RULES_AS_WRITTEN"  # a module's own word for: what I hold was worked out for the rules as they are written
)


@dataclass(frozen=True)
class AddedField:
    """Describe one more field of a record class."""

    name: str
    kind: str
    shape: tuple[int, ...] = ()


@dataclass
class TwinChanges:
    """Hold what a twin changes, by module (its dotted name within the package) and name."""

    package: str  # as it is written
    twin: str
    values: dict[tuple[str, str], Any] = field(default_factory=dict)
    fields: dict[tuple[str, str], list[AddedField]] = field(default_factory=dict)
    original: dict[tuple[str, str], Any] = field(default_factory=dict)  # what the twin had there before it was changed

    def name_of(self, module: str) -> str:
        """Return the name of `module` within the package; "" for the package itself."""
        return module.removeprefix(self.twin).removeprefix(self.package).removeprefix(".")


class _TwinFinder(MetaPathFinder):
    """Find the modules of twins: each is made from the file of the module that it copies."""

    def __init__(self) -> None:
        self.plans: dict[str, TwinChanges] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        for twin, plan in self.plans.items():
            if name == twin or name.startswith(f"{twin}."):
                source = importlib.util.find_spec(plan.package + name.removeprefix(twin))
                if source is None or source.origin is None or not source.origin.endswith(".py"):
                    return None
                return importlib.util.spec_from_file_location(
                    name,
                    source.origin,
                    loader=_TwinLoader(plan, source.origin),
                    submodule_search_locations=source.submodule_search_locations,
                )
        return None


_finder = _TwinFinder()


class _TwinLoader(Loader):
    """Run a module's source with the changed names in place."""

    def __init__(self, plan: TwinChanges, file: str) -> None:
        self._plan, self._file = plan, file

    def exec_module(self, module: ModuleType) -> None:
        here = self._plan.name_of(module.__name__)

        def put(name: str, value: Any) -> Any:
            if name == AS_WRITTEN_FLAG:
                return False
            if (here, name) not in self._plan.values:
                return self._shared_enum(here, name, value)
            self._plan.original[here, name] = value
            return self._plan.values[here, name]

        vars(module).update({PUT_NAME: put, RECORD_NAME: KIT_RECORD})
        tree = ast.parse(Path(self._file).read_bytes(), self._file)
        changed = {name for place, name in self._plan.values if place == here}
        tree.body = [
            each for node in tree.body for each in self._changed_statements(node, here, changed | {AS_WRITTEN_FLAG})
        ]
        code = compile(ast.fix_missing_locations(tree), self._file, "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102  # the game's own source

    def _shared_enum(self, here: str, name: str, value: Any) -> Any:
        """Return the enum of the package as it is written for an enum of the twin: cached compiled rules name it."""
        if isinstance(value, type) and issubclass(value, Enum):
            return getattr(sys.modules[f"{self._plan.package}.{here}".rstrip(".")], name)
        return value

    def _changed_statements(self, node: ast.stmt, here: str, changed: set[str]) -> Iterator[ast.stmt]:
        if isinstance(node, ast.ClassDef):
            node.body += [_as_field(each) for each in self._plan.fields.get((here, node.name), ())]
        yield node
        for name in sorted(
            names_defined_by(node) if isinstance(node, ast.ClassDef) else names_defined_by(node) & changed
        ):
            line = ast.parse(f"{name} = {PUT_NAME}({name!r}, {name})").body[0]
            yield ast.copy_location(line, node)


def _as_field(added: AddedField) -> ast.stmt:
    kind = "bool" if added.kind == "bool" else f"{RECORD_NAME}.{added.kind}"
    shape = ", ".join(map(str, added.shape))
    line = (
        f"{added.name}: {RECORD_NAME}.Array[{kind}] = {RECORD_NAME}.array({shape})"
        if shape
        else f"{added.name}: {kind}"
    )
    return ast.parse(line).body[0]


def names_defined_by(node: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def module_definitions(module: ModuleType) -> set[str]:
    """Return the names that a module defines itself, without those that it imports."""
    tree = ast.parse(Path(str(module.__file__)).read_bytes())
    return {name for node in tree.body for name in names_defined_by(node)}


def import_twin(plan: TwinChanges) -> ModuleType:
    """Import the twin's package and return it; if anything in it fails, remove all of it."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)  # before the one that would find the same file unchanged
    _finder.plans[plan.twin] = plan
    try:
        package = importlib.import_module(plan.twin)
    except BaseException:
        forget_twin(plan)
        raise
    for module in twin_modules(plan):
        take_identities(vars(module), plan)
    return package


def forget_twin(plan: TwinChanges) -> None:
    """Remove every module of a twin."""
    _finder.plans.pop(plan.twin, None)
    for module in twin_modules(plan):
        del sys.modules[module.__name__]


def twin_modules(plan: TwinChanges) -> list[ModuleType]:
    """Return all loaded modules of a twin."""
    return [
        module for name, module in list(sys.modules.items()) if name == plan.twin or name.startswith(f"{plan.twin}.")
    ]


def take_identities(names: Mapping[str, Any], plan: TwinChanges) -> None:
    """Give each rule the identity, for the compiler and in machine code, of the rule that it was copied from."""
    for value in [*names.values(), *plan.original.values()]:
        if is_rule(value) and value.identity.startswith(f"{plan.twin}."):
            value.identity = plan.package + value.identity.removeprefix(plan.twin)
            function: Any = value
            function.__module__ = plan.package + function.__module__.removeprefix(plan.twin)
            if function.__module__ not in sys.modules:  # Numba looks there for the name of a function's module
                sys.modules[function.__module__] = ModuleType(function.__module__)
