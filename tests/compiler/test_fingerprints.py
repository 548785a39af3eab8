"""A rule's hash changes with all that it is made of, and with nothing else."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dicehouse.compiler import fingerprints, rule_compiler
from dicehouse.compiler.fingerprints import fingerprint_of, reachable_rules, rule_hash
from dicehouse.compiler.program import INT, tuple_type

SOURCE = """
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from dicehouse.core import Codes, i8, record, rules
import fingerprinted_numbers as numbers

NUMBER, PAIR, TABLE = 1, (1, 2), np.array([1, 2])
PLAY = Codes().block(card=6)


class Kind(IntEnum):
    ONE = 1


@record
class Thing:
    size: i8


@rules
def helper(x: int, more: int = 1) -> int:
    return x + more


@rules
def rule(x: int) -> int:
    return helper(x) + NUMBER + PAIR[0] + TABLE[0] + Kind.ONE + PLAY.of(1) + numbers.FAR + 10


@rules
def uses_a_record() -> int:
    return Thing.size


KIND = np.dtype([("number", np.int8)])


@rules
def makes_a_record() -> int:
    return KIND


class Pair(NamedTuple):
    first: int
    second: int


@rules
def makes_a_pair() -> int:
    return Pair(1, 2).first


@rules
def other(x: int) -> int:
    assert x > 0
    return x
"""
NUMBERS = "from dicehouse.core import rules\nFAR = 5\n\n\n@rules\ndef far(x: int) -> int:\n    return x\n"


def module(source: str = SOURCE, numbers: str = NUMBERS) -> ModuleType:
    """The sources as they would be read by a new process."""
    for name, text in (("fingerprinted_numbers", numbers), ("fingerprinted", source)):
        made = sys.modules[name] = ModuleType(name)
        for identity in [known for known in rule_compiler._identities if known.startswith(f"{name}.")]:
            del rule_compiler._identities[identity]
        exec(compile(text, f"{name}.py", "exec"), made.__dict__)  # noqa: S102  # the text above
    return made


def own(name: str, source: str = SOURCE, numbers: str = NUMBERS) -> str:
    return rule_hash(getattr(module(source, numbers), name)).own


@pytest.mark.parametrize("name", ["rule", "helper", "other", "uses_a_record", "makes_a_record", "makes_a_pair"])
def test_the_same_source_has_the_same_hash(name: str) -> None:
    assert own(name) == own(name)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+ 10", "+ 11"),
        ("NUMBER, PAIR, TABLE = 1,", "NUMBER, PAIR, TABLE = 2,"),
        ("(1, 2), np", "(2, 2), np"),
        ("np.array([1, 2])", "np.array([3, 2])"),
        ("np.array([1, 2])", "np.array([1, 2], np.int8)"),
        ("ONE = 1", "ONE = 2"),
        ("card=6", "card=7"),
    ],
)
def test_an_edited_rule_or_constant_has_another_hash(old: str, new: str) -> None:
    assert own("rule", SOURCE.replace(old, new)) != own("rule")


def test_a_constant_of_another_module_belongs_to_the_rule() -> None:
    assert own("rule", numbers=NUMBERS.replace("FAR = 5", "FAR = 6")) != own("rule")


def test_a_record_belongs_to_the_rule() -> None:
    assert own("uses_a_record", SOURCE.replace("size: i8", "size: i8\n    more: i8")) != own("uses_a_record")
    assert own("makes_a_record", SOURCE.replace("np.int8)])", "np.int16)])")) != own("makes_a_record")


def test_the_order_of_the_fields_of_a_named_tuple_belongs_to_the_rule() -> None:
    swapped = SOURCE.replace("first: int\n    second: int", "second: int\n    first: int")
    assert own("makes_a_pair", swapped) != own("makes_a_pair")
    pairs = [tuple_type(module(source).Pair, INT, INT) for source in (SOURCE, swapped)]
    assert str(pairs[0]) == str(pairs[1])
    assert fingerprint_of([("pair", pairs[0])]) != fingerprint_of([("pair", pairs[1])])


def test_defaults_belong_to_the_rule() -> None:
    assert own("helper", SOURCE.replace("more: int = 1", "more: int = 2")) != own("helper")


def test_an_error_tells_its_line_and_other_rules_may_move() -> None:
    moved = SOURCE.replace("NUMBER, PAIR", "\n\nNUMBER, PAIR")
    assert own("rule", moved) == own("rule")
    assert own("other", moved) != own("other")


def test_a_called_rule_is_reached_but_its_code_is_its_own() -> None:
    edited = SOURCE.replace("return x + more", "return x - more")
    assert own("rule", edited) == own("rule")
    before, after = module().rule, module(edited).rule
    assert [rule.identity for rule in reachable_rules([before])] == ["fingerprinted.rule", "fingerprinted.helper"]
    assert fingerprint_of([("rule", before)]) != fingerprint_of([("rule", after)])


def test_a_rule_called_through_its_module_is_reached() -> None:
    through = SOURCE.replace("numbers.FAR", "numbers.far(x)")
    assert "fingerprinted_numbers.far" in [rule.identity for rule in reachable_rules([module(through).rule])]
    before = fingerprint_of([("rule", module(through).rule)])
    assert fingerprint_of([("rule", module(through, NUMBERS.replace("return x", "return -x")).rule)]) != before


def test_a_function_that_is_no_rule_means_what_its_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code reaches it through an overload, which stands beside it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    used = SOURCE.replace("import fingerprinted_numbers as numbers", "from fingerprinted_plain import plain").replace(
        "numbers.FAR", "plain()"
    )
    found = []
    for overload in ("1", "2"):
        (tmp_path / "fingerprinted_plain.py").write_text(f"def plain():\n    return 1\n\nOVERLOAD = {overload}\n")
        monkeypatch.delitem(sys.modules, "fingerprinted_plain", raising=False)
        importlib.invalidate_caches()
        fingerprints._file_hash.cache_clear()
        found.append(own("rule", used))
    assert found[0] != found[1]


def test_what_cannot_be_described_is_never_taken_for_the_same() -> None:
    strange = SOURCE.replace("TABLE = 1, (1, 2), np.array([1, 2])", "TABLE = 1, (1, 2), [object()]")
    assert own("rule", strange) != own("rule", strange)
