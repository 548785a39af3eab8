"""Values from outside: each reader takes what it promises and refuses everything else in one sentence."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dicehouse.errors import BadSetting
from dicehouse.kit.reading import (
    Reader,
    Word,
    by_seat,
    either,
    flag,
    many,
    nothing,
    one_of,
    read_words,
    real,
    seat,
    table,
    text,
    whole,
)

WORDS = (Word("player", seat, "whose turn it is"), Word("totals", by_seat(whole(0, 99)), "points"))


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (whole(0, 9), 9),
        (real(-1, 1), 0.5),
        (real(-1, 1), 1),
        (flag, False),
        (text(3), "abc"),
        (seat, 1),
        (one_of("red", "blue"), "blue"),
        (either(seat, nothing), None),
        (many(whole(1, 6), 2), [1, 6]),
        (by_seat(flag), [True]),
        (table(one_of("a", "b"), whole(0, 1)), {"a": 1}),
    ],
)
def test_what_is_promised_is_taken_as_it_is(reader: Reader, value: object) -> None:
    assert reader(value, "it", 2) == value


@pytest.mark.parametrize(
    ("reader", "value", "said"),
    [
        (whole(0, 9), 10, "it is a whole number from 0 to 9, not 10."),
        (whole(0, 9), True, "it is a whole number from 0 to 9, not True."),
        (whole(0, 9), 1.0, "not 1.0."),
        (real(-1, 1), 10**400, "it is a number from -1 to 1, not 1000"),
        (real(-1, 1), math.nan, "it is a number from -1 to 1, not nan."),
        (real(-1, 1), math.inf, "not inf."),
        (real(-1, 1), "0", "not '0'."),
        (flag, 1, "it is True or False, not 1."),
        (text(3), "abcd", "at most 3 characters"),
        (text(3), "a\n", "at most 3 characters"),
        (seat, 2, "it is a seat from 0 to 1, not 2."),
        (seat, -1, "not -1."),
        (one_of("red", "blue"), "blu", "did you mean 'blue'?"),
        (one_of("red", "blue"), 7, "there are: red, blue."),
        (either(seat, nothing), "x", "it is a seat, from 0, or None, not 'x'."),
        (many(whole(1, 6), 2), [1, 2, 3], "a list of 0 to 2"),
        (many(whole(1, 6), 2), "12", "a list of 0 to 2"),
        (many(whole(1, 6), 2), [1, 7], "it[1] is a whole number"),
        (by_seat(flag), [True] * 3, "a list of 0 to 2"),
        (table(one_of("a", "b"), whole(0, 1)), [("a", 1)], "a mapping"),
        (table(one_of("a", "b"), whole(0, 1)), {"a": 2}, "it['a'] is a whole number"),
    ],
)
def test_everything_else_is_refused_in_a_sentence(reader: Reader, value: Any, said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        reader(value, "it", 2)
    assert said in str(refused.value)


def test_words_are_read_by_name() -> None:
    assert read_words(WORDS, {"totals": [3, 4]}, 2) == {"totals": [3, 4]}
    with pytest.raises(BadSetting, match=r"knows no word 'total'; did you mean totals\?"):
        read_words(WORDS, {"total": [3, 4]}, 2)
    with pytest.raises(BadSetting, match=r"totals\[1\] is a whole number from 0 to 99, not 100."):
        read_words(WORDS, {"totals": [3, 100]}, 2)


@pytest.mark.parametrize("reader", [real(-1, 1), whole(0, 9), one_of("red"), seat, text(3), flag])
def test_a_number_too_long_to_be_written_is_refused_as_well(reader: Reader) -> None:
    with pytest.raises(BadSetting, match="something of the type int"):
        reader(10**5000, "it", 2)
