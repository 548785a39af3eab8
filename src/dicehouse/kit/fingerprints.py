"""What a rule is made of, as a hash: its own code and constants, and which rules it calls.

Compiled code is kept under these hashes, so an edited rule, constant or record is never served from the cache. What
can't be described is hashed by its address: such a rule is compiled afresh in every process, and never stale.
"""

from __future__ import annotations

import dis
import hashlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from .compiling import Rule, is_rule
from .record import dtype

RAISES = dis.opmap["RAISE_VARARGS"]


@dataclass(frozen=True)
class Parts:
    """The hash of a rule's own text, and the rules that it names."""

    own: str
    used: tuple[Rule, ...]


_known: WeakKeyDictionary[Any, Parts] = WeakKeyDictionary()


def parts_of(rule: Rule) -> Parts:
    """The rule's own hash (what it calls is not in it), and what it may call."""
    if rule not in _known:
        _known[rule] = _Reader().read(rule)
    return _known[rule]


def reach(rules: Iterable[Rule]) -> list[Rule]:
    """These rules and all that they reach, each once."""
    found: dict[Rule, None] = {}
    left = list(rules)
    while left:
        rule = left.pop()
        if rule not in found:
            found[rule] = None
            left.extend(parts_of(rule).used)
    return list(found)


def fingerprint_of(named: Iterable[tuple[str, Any]]) -> str:
    """A hash of these values by name, and of every rule that they reach."""
    reader = _Reader()
    for name, value in named:
        reader.add(name, value)
    for line in sorted(f"{rule.identity} {parts_of(rule).own}" for rule in reach(reader.used)):
        reader.text(line)
    return reader.hash()


class _Reader:
    """Reads a rule through the names it uses."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self.used: dict[Rule, None] = {}

    def hash(self) -> str:
        return self._digest.hexdigest()[:16]

    def text(self, text: str) -> None:
        self._digest.update(text.encode() + b"\0")

    def read(self, rule: Rule) -> Parts:
        self.text(rule.identity)
        self._function(rule)
        return Parts(self.hash(), tuple(self.used))

    def _function(self, function: Any) -> None:
        self.text(repr((function.__defaults__, function.__kwdefaults__)))
        for cell in function.__closure__ or ():
            self.add("a free variable", cell.cell_contents)
        self._code(function.__code__, function.__globals__)

    def _code(self, code: CodeType, names: dict[str, Any]) -> None:
        self._digest.update(code.co_code)
        if RAISES in code.co_code[::2]:  # the error tells its line
            self.text(f"{code.co_firstlineno} {code.co_linetable.hex()}")
        for const in code.co_consts:
            if isinstance(const, CodeType):
                self._code(const, names)
            else:
                self.text(repr(const))
        self.text(repr((code.co_names, code.co_varnames, code.co_freevars)))
        for name in code.co_names:
            if name in names:
                self.add(name, names[name], code.co_names)

    def add(self, name: str, value: Any, attributes: Iterable[str] = ()) -> None:
        """A value that compiled code sees, and of a module what `attributes` may take from it."""
        if is_rule(value):
            self.used[value] = None
            self.text(f"{name} is {value.identity}")
        elif isinstance(value, ModuleType):
            self.text(f"{name} is module {value.__name__}")
            if value.__name__.partition(".")[0] not in ("numpy", "numba", "math"):
                for attribute in attributes:
                    if hasattr(value, attribute):
                        self.add(f"{name}.{attribute}", getattr(value, attribute))
        else:
            self.text(f"{name} is {self._described(value)}")

    def _described(self, value: Any) -> str:
        if isinstance(value, type) and issubclass(value, Enum):
            return repr(sorted((key, member.value) for key, member in value.__members__.items()))
        if isinstance(value, type) and isinstance(getattr(value, "dtype", None), np.dtype):
            return self._described(dtype(value))
        if isinstance(value, np.dtype):
            return f"{value.descr} {value.itemsize}"
        if isinstance(value, np.ndarray):
            return f"{value.dtype.str} {value.shape} {value.tobytes().hex()}"
        if isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            overloads = _file_hash(value.__module__) if isinstance(value, FunctionType) else ""
            return f"{value.__module__}.{value.__qualname__} {overloads}"
        return repr(value)


@cache
def _file_hash(module: str) -> str:
    """A hash of a module's file: what a function that is no rule means in compiled code is said beside it."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
