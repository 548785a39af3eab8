"""Codes that are said aloud: read in any spelling, told apart, and too many to guess."""

# ruff: noqa: RUF001  # letters that look like others are what some of this is about

from __future__ import annotations

import pytest

from dicehouse.server import spoken_codes
from dicehouse.web.rate_limits import RateLimits


@pytest.mark.parametrize(
    "typed",
    [
        "quiet oak 7",
        "Quiet-Oak-7",
        "QUIET OAK 7",
        "quietoak7",
        " quiet  oak\t7\n",
        "quiet_oak_07",
        "ｑｕｉｅｔ　ｏａｋ　７",
        "“quiet oak 7”.",
    ],
)
def test_a_code_is_read_in_any_spelling(typed: str) -> None:
    assert spoken_codes.read(typed) == "quiet-oak-7"


@pytest.mark.parametrize(
    "typed",
    ["", "quiet oak", "oak quiet 7", "quiet oak 1", "quiet oak 100", "quiet oak -7x", "quiet 7 oak", "7 quiet oak",
     "quiet oak ٧",      "quiet oak 7" * 20, "\0", "ab" * 16, "quiet oak ７７７"],
)  # fmt: skip
def test_what_is_no_code_is_none(typed: str) -> None:
    assert spoken_codes.read(typed) is None


def test_every_code_that_is_drawn_can_be_read() -> None:
    for _ in range(500):
        code = spoken_codes.draw()
        assert spoken_codes.read(spoken_codes.spoken(code)) == code


def test_no_two_codes_are_written_alike() -> None:
    """Without the spaces, too, each pair of words can be read in one way only."""
    assert len({first + second for first in spoken_codes.FIRST for second in spoken_codes.SECOND}) == len(
        spoken_codes.FIRST
    ) * len(spoken_codes.SECOND)
    assert len(set(spoken_codes.FIRST)) == len(spoken_codes.FIRST) and len(set(spoken_codes.SECOND)) == len(
        spoken_codes.SECOND
    )
    assert all(
        word.isascii() and word.isalpha() and word.islower() and len(word) <= 9
        for word in spoken_codes.FIRST + spoken_codes.SECOND
    )


def test_the_odds_of_guessing_are_those_that_are_told() -> None:
    limits, told = RateLimits(), spoken_codes.__doc__ or ""
    guesses = limits.all_guesses.burst + limits.all_guesses.per_second * spoken_codes.LIFE
    assert f"{spoken_codes.SPACE:,} codes" in told
    assert f"{guesses:.0f} attempts" in told
    assert f"a given seat is 1 in {spoken_codes.SPACE / guesses:,.0f}"[:-3] + "000," in " ".join(told.split())
