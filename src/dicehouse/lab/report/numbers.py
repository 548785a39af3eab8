"""Numbers as people read them, and what may be said of a difference: that it differs, and that it matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, floor, log10, sqrt

from dicehouse.kit import shares

MINUS, SPACE = shares.MINUS, shares.FIXED
POINTS = 0.03  # of a share: the smallest effect that matters, unless somebody says otherwise
PART = 0.05  # of a mean or a quantile, as a part of it


def plain(value: float, digits: int | None = None) -> str:
    """A number with as many digits as help: 18.0, 0.42, 1,204."""
    if digits is None:
        digits = digits_for(value)
    text = f"{abs(value):,.{digits}f}"
    return f"{MINUS}{text}" if value < 0 and any(digit in "123456789" for digit in text) else text


def digits_for(value: float) -> int:
    """How many digits behind the point a number of this size needs."""
    size = abs(value)
    return 0 if size >= 100 else 1 if size >= 2 else 2


def trimmed(value: float) -> str:
    """A number without a nought behind the point: 3, 2.5."""
    return plain(value, 1).removesuffix(".0")


def percent(share: float, digits: int = 1) -> str:
    """A share as people read it: 52.7 %."""
    return shares.percent(share, digits, fixed=True)


def whole_percent(share: float) -> str:
    """A share to the nearest whole percent, with a digit more where that would be nothing."""
    return percent(share, 0 if abs(share) >= 0.0095 else 1)


def signed(value: float, digits: int) -> str:
    """A difference with its sign, the minus as long as the plus."""
    text = plain(value, digits)
    return text if text.startswith(MINUS) or not any(digit in "123456789" for digit in text) else f"+{text}"


def listed(words: Sequence[str]) -> str:
    """Words as people list them."""
    return " and ".join([", ".join(words[:-1]), *words[-1:]] if len(words) > 1 else words)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an interval allows to say of a difference, beside the smallest one that matters.

    `differs`: 1 more, -1 less, 0 it can't be told from none. `matters`: True it does, False it does not, None it
    can't be told.
    """

    differs: int
    matters: bool | None


def verdict(low: float, high: float, band: float) -> Verdict:
    """Two questions at once: does the interval leave out zero, and on which side of the band does it lie?"""
    differs = 1 if low > 0 else -1 if high < 0 else 0
    if low > band or high < -band:
        return Verdict(differs, True)
    return Verdict(differs, False if -band <= low and high <= band else None)


@cache
def quantile(share: float) -> float:
    """Where the normal distribution has this share of itself to the left (by halving; exact to a millionth)."""
    low, high = -40.0, 40.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if 0.5 * (1 + erf(middle / sqrt(2))) < share else (low, middle)
    return (low + high) / 2


def wider(confidence: float, many: int) -> float:
    """By how much an interval must be wider so that all of `many` hold at once (Bonferroni)."""
    beyond = (1 - confidence) / 2
    return quantile(1 - beyond / max(1, many)) / quantile(1 - beyond)


def widened(value: float, low: float, high: float, factor: float) -> tuple[float, float]:
    """An interval stretched on both sides of its value."""
    return value - (value - low) * factor, value + (high - value) * factor


def together(base: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float, float]:
    """The difference of two independent figures, each (value, low, high), with its interval (Newcombe 1998)."""
    (b, b_low, b_high), (o, o_low, o_high) = base, other
    low = o - b - sqrt((o - o_low) ** 2 + (b_high - b) ** 2)
    return o - b, low, o - b + sqrt((o_high - o) ** 2 + (b - b_low) ** 2)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from low to high, at most so many."""
    span = max(high - low, 1e-12)
    power = 10.0 ** floor(log10(span / most))
    step = next((m * power for m in (1, 2, 2.5, 5, 10, 20) if span / (m * power) <= most), 20 * power)
    first = int(-(-(low - 1e-9 * span) // step))
    return [number * step for number in range(first, int((high + 1e-9 * span) // step) + 1)]
