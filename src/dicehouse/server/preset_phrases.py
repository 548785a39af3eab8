"""List the phrases that a page offers: the most frequent ones, and all that can be said at a quiet table."""

from __future__ import annotations

from ..i18n import Text, _, current_language, languages

PHRASES = (
    *(_("Hello!"), _("Well played!"), _("Lucky!"), _("Ouch!")),
    *(_("One moment, please."), _("Your turn!"), _("Again?"), _("Thank you!")),
)
_OLD_PHRASES = {"Ouch.": PHRASES[3]}  # pages that are older than this server still send them


def find_phrase(line: str) -> Text | None:
    """Return the phrase that `line` is, in any language; None if it is none."""
    spoken = (*languages(), current_language())
    found = (phrase for phrase in PHRASES if any(phrase.in_language(each) == line for each in spoken))
    return next(found, _OLD_PHRASES.get(line))
