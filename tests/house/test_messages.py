"""Every message of the code has a German translation that fits it; `make messages` extracts new ones."""

from __future__ import annotations

import re

import polib
import pytest

from . import messages


def test_every_message_has_a_translation() -> None:
    assert messages.faults() == []


def test_calls_are_found_in_python_templates_and_the_page() -> None:
    code = 'x = _("One {a}", a=1)\ny = [ngettext("{n} die", "{n} dice", 2), pgettext("verb", "Bank")]\n_(variable)\n'
    wanted = [("", "One {a}", ""), ("", "{n} die", "{n} dice"), ("verb", "Bank", "")]
    assert list(messages.python_messages(code)) == wanted
    assert list(messages.template_messages("<p>{{ _('One {a}', a=b) }}</p>")) == wanted[:1]
    page = 'return t("One {a}", { a }) + tn("{n} die", "{n} dice", n) + tp("verb", "Bank") + not("this") + t(`no`);'
    assert sorted(messages.page_messages(page)) == sorted(wanted)


# The marks of all texts: straight apostrophes, curly quotation marks, one character for an ellipsis.
SINGLE, DASH = "\u2018\u2019", "\u2013"
EVERYWHERE = rf"[{SINGLE}\u201a«»`\"]|\.\.\.| --? "
ENGLISH_MARKS, ENGLISH_QUOTED = re.compile(rf"{EVERYWHERE}| …$"), re.compile("“[^“”]+”")
GERMAN_MARKS, GERMAN_QUOTED = re.compile(rf"{EVERYWHERE}|\S…"), re.compile("„[^„“]+“")


def odd_english(text: str) -> bool:
    """Return True if an English text has a mark that others don't have, or half a pair of quotation marks."""
    return bool(ENGLISH_MARKS.search(text) or re.search("[„“”]", ENGLISH_QUOTED.sub("", text)))


def odd_german(text: str) -> bool:
    """Return the same for a German text."""
    return bool(GERMAN_MARKS.search(text) or re.search("[„“”]", GERMAN_QUOTED.sub("", text)))


def test_all_texts_have_the_same_apostrophes_quotation_marks_and_ellipses() -> None:
    wrong = []
    for file in messages.catalogue_files():
        for entry in polib.pofile(str(file)):
            wrong += filter(odd_english, [entry.msgid, entry.msgid_plural])
            wrong += filter(odd_german, [entry.msgstr, *entry.msgstr_plural.values()])
    assert wrong == []


@pytest.mark.parametrize(
    "text", ["It\u2019s", "\u2018so\u2019", 'Say "yes"', "Wait...", "now - or never", "“half", "„so“"]
)
def test_odd_english_marks_are_found(text: str) -> None:
    assert odd_english(text)


@pytest.mark.parametrize("text", ["So ist\u2019s", "“so”", 'Sag "ja"', "Warte...", "Warte…", "jetzt - oder nie", "zu“"])
def test_odd_german_marks_are_found(text: str) -> None:
    assert odd_german(text)


def test_usual_marks_are_fine() -> None:
    assert not any(map(odd_english, ["It's", "Say “yes”", "Wait…", f"1{DASH}3", "d12 or {player}'s"]))
    assert not any(map(odd_german, ["Sag „ja“", "Warte …", f"Kopiert {DASH} fertig"]))
