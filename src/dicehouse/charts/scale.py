"""Map figures to places on an axis, choose round ticks, and write the numbers on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

MINUS_SIGN = "\N{MINUS SIGN}"
TRACK_MARGIN = 3.0  # per cent of a track that stays free on either side


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """Hold a label of an axis or of a line across the chart, and its place in per cent."""

    at: float
    text: str


class Scale:
    """Map figures to places on a track, in per cent of its width."""

    def __init__(self, values: Iterable[float], *, around: Sequence[float] = (), most: int = 4) -> None:
        every = [*values, *around]
        low, high = (min(every), max(every)) if every else (0.0, 1.0)
        if high - low < 1e-12:
            low, high = low - 0.5, high + 0.5
        self.ticks = round_ticks(low, high, most)
        self.low, self.high = low, high

    def at(self, value: float) -> float:
        """Return the place of `value`; a value beyond the ends of the scale is placed at the end."""
        share = (value - self.low) / (self.high - self.low)
        return TRACK_MARGIN + (100 - 2 * TRACK_MARGIN) * min(1.0, max(0.0, share))


def round_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`."""
    span = max(high - low, 1e-12)
    power = 10.0 ** floor(log10(span / most))
    step = next((m * power for m in (1, 2, 2.5, 5, 10, 20) if span / (m * power) <= most), 20 * power)
    first = int(-(-(low - 1e-9 * span) // step))
    return [number * step for number in range(first, int((high + 1e-9 * span) // step) + 1)]


def format_number(value: float, digits: int | None = None) -> str:
    """Write a number with as many digits as help: 18.0, 0.42, 1,204."""
    if digits is None:
        digits = count_digits(value)
    text = f"{abs(value):,.{digits}f}"
    return f"{MINUS_SIGN}{text}" if value < 0 and any(digit in "123456789" for digit in text) else text


def format_signed(value: float, digits: int) -> str:
    """Write a difference with its sign, with the minus sign that is as long as the plus."""
    text = format_number(value, digits)
    return text if text.startswith(MINUS_SIGN) or not any(digit in "123456789" for digit in text) else f"+{text}"


def format_trimmed(value: float) -> str:
    """Write a number without a zero after the point: 3, 2.5."""
    return format_number(value, 1).removesuffix(".0")


def count_digits(value: float) -> int:
    """Return how many digits after the point a number of this size needs."""
    size = abs(value)
    return 0 if size >= 100 else 1 if size >= 2 else 2


def label_interval(count: int, most: int) -> int:
    """Return n so that labelling every nth of `count` things makes at most `most` labels."""
    return max(1, -(-count // most))
