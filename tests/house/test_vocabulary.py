"""Check that identifiers follow docs/glossary.md: no new one uses a word to avoid, and the allow-list only shrinks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from .vocabulary import AVOID, differences, find_words_to_avoid, identifiers, read_allowed, words_to_avoid

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def test_no_new_identifier_uses_a_word_to_avoid() -> None:
    new, gone = differences(find_words_to_avoid(), read_allowed())
    assert new == []
    assert gone == [], "take these out of the allow-list: python -m tests.house.vocabulary"


def test_the_allow_list_says_why_each_name_stays() -> None:
    reasons = [why for words in read_allowed().values() for names in words.values() for why in names.values()]
    assert all(len(why.split()) > 3 for why in reasons)


def test_the_glossary_names_every_word_to_avoid() -> None:
    listed = {
        word.strip("` ")
        for row in re.findall(r"^\|[^|]*\|[^|]*\|([^|]*)\|$", GLOSSARY.read_text("utf-8"), re.M)
        for word in row.split(",")
    }
    assert {word for word in AVOID if word not in listed} == set()


def test_the_glossary_has_at_most_120_nouns() -> None:
    rows = re.findall(r"^\| \*\*([^*]+)\*\* \|", GLOSSARY.read_text("utf-8"), re.M)
    assert 60 < len(rows) <= 120
    assert len(rows) == len(set(rows)), "each noun has one meaning"


def test_it_sees_a_word_to_avoid_in_every_kind_of_name() -> None:
    code = "class HouseRow: ...\ndef sealIt(told, *, n_tries): self.shelf = roster = 1"
    assert words_in(code) == {"house", "seal", "told", "tries", "shelf", "roster"}


def test_a_noun_of_the_glossary_and_a_kept_old_name_are_no_words_to_avoid() -> None:
    assert words_in("house_rules = HOUSE_RULE_MARK") == set()
    assert words_in("house_rules = house = 1") == {"house"}
    assert words_in("standing_orders = standing = 1") == {"standing"}
    assert words_in("class Match:\n    shares = old_attribute('returns')") == set()


def words_in(code: str) -> set[str]:
    return {word for name in identifiers(ast.parse(code)) for word in words_to_avoid(name)}
