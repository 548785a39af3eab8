"""Choose a reader's language, and write numbers as that language does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

DEFAULT_LANGUAGE = "en"
PSEUDO_LANGUAGE = "en-XA"  # accents, brackets, and 40% longer: whatever still looks like English was not extracted
LONGEST_WORD = 8  # letters that are added without a space, which few labels of other languages exceed
_ACCENTS = str.maketrans("AaCcEeIiNnOoUuYy", "ÅåÇçÉéÎîÑñÖöÛûÝý")
_current: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """Hold how a language writes numbers: what separates thousands and decimals, and what stands before a %."""

    thousands: str
    decimal: str
    before_percent: str


NUMBER_STYLES = {
    "en": NumberStyle(",", ".", ""),
    "de": NumberStyle(".", ",", "\N{NO-BREAK SPACE}"),
}


def number_style(language: str) -> NumberStyle:
    """Return how `language` writes numbers; English numbers if nothing is known of it."""
    return NUMBER_STYLES.get(language, NUMBER_STYLES[DEFAULT_LANGUAGE])


def localize_number(english: str, language: str) -> str:
    """Return a number that is written the English way ("1,500.5") as `language` writes it ("1.500,5")."""
    style = number_style(language)
    return english.translate({ord(","): style.thousands, ord("."): style.decimal})


def current_language() -> str:
    """Return the language of the reader whose request, or command, is being answered."""
    return _current.get()


@contextmanager
def using_language(language: str) -> Iterator[None]:
    """Make `language` the current language within a `with` block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def set_language(language: str) -> None:
    """Make `language` the current language of this task, or of the whole program if it is set at its start."""
    _current.set(language)


def negotiate_language(accepted: str, available: Sequence[str]) -> str:
    """Return the language of `available` that a reader likes best.

    `accepted` is an `Accept-Language` header ("de-AT,de;q=0.9,en;q=0.5") or a locale such as "de_DE.UTF-8". A regional
    form gets the language itself. English is the answer if nothing fits.
    """
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:1000].split(",")):
        found = re.fullmatch(
            r"\s*([A-Za-z]{2,8}|\*)(?:[-_][A-Za-z0-9]+)*(?:[.@][\w.@-]*)?\s*(?:;\s*q=([0-9.]+))?\s*", part
        )
        if found is None:
            continue
        try:
            weight = float(found[2]) if found[2] else 1.0
        except ValueError:
            continue
        if weight > 0:
            wishes.append((-weight, place, found[1].lower()))
    for _weight, _place, language in sorted(wishes):
        if language == "*":
            return DEFAULT_LANGUAGE
        if language in available:
            return language
    return DEFAULT_LANGUAGE


def pseudo_text(message: str) -> str:
    """Return a message with accents, 40% longer, in brackets; what holds no word but placeholders stays as it is."""
    parts = re.split(r"(\{\w+\})", message)
    if not any(character.isalpha() for part in parts[::2] for character in part):
        return message
    accented = "".join(part if i % 2 else part.translate(_ACCENTS) for i, part in enumerate(parts))
    longer = len(message) * 2 // 5
    padding = "~" * longer if longer <= LONGEST_WORD else " ~~~~~~~~" * (longer // 9 + 1)  # which can be wrapped
    return f"⟦{accented}{padding}⟧"
