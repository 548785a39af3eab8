"""Numbers in sentences."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A number with a minus sign that is one, not a hyphen."""
    return str(number).replace("-", MINUS)


def counted(number: int, one: str, several: str) -> str:
    """So many of something: "1 point", "\N{MINUS SIGN}3 points"."""
    return f"{signed(number)} {one if abs(number) == 1 else several}"
