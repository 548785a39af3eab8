"""Versions that share a list or a dict: each keeps reading its own beginning, whatever the others add."""

from __future__ import annotations

import pytest

from dicehouse.server.table.growing import Growing, GrowingMap


def test_a_version_does_not_see_what_later_ones_add() -> None:
    first = Growing([1, 2])
    second = first.plus(3)
    third = second.plus(4)
    assert [list(each) for each in (first, second, third)] == [[1, 2], [1, 2, 3], [1, 2, 3, 4]]
    assert (len(first), first[-1], first[1:], second[-1]) == (2, 2, [2], 3)
    with pytest.raises(IndexError, match="no item 2; there are 2"):
        first[2]


def test_two_versions_may_go_on_from_the_same_one() -> None:
    """As when a commit failed, and the same command is tried again."""
    start = Growing("a")
    lost, kept = start.plus("b"), start.plus("c")
    assert [list(each) for each in (start, lost, kept, kept.plus("d"), lost.plus("e"))] == [
        ["a"],
        ["a", "b"],
        ["a", "c"],
        ["a", "c", "d"],
        ["a", "b", "e"],
    ]
    assert kept == Growing("ac") != lost


def test_a_key_is_known_only_to_the_versions_that_have_it() -> None:
    start = GrowingMap({"a": 1})
    lost = start.plus("b", 2)
    kept = start.plus("c", 3).plus("d", 4)
    assert ("b" in start, "b" in lost, "b" in kept) == (False, True, False)
    assert (start.get("c"), lost.get("c"), kept.get("c")) == (None, None, 3)
    assert dict(kept) == {"a": 1, "c": 3, "d": 4} == kept
    assert dict(lost.plus("a", 5)) == {"a": 5, "b": 2} and lost["a"] == 1
