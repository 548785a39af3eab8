"""Small words that all who tell of a study share."""

from __future__ import annotations


def count(number: int, one: str, many: str) -> str:
    """So many of something."""
    return f"{number:,} {one if number == 1 else many}"


def minus(text: str) -> str:
    """A figure with a minus as long as a plus."""
    return text.replace("-", "\N{MINUS SIGN}")


def typed(value: object) -> str:
    """A setting's value as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
