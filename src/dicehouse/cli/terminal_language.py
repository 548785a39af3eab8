"""Choose the language of texts for players in the terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping

from dicehouse.i18n import DEFAULT_LANGUAGE, languages, listing, negotiate_language
from dicehouse.i18n.language import PSEUDO_LANGUAGE

from .exit_codes import UsageError, quote_input

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts


def terminal_language(asked: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the language `asked` for by --lang, or else the one of the locale. Raise UsageError if there is none such.

    English is the answer for a locale in a language that Dicehouse does not speak.
    """
    known = languages()
    if asked is not None:
        if asked in (*known, PSEUDO_LANGUAGE):
            return asked
        raise UsageError(f"There is no language {quote_input(asked)}. The languages are {listing(known)}.")
    locale = next((value for name in LOCALE_VARIABLES if (value := environment.get(name))), DEFAULT_LANGUAGE)
    return negotiate_language(locale, known)
