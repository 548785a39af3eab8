"""The rules as plain Python again: the checked reference that the compiled form must match bit for bit."""

from __future__ import annotations

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from numba.core.dispatcher import Dispatcher


class Interpreter:
    """Turns compiled rules into plain functions that call only plain functions."""

    def __init__(self) -> None:
        self._namespaces: dict[int, dict[str, Any]] = {}

    def plain(self, value: Any) -> Any:
        """The value itself, or the plain function behind a rule."""
        if not isinstance(value, Dispatcher):
            return value
        function = value.py_func
        return self._namespace(function.__globals__)[function.__name__]

    def module(self, module: ModuleType) -> SimpleNamespace:
        """A module's names with every rule made plain."""
        return SimpleNamespace(**{name: self.plain(value) for name, value in vars(module).items()})

    def _namespace(self, source: dict[str, Any]) -> dict[str, Any]:
        names = self._namespaces.get(id(source))
        if names is None:
            names = self._namespaces[id(source)] = dict(source)
            own = {n: v for n, v in source.items() if isinstance(v, Dispatcher)}
            for name, value in own.items():
                if value.py_func.__globals__ is source:
                    f = value.py_func
                    names[name] = FunctionType(f.__code__, names, f.__name__, f.__defaults__)
            for name, value in own.items():
                if value.py_func.__globals__ is not source:
                    names[name] = self.plain(value)
        return names
