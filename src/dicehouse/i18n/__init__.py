"""Write texts once, and show each reader their own language.

`_("{player} banks {points}.", player=name, points=1500)` returns a `Text`: a str in English that keeps its message and
its arguments, so that `in_language` can show it in another language later. Catalogues are gettext files (`locale/de.po`
beside this file, and `locale/de.po` in the folder of each game); `docs/translating.md` explains how to work on them.
"""

from .catalogues import languages
from .directions import isolate
from .language import DEFAULT_LANGUAGE, current_language, negotiate_language, using_language
from .text import Percent, Text, _, in_language, join_sentences, join_texts, listing, ngettext, pgettext

__all__ = [
    "DEFAULT_LANGUAGE",
    "Percent",
    "Text",
    "_",
    "current_language",
    "in_language",
    "isolate",
    "join_sentences",
    "join_texts",
    "languages",
    "listing",
    "negotiate_language",
    "ngettext",
    "pgettext",
    "using_language",
]
