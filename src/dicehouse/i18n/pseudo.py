"""Make the pseudo-language, which shows what was not extracted and what has no room for longer words."""

from __future__ import annotations

import re

_ACCENTS = str.maketrans("AaCcEeIiNnOoUuYy", "ÅåÇçÉéÎîÑñÖöÛûÝý")


def pseudo_text(message: str) -> str:
    """Return a message with accents, 40% longer, in brackets; what holds no word but placeholders stays as it is."""
    parts = re.split(r"(\{\w+\})", message)
    if not any(character.isalpha() for part in parts[::2] for character in part):
        return message
    accented = "".join(part if i % 2 else part.translate(_ACCENTS) for i, part in enumerate(parts))
    return f"⟦{accented}{'~' * (len(message) * 2 // 5)}⟧"
