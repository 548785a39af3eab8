"""Hash what a rule is made of: its own code and constants, and the rules it calls.

Compiled code is stored under these hashes, so an edited rule, constant or record is never served from the cache. A
value that can't be described is hashed by its address: a rule that uses it is compiled in every process, and never
stale.
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
from numba import types

from ..records.record import dtype
from .rule_compiler import Rule, is_rule

RAISE_OPCODE = dis.opmap["RAISE_VARARGS"]


@dataclass(frozen=True)
class RuleHash:
    """Hold the hash of a rule's own code, and the rules that it names."""

    own: str
    used: tuple[Rule, ...]


_rule_hashes: WeakKeyDictionary[Any, RuleHash] = WeakKeyDictionary()


def rule_hash(rule: Rule) -> RuleHash:
    """Return the hash of `rule` alone (without the rules it calls), and the rules that it may call."""
    if rule not in _rule_hashes:
        _rule_hashes[rule] = _Hasher().read(rule)
    return _rule_hashes[rule]


def reachable_rules(rules: Iterable[Rule]) -> list[Rule]:
    """Return `rules` and all rules that they reach, each once."""
    found: dict[Rule, None] = {}
    left = list(rules)
    while left:
        rule = left.pop()
        if rule not in found:
            found[rule] = None
            left.extend(rule_hash(rule).used)
    return list(found)


def fingerprint_of(named: Iterable[tuple[str, Any]]) -> str:
    """Return a hash of the values in `named`, by name, and of every rule that they reach."""
    reader = _Hasher()
    for name, value in named:
        reader.add(name, value)
    for line in sorted(f"{rule.identity} {rule_hash(rule).own}" for rule in reachable_rules(reader.used)):
        reader.text(line)
    return reader.hash()


class _Hasher:
    """Hash a rule and the values of the names it uses."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self.used: dict[Rule, None] = {}

    def hash(self) -> str:
        return self._digest.hexdigest()[:16]

    def text(self, text: str) -> None:
        self._digest.update(text.encode() + b"\0")

    def read(self, rule: Rule) -> RuleHash:
        self.text(rule.identity)
        self._function(rule)
        return RuleHash(self.hash(), tuple(self.used))

    def _function(self, function: Any) -> None:
        self.text(repr((function.__defaults__, function.__kwdefaults__)))
        for cell in function.__closure__ or ():
            self.add("a free variable", cell.cell_contents)
        self._code(function.__code__, function.__globals__)

    def _code(self, code: CodeType, names: dict[str, Any]) -> None:
        self._digest.update(code.co_code)
        if RAISE_OPCODE in code.co_code[::2]:  # the error shows its line
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
        """Hash a value that compiled code sees under `name`; of a module, hash what it has of `attributes`."""
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
            self.text(f"{name} is {self._describe(value)}")

    def _describe(self, value: Any) -> str:
        if isinstance(value, type) and issubclass(value, Enum):
            return repr(sorted((key, member.value) for key, member in value.__members__.items()))
        if isinstance(value, type) and isinstance(getattr(value, "dtype", None), np.dtype):
            return self._describe(dtype(value))
        if isinstance(value, np.dtype):
            return f"{value.descr} {value.itemsize}"
        if isinstance(value, types.BaseNamedTuple):  # its own text lacks the names of its fields
            named = (f"{name}: {self._describe(kind)}" for name, kind in zip(value.fields, value, strict=True))
            return f"{value.instance_class.__qualname__}({', '.join(named)})"
        if isinstance(value, np.ndarray):
            return f"{value.dtype.str} {value.shape} {value.tobytes().hex()}"
        if isinstance(value, type) and issubclass(value, tuple):
            return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}"
        if isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            overloads = _file_hash(value.__module__) if isinstance(value, FunctionType) else ""
            return f"{value.__module__}.{value.__qualname__} {overloads}"
        return repr(value)


@cache
def _file_hash(module: str) -> str:
    """Return a hash of a module's file.

    A plain function has its compiled meaning declared in the file that defines it, so the file stands for both.
    """
    file = getattr(sys.modules.get(module), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
