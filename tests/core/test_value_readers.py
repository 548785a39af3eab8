"""Values from outside: each reader takes what it promises and refuses everything else in one sentence."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dicehouse.core.value_readers import (
    SetupField,
    ValueReader,
    any_of,
    list_by_seat,
    list_of,
    mapping_of,
    none_value,
    one_of,
    read_setup,
    real_number,
    seat_number,
    short_text,
    true_or_false,
    whole_number,
)
from dicehouse.errors import BadSetting

WORDS = (
    SetupField("player", seat_number, "whose turn it is"),
    SetupField("totals", list_by_seat(whole_number(0, 99)), "points"),
)


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (whole_number(0, 9), 9),
        (real_number(-1, 1), 0.5),
        (real_number(-1, 1), 1),
        (true_or_false, False),
        (short_text(3), "abc"),
        (seat_number, 1),
        (one_of("red", "blue"), "blue"),
        (any_of(seat_number, none_value), None),
        (list_of(whole_number(1, 6), 2), [1, 6]),
        (list_by_seat(true_or_false), [True]),
        (mapping_of(one_of("a", "b"), whole_number(0, 1)), {"a": 1}),
    ],
)
def test_what_is_promised_is_taken_as_it_is(reader: ValueReader, value: object) -> None:
    assert reader(value, "it", 2) == value


@pytest.mark.parametrize(
    ("reader", "value", "said"),
    [
        (whole_number(0, 9), 10, "it must be a whole number from 0 to 9, not 10."),
        (whole_number(0, 9), True, "it must be a whole number from 0 to 9, not True."),
        (whole_number(0, 9), 1.0, "not 1.0."),
        (real_number(-1, 1), 10**400, "it must be a number from -1 to 1, not 1000"),
        (real_number(-1, 1), math.nan, "it must be a number from -1 to 1, not nan."),
        (real_number(-1, 1), math.inf, "not inf."),
        (real_number(-1, 1), "0", "not '0'."),
        (true_or_false, 1, "it must be True or False, not 1."),
        (short_text(3), "abcd", "at most 3 characters"),
        (short_text(3), "a\n", "at most 3 characters"),
        (seat_number, 2, "it must be a seat from 0 to 1, not 2."),
        (seat_number, -1, "not -1."),
        (one_of("red", "blue"), "blu", "did you mean 'blue'?"),
        (one_of("red", "blue"), 7, "the values are: red, blue."),
        (any_of(seat_number, none_value), "x", "it must be a seat, from 0, or None, not 'x'."),
        (list_of(whole_number(1, 6), 2), [1, 2, 3], "a list of 0 to 2"),
        (list_of(whole_number(1, 6), 2), "12", "a list of 0 to 2"),
        (list_of(whole_number(1, 6), 2), [1, 7], "it[1] must be a whole number"),
        (list_by_seat(true_or_false), [True] * 3, "a list of 0 to 2"),
        (mapping_of(one_of("a", "b"), whole_number(0, 1)), [("a", 1)], "a mapping"),
        (mapping_of(one_of("a", "b"), whole_number(0, 1)), {"a": 2}, "it['a'] must be a whole number"),
    ],
)
def test_everything_else_is_refused_in_a_sentence(reader: ValueReader, value: Any, said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        reader(value, "it", 2)
    assert said in str(refused.value)


def test_words_are_read_by_name() -> None:
    assert read_setup(WORDS, {"totals": [3, 4]}, 2) == {"totals": [3, 4]}
    with pytest.raises(BadSetting, match=r"has no word 'total'; did you mean totals\?"):
        read_setup(WORDS, {"total": [3, 4]}, 2)
    with pytest.raises(BadSetting, match=r"totals\[1\] must be a whole number from 0 to 99, not 100."):
        read_setup(WORDS, {"totals": [3, 100]}, 2)


@pytest.mark.parametrize(
    "reader", [real_number(-1, 1), whole_number(0, 9), one_of("red"), seat_number, short_text(3), true_or_false]
)
def test_a_number_too_long_to_be_written_is_refused_as_well(reader: ValueReader) -> None:
    with pytest.raises(BadSetting, match="something of the type int"):
        reader(10**5000, "it", 2)
