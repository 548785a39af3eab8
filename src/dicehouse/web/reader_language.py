"""Choose the language in which a request is answered, and let a reader choose another one."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.responses import Response

from ..i18n import DEFAULT_LANGUAGE, languages, negotiate_language
from ..i18n.language import PSEUDO_LANGUAGE

LANGUAGE_COOKIE = "dicehouse-language"
YEAR = 365 * 24 * 3600
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}  # in the language itself
UNTRANSLATED = ("/api/", "/static/")
OFFERED = ("en", "de")


def reader_language(path: str, headers: Headers) -> str:
    """Return the language for a request: the one its reader chose, or else the best of those the browser asks for.

    The API speaks English to programs, whatever they ask for.
    """
    if path.startswith(UNTRANSLATED):
        return DEFAULT_LANGUAGE
    try:
        chosen = SimpleCookie(headers.get("cookie", "")).get(LANGUAGE_COOKIE)
    except CookieError:
        chosen = None
    if chosen is not None and is_language(chosen.value):
        return chosen.value
    return negotiate_language(headers.get("accept-language", ""), OFFERED)


def is_language(text: str) -> bool:
    """Return True if `text` is the code of a language that pages can be shown in."""
    return text in languages() or text == PSEUDO_LANGUAGE


def remember_language(response: Response, language: str, secure: bool) -> None:
    """Set the cookie by which a browser keeps the `language` that its reader chose."""
    response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def language_choices() -> list[tuple[str, str]]:
    """Return the languages that a reader may choose, each with its own name."""
    return [(code, LANGUAGE_NAMES.get(code, code)) for code in OFFERED]
