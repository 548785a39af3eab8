"""The page knows no rule: it reads facts, and never takes the house's words apart to find out what they mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "ui" / "src"
FILES = sorted(file for file in PAGE.rglob("*") if file.suffix in {".ts", ".svelte"})
WORDS = r"\.(?:label|note|text|title|detail)\b"
APART = re.compile(
    rf"{WORDS}[!?]?\.(?:replace|match|matchAll|split|search|slice|startsWith|endsWith|indexOf)\("
    rf"|\.(?:test|exec)\([^()]*{WORDS}"
    r"|\b(?:label|note)\.(?:replace|match|split|startsWith|endsWith)\("
)


def taken_apart(code: str) -> list[str]:
    return [found[0] for found in APART.finditer(code)]


def test_no_words_of_the_house_are_taken_apart() -> None:
    assert len(FILES) > 100, "the files are read"
    found = {str(file.relative_to(PAGE)): taken_apart(file.read_text(encoding="utf-8")) for file in FILES}
    assert {file: words for file, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "code",
    [
        "label.replace(/player (\\d)/, name)",
        "/bank/.test(option.label)",
        "const rest = (note: string) => note.replace(/^\\+\\d/, '')",
        "act.note.split(', ')[0]",
        "frame.prompt.title.startsWith('You')",
    ],
)
def test_it_sees_words_that_are_taken_apart(code: str) -> None:
    assert taken_apart(code)
