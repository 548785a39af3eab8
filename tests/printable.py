"""Whether a sentence can be printed, which quotes what somebody sent."""

from __future__ import annotations

ISOLATES = {0x2068: None, 0x2069: None}  # they stand around what is written from right to left


def is_printable(text: object) -> bool:
    """Return True if a text has only printable characters, and isolates around foreign directions."""
    return str(text).translate(ISOLATES).isprintable()
