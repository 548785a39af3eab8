"""Keep names and words that are read from right to left from reordering the sentence around them."""

from __future__ import annotations

import unicodedata

FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"
RIGHT_TO_LEFT = ("R", "AL", "AN")


def isolate(text: str) -> str:
    """Return `text` between the marks that isolate its direction, if any of it is read from right to left."""
    if text.isascii() or text.startswith(FIRST_STRONG_ISOLATE):
        return text
    if not any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
