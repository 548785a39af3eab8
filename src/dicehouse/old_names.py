"""Keep the import paths and names of earlier versions working for one version, with a DeprecationWarning.

`old_names.json` holds, for each module of an earlier version that is gone, the module that has its content now, and the
names in it that were renamed or moved elsewhere. Old names of attributes, methods and keywords stand beside the new
ones, as `old_attribute` and `accept_old_keywords`. docs/compatibility.md says how long they stay.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache, reduce, wraps
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypedDict, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class OldNames(TypedDict):
    """Hold the content of old_names.json."""

    modules: dict[str, str]  # old module: new module
    names: dict[
        str, dict[str, str]
    ]  # old module: {old name: "new module:new name"}, where the new name may be Class.method


@cache
def read_old_names() -> OldNames:
    """Return the table of old and new names."""
    file = Path(__file__).with_suffix(".json")
    if not file.is_file():  # in a browser tab, where nobody's programs run
        return {"modules": {}, "names": {}}
    found: OldNames = json.loads(file.read_text(encoding="utf-8"))
    return found


def resolve_old_name(module: str, name: str) -> Any:
    """Return what `name` in the old `module` is called now; AttributeError if there is no such thing."""
    table = read_old_names()
    place, _, new_name = table["names"].get(module, {}).get(name, "").partition(":")
    if not place:
        place, new_name = table["modules"][module], name
    return reduce(getattr, new_name.split("."), importlib.import_module(place))


def old_name_getter(module: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module that is still there but has given names of it a better one."""

    def get_old_name(name: str) -> Any:
        place, _, new_name = read_old_names()["names"].get(module, {}).get(name, "").partition(":")
        if not place:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(
            f"{module}.{name} is now {place}.{new_name}; the old name works for one version.",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(importlib.import_module(place), new_name)

    return get_old_name


class old_attribute:  # noqa: N801  # it is written like a decorator
    """Keep the old name of an attribute or method: `scores = old_attribute("points")` in the body of the class.

    A subclass that overrides the method by its old name may call `super().scores()`: that is `points` of this class.
    """

    def __init__(self, new_name: str) -> None:
        self._new_name = new_name

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    def _warn(self) -> None:
        warnings.warn(
            f"{self._owner.__name__}.{self._name} is now {self._owner.__name__}.{self._new_name}; "
            "the old name works for one version.",
            DeprecationWarning,
            stacklevel=3,
        )

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        self._warn()
        if instance is not None and inspect.getattr_static(owner, self._name) is not self:
            return getattr(self._owner, self._new_name).__get__(instance)
        return getattr(owner if instance is None else instance, self._new_name)

    def __set__(self, instance: Any, value: Any) -> None:
        self._warn()
        setattr(instance, self._new_name, value)


def accept_old_keywords(**new_names: str) -> Callable[[F], F]:
    """Return a decorator by which a function takes keywords by their old names, too: `@accept_old_keywords(old="new")`.

    A decorated class takes them when it is called.
    """

    def decorate(function: F) -> F:
        if isinstance(function, type):
            function.__init__ = decorate(function.__init__)  # type: ignore[misc]
            return function

        @wraps(function)
        def call(*arguments: Any, **keywords: Any) -> Any:
            if new_names.keys().isdisjoint(keywords):  # as in most calls of a match
                return function(*arguments, **keywords)
            for old in keywords.keys() & new_names.keys():
                warnings.warn(
                    f"The argument `{old}` is now `{new_names[old]}`; the old name works for one version.",
                    DeprecationWarning,
                    stacklevel=2,
                )
                keywords[new_names[old]] = keywords.pop(old)
            return function(*arguments, **keywords)

        return call  # type: ignore[return-value]

    return decorate


class _OldModule(ModuleType):
    """Stand for a module of an earlier version: it has no content of its own, and returns what its names mean now."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return resolve_old_name(self.__name__, name)
        except AttributeError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, except a submodule whose name means a function here: `dicehouse.kit.record` had both."""
        if isinstance(value, _OldModule):
            try:
                resolve_old_name(self.__name__, name)
            except AttributeError:
                pass
            else:
                return
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        table = read_old_names()
        current = importlib.import_module(table["modules"][self.__name__])
        return sorted({*dir(current), *table["names"].get(self.__name__, {})})


class _OldLoader(InspectLoader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _OldModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: an old module has no content."""

    def get_code(self, fullname: str) -> CodeType:
        """Return what `python -m` runs: the new module."""
        new = read_old_names()["modules"][fullname]
        return compile(
            f"import runpy\nrunpy.run_module({new!r}, run_name='__main__', alter_sys=True)", fullname, "exec"
        )

    def get_source(self, fullname: str) -> None:
        """Return None: there is no source."""


class OldNamesFinder(MetaPathFinder):
    """Find the modules of earlier versions; all finders before it have found nothing of that name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old module of ours, after a warning that names the new one; None for any other."""
        if not fullname.startswith("dicehouse.") or (new := read_old_names()["modules"].get(fullname)) is None:
            return None
        warnings.warn(f"{fullname} is now {new}; the old name works for one version.", DeprecationWarning, stacklevel=2)
        is_package = any(name.startswith(f"{fullname}.") for name in read_old_names()["modules"])
        return ModuleSpec(fullname, _OldLoader(), is_package=is_package)


def install() -> None:
    """Let Python find the modules of earlier versions from now on."""
    if not any(isinstance(finder, OldNamesFinder) for finder in sys.meta_path):
        sys.meta_path.append(OldNamesFinder())
