"""Write numbers as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse import text_format

LEAST_SHARE = 0.001  # smaller shares would be written as zero
MINUS_SIGN, NO_BREAK_SPACE = text_format.MINUS_SIGN, text_format.NO_BREAK_SPACE


def format_percent(share: float, digits: int = 1) -> str:
    """Write a share as people read it: 52.7%."""
    return text_format.format_percent(share, digits)


def format_whole_percent(share: float) -> str:
    """Write a share to the nearest whole percent, with a digit more where that would be zero."""
    if 0 < abs(share) < LEAST_SHARE / 2:
        return f"less than {format_percent(LEAST_SHARE)}"
    return format_percent(share, 0 if abs(share) >= 0.0095 else 1)


def join_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spell_number(number: int) -> str:
    """Return a small number as a word."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


def count_words(number: int, one: str, many: str) -> str:
    """Return a number with the word `one` or `many` after it."""
    return f"{number:,} {one if number == 1 else many}"


def with_minus_sign(text: str) -> str:
    """Return a figure with the minus sign that is as long as a plus."""
    return text.replace("-", "\N{MINUS SIGN}")
