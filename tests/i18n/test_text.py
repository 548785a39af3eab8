"""Texts that keep their message: in English as any str, in other languages when they are shown."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest
from markupsafe import Markup

from dicehouse.errors import IllegalOption
from dicehouse.i18n import (
    Percent,
    Text,
    _,
    catalogues,
    in_language,
    join_sentences,
    listing,
    negotiate_language,
    ngettext,
    pgettext,
    using_language,
)
from dicehouse.i18n.text import as_html
from dicehouse.web.socket_messages import encode_json

GERMAN = """
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{player} banks {points}."
msgstr "{points} gehen an {player}."

msgid "{n} die"
msgid_plural "{n} dice"
msgstr[0] "{n} Würfel"
msgstr[1] "{n} Würfel!"

msgctxt "verb"
msgid "Bank"
msgstr "Sichern"

msgid "Bank"
msgstr "Geldhaus"

msgid "Hostile {name}"
msgstr "{name.__class__} {0.__class__} {name!r:>9} {name} {other} <script>{name}</script>"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a catalogue of our own take the place of the German ones."""
    (tmp_path / "de.po").write_text(GERMAN, encoding="utf-8")
    monkeypatch.setitem(catalogues._loaded, "de", catalogues.Catalogue([tmp_path], "de"))


@pytest.mark.usefixtures("german")
def test_a_text_is_english_and_keeps_its_message() -> None:
    text = _("{player} banks {points}.", player="{1}", points=1500)
    assert text == "{1} banks 1,500."
    assert text.in_language("de") == "1.500 gehen an {1}."
    assert text.with_names(["Ana", "Ben"]).in_language("de") == "1.500 gehen an Ben."
    assert text.with_names(["Ana", "Ben"]) == "Ben banks 1,500."
    assert (
        text.with_names([_("Nobody"), ngettext("{n} die", "{n} dice", 1)]).in_language("de")
        == "1.500 gehen an 1 Würfel."
    )


@pytest.mark.usefixtures("german")
def test_a_text_survives_copies_pickles_errors_and_str() -> None:
    text = _("{player} banks {points}.", player="Ana", points=-3)
    for other in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text), str(text), str(IllegalOption(text))):  # noqa: S301
        assert isinstance(other, Text) and other.in_language("de") == "\N{MINUS SIGN}3 gehen an Ana."
    assert json.dumps(text) == '"Ana banks \\u22123."'


@pytest.mark.usefixtures("german")
def test_a_frame_is_encoded_in_the_language_of_its_reader() -> None:
    data = {"text": _("{player} banks {points}.", player="Ana", points=2), "list": [ngettext("{n} die", "{n} dice", 3)]}
    assert json.loads(encode_json(data)) == {"text": "Ana banks 2.", "list": ["3 dice"]}
    with using_language("de"):
        assert json.loads(encode_json(data)) == {"text": "2 gehen an Ana.", "list": ["3 Würfel!"]}
    assert json.loads(encode_json(data))["list"] == ["3 dice"]


@pytest.mark.usefixtures("german")
def test_plurals_contexts_shares_and_lists() -> None:
    assert ngettext("{n} die", "{n} dice", 1) == "1 die"
    assert ngettext("{n} die", "{n} dice", 1).in_language("de") == "1 Würfel"
    assert pgettext("verb", "Bank").in_language("de") == "Sichern"
    assert _("Bank").in_language("de") == "Geldhaus"
    assert Text("{share}", {"share": Percent(0.534, 1)}) == "53.4%"
    assert Text("{share}", {"share": Percent(0.534, 1)}).in_language("de") == "53,4\N{NO-BREAK SPACE}%"
    assert [listing(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == ["", "A", "A and B", "A, B and C"]
    assert listing(["A", "B"], "or") == "A or B"
    assert join_sentences(_("{player} banks {points}.", player="A", points=1), "", "B.").in_language("de") == (
        "1 gehen an A. B."
    )


@pytest.mark.usefixtures("german")
def test_a_hostile_catalogue_reaches_nothing_and_writes_no_html() -> None:
    text = _("Hostile {name}", name="<b>&{other}")
    assert text.in_language("de") == (
        "{name.__class__} {0.__class__} {name!r:>9} <b>&{other} {other} <script><b>&{other}</script>"
    )
    html = as_html(text, "de")
    assert "<script>" not in html and "&lt;script&gt;" in html and "<b>" not in html
    assert as_html(_("Hostile {name}", name=Markup("<i>x</i>"))) == "Hostile <i>x</i>"


def test_what_a_catalogue_lacks_stays_english(german: None) -> None:
    assert _("Nobody translated this {thing}.", thing="bit").in_language("de") == "Nobody translated this bit."
    assert in_language("a plain str", "de") == "a plain str"


def test_a_broken_catalogue_adds_nothing(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_bytes(b'msgid "a\xff\nmsgstr')
    assert catalogues.Catalogue([tmp_path, tmp_path / "none"], "de").messages == {}


def test_the_pseudo_language_marks_every_message() -> None:
    assert _("Bank {points}", points=5).in_language("en-XA") == "⟦Båñk 5~~~~~⟧"
    assert listing(["A", "B"]).in_language("en-XA") == "⟦A åñd B~~~~~~~⟧"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr,de;q=0.3,en;q=0.4", "en"),
        ("fr", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("DE_de.UTF-8", "de"),
        ("C.UTF-8", "en"),
        ("de;q=x,\x00,;;;", "en"),
        ("xx," * 5000 + "de", "en"),
    ],
)
def test_the_best_language_that_a_reader_asks_for(accepted: str, language: str) -> None:
    assert negotiate_language(accepted, ("en", "de")) == language
