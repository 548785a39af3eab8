"""Import modules for a rule file: those of the changed game, under the names of today and of earlier versions."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable, Collection
from contextlib import suppress
from types import ModuleType
from typing import Any

from .old_names import current_module, find_current_name, is_definition, list_old_names, module_exists, read_old_names
from .package_twins import TwinChanges

ROOT = "dicehouse"


class RuleFileImports:
    """Serve as `__import__` of a rule file.

    While `changed` is False, the file gets the modules of the game as it is written; afterwards those of the changed
    game, in which the names that the file replaces keep their original values. Modules and names of an earlier version
    are found by `old_names`.
    """

    def __init__(self, plan: TwinChanges) -> None:
        self._plan, self.changed = plan, False
        self._views: dict[tuple[str, bool, bool], ModuleType] = {}

    def __call__(self, name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        """Return the module `name`, or its top package if nothing is `wanted` of it, as `__import__` does."""
        inside = self._is_inside(name)
        if level or not (inside or name in read_old_names() or any(_is_old(f"{name}.{each}") for each in wanted or ())):
            return builtins.__import__(name, names, local, wanted, level)
        if inside and not wanted:
            folder, _, last = name.rpartition(".")
            raise ImportError(f"write `from {folder} import {last}` in a house rule")
        if not wanted:
            return builtins.__import__(name, names, local, wanted) if module_exists(name) else self._top_package(name)
        return self._module_with(name, wanted)

    def _is_inside(self, name: str) -> bool:
        return name == self._plan.package or name.startswith(f"{self._plan.package}.")

    def _module_with(self, name: str, wanted: Collection[str]) -> ModuleType:
        """Return the module `name` for `from name import wanted`: the modules among `wanted` are imported, too."""
        module = self._view(name, originals=True)
        inner = [each for each in wanted if isinstance(vars(module).get(each, module), ModuleType)]
        for each in inner if hasattr(module, "__path__") else ():
            full = f"{name}.{each}" if _is_known(name, each) else f"{current_module(name)}.{each}"
            try:
                setattr(module, each, self._view(full, originals=False))
            except ModuleNotFoundError as error:
                if error.name is None or error.name.rpartition(".")[2] != each:
                    raise  # `each` is there, and imports something that is missing
        return module

    def _top_package(self, name: str) -> ModuleType:
        """Return dicehouse for `import name`, where `name` is a module of an earlier version."""
        top = parent = ModuleType(ROOT)
        vars(top).update(vars(importlib.import_module(ROOT)))
        parts = name.split(".")
        for i, part in enumerate(parts[1:], 2):
            view = self._view(".".join(parts[:i]), originals=False)
            setattr(parent, part, view)
            parent = view
        return top

    def _view(self, name: str, *, originals: bool) -> ModuleType:
        """Return a copy of the module `name` that also has the names of earlier versions.

        With `originals`, the names that the file replaces have the values that they had before.
        """
        key = (name, originals, self.changed)
        if key in self._views:
            return self._views[key]
        current = current_module(name)
        module = importlib.import_module(self._place(current))
        view = self._views[key] = _View(module.__name__, name, self._view)
        inner = {
            each for each, value in vars(module).items() if isinstance(value, ModuleType) and _is_known(name, each)
        }
        vars(view).update({each: value for each, value in vars(module).items() if each not in inner})
        if originals:
            here = self._plan.name_of(module.__name__)
            vars(view).update({key: value for (place, key), value in self._plan.original.items() if place == here})
        for old in list_old_names(name):
            if current != name or old not in vars(view):
                with suppress(AttributeError):  # a part of a text, such as `_plain`, may be gone for good
                    setattr(view, old, self._value(name, old, originals=originals))
        if current != name:
            known = vars(view)
            known["__all__"] = [old for old in list_old_names(name) if old in known and not old.startswith("_")]
        return view

    def _value(self, name: str, old: str, *, originals: bool) -> Any:
        """Return the value that `old` of the old module `name` has today."""
        place, new = find_current_name(name, old) or (name, old)
        if not new:
            return self._view(place, originals=False)
        original = (self._plan.name_of(place), new)
        if originals and self._is_inside(place) and original in self._plan.original and is_definition(name, old):
            return self._plan.original[original]
        return getattr(importlib.import_module(self._place(place)), new)

    def _place(self, module: str) -> str:
        """Return the dotted name from which the file gets `module` now: the changed game's, if it is of this game."""
        if self.changed and self._is_inside(module):
            return self._plan.twin + module.removeprefix(self._plan.package)
        return module


class _View(ModuleType):
    """Copy a module, and copy the modules inside it when they are used, by their old names, too."""

    def __init__(self, name: str, old_name: str, make_view: Callable[..., ModuleType]) -> None:
        super().__init__(name)
        self.__old_name, self.__make_view = old_name, make_view

    def __getattr__(self, name: str) -> Any:
        if _is_known(self.__old_name, name):
            return self.__make_view(f"{self.__old_name}.{name}", originals=False)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def _is_known(module: str, name: str) -> bool:
    return f"{module}.{name}" in read_old_names()


def _is_old(module: str) -> bool:
    return module in read_old_names() and not module_exists(module)
