"""Show the sentences of `verify.py`, which must run without Dicehouse, in other languages."""

from __future__ import annotations

from dicehouse.i18n import Text

from . import verify


def as_text(sentence: str) -> str:
    """Return a sentence of `verify.py` as a text; any other as it is."""
    return Text(sentence.message, sentence.values) if isinstance(sentence, verify.Sentence) else sentence
