"""Which rules are optimised together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from dicehouse.compiler.linker import MAX_COPIED_SIZE, CodeUnit, RuleLibrary, one_unit, units_by_file


@dataclass(eq=False)
class Code:
    """A rule as `units_of` sees it."""

    symbol: str
    home: str
    used: list[Code] = field(default_factory=list)
    size: int = MAX_COPIED_SIZE + 1


def units(codes: list[Code], called: list[str]) -> dict[str, CodeUnit]:
    return {unit.name: unit for unit in units_by_file(cast(list[RuleLibrary], codes), called)}


def symbols(codes: Any) -> list[str]:
    return [code.symbol for code in codes]


def test_a_playout_is_one_unit() -> None:
    far = Code("far", "c", size=1)
    near = Code("near", "b", [far])
    entry = Code("entry", "a", [near])
    (unit,) = one_unit(cast(list[RuleLibrary], [entry, near, far]), ["entry"])
    assert symbols(unit.members) == ["entry", "far", "near"]
    assert (unit.inlined_copies, unit.seen) == ([], {"entry"})


def test_a_file_is_a_unit_and_what_files_share_is_seen() -> None:
    shared = Code("shared", "c")
    one, two = Code("one", "a", [shared]), Code("two", "b", [shared])
    made = units([one, two, shared], ["one", "two"])
    assert {name: symbols(unit.members) for name, unit in made.items()} == {"a": ["one"], "b": ["two"], "c": ["shared"]}
    assert made["a"].seen == {"one", "two", "shared"}


def test_a_rule_with_one_caller_goes_to_the_callers_unit() -> None:
    last = Code("last", "c")
    middle = Code("middle", "b", [last])
    first = Code("first", "a", [middle])
    made = units([first, middle, last], ["first"])
    assert symbols(made["a"].members) == ["first", "last", "middle"]


def test_rules_that_call_themselves_or_each_other_find_a_home() -> None:
    itself = Code("itself", "a")
    itself.used.append(itself)
    ping, pong = Code("ping", "b"), Code("pong", "c")
    ping.used.append(pong)
    pong.used.append(ping)
    made = units([itself, ping, pong], ["itself"])
    assert sorted(name for unit in made.values() for name in symbols(unit.members)) == ["itself", "ping", "pong"]


def test_small_rules_are_copied_with_the_small_ones_that_they_call() -> None:
    tiny = Code("tiny", "c", size=3)
    small = Code("small", "c", [tiny], size=MAX_COPIED_SIZE)
    one, two = Code("one", "a", [small]), Code("two", "b", [small])
    made = units([one, two, small, tiny], ["one", "two"])
    assert symbols(made["a"].inlined_copies) == symbols(made["b"].inlined_copies) == ["small", "tiny"]
    assert made["a"].seen == {"one", "two"}
