"""Stand in for Numba and llvmlite, and say that nothing can be compiled; import this before anything else.

The modules that use Numba define rules and types with it when they are imported. Here every name of Numba is a class
that accepts any call. NUMBA_DISABLE_JIT, which Numba reads from the environment, makes the rules run interpreted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import MutableSequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

ABSENT = ("numba", "llvmlite")


class _Absent(type):
    """Be a name of an absent library: a class to inherit from, a function, a decorator or a module."""

    def __call__(cls, *arguments: Any, **_: Any) -> Any:
        is_decorator = cls.__name__.startswith("numba.njit") and arguments
        return arguments[0] if is_decorator else cls

    def __getattr__(cls, name: str) -> Any:
        return _absent_name(cls.__name__, name)

    def __getitem__(cls, item: Any) -> Any:
        return cls


def _absent_name(place: str, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Absent(f"{place}.{name}", (), {})


class _AbsentModule(ModuleType):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: MutableSequence[str] = []  # which makes it a package

    def __getattr__(self, name: str) -> Any:
        found = _absent_name(self.__name__, name)
        setattr(self, name, found)
        return found


class _AbsentFinder(MetaPathFinder, Loader):
    """Find any module of the absent libraries."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        absent = name.partition(".")[0] in ABSENT
        return ModuleSpec(name, self, is_package=True) if absent else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _AbsentModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ == "numba.core.config":
            module.DISABLE_JIT = True  # type: ignore[attr-defined]  # as the environment variable sets it


def install() -> None:
    """Make the absent libraries importable, and the clock of a thread the one of the process: there are no threads."""
    sys.meta_path.insert(0, _AbsentFinder())
    if not hasattr(time, "thread_time"):
        time.thread_time = time.process_time
