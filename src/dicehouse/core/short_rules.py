"""Hold the rules in short as plain data: sections of paragraphs, lists and figures, which any page can show.

In a text, `**words**` are bold and `__words__` are in italics; a line break stays one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..i18n import in_language

MARKS = re.compile(r"\*\*(?P<b>[^*]+)\*\*|__(?P<i>[^_]+)__|(?P<br>\n)")


@dataclass(frozen=True)
class RulesList:
    """List rules in rows: each has a sign and a text.

    A sign is the name of a thing that the page can draw ("card:bloodshed"), a letter or digit, or empty for a bullet.
    The rows of a `numbered` list have numbers instead.
    """

    rows: tuple[tuple[str, str], ...]
    numbered: bool = False


@dataclass(frozen=True)
class RulesFigure:
    """Name something that the page draws from the view, such as the table of what scores."""

    name: str


@dataclass(frozen=True)
class RulesSection:
    """Hold one section: a heading, and its blocks in order; a text is a paragraph. An empty title shows no heading."""

    title: str
    blocks: tuple[str | RulesList | RulesFigure, ...]


def section_data(section: RulesSection) -> dict[str, Any]:
    """Return `section` as the page gets it."""
    return {"title": section.title, "blocks": [_block_data(block) for block in section.blocks]}


def section_texts(section: RulesSection) -> list[str]:
    """Return all texts of `section`."""
    texts = [section.title]
    for block in section.blocks:
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, RulesList):
            texts += [text for _, text in block.rows]
    return texts


def _block_data(block: str | RulesList | RulesFigure) -> dict[str, Any]:
    if isinstance(block, str):
        return {"runs": text_runs(block)}
    if isinstance(block, RulesFigure):
        return {"figure": block.name}
    rows = [{"sign": sign, "runs": text_runs(text)} for sign, text in block.rows]
    return {"rows": rows, "numbered": block.numbered, "signs": any(sign for sign, _ in block.rows)}


def text_runs(text: str) -> list[tuple[str, str]]:
    """Return `text`, in the current language, in parts: ("", plain), ("b", bold), ("i", in italics), ("br", "")."""
    text = in_language(text)
    runs, at = [], 0
    for found in MARKS.finditer(text):
        kind = found.lastgroup or ""
        runs += [("", text[at : found.start()]), (kind, found[kind].strip())]
        at = found.end()
    return [run for run in (*runs, ("", text[at:])) if run[1] or run[0] == "br"]
