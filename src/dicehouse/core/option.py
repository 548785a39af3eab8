"""Describe options, prompts, optional replies and kinds of things as plain values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..i18n import Text


def fill_names(text: str, names: Sequence[str]) -> str:
    """Return `text` with the players' names in place of the marks of seats, {0}..{5}."""
    if isinstance(text, Text):
        return text.with_names(names)
    return re.sub(r"\{([0-5])\}", lambda found: names[int(found[1])], text)


@dataclass(frozen=True)
class Option:
    """Describe one thing that a seat may do now.

    `id` is its text in the game's notation; `label` and `note` name seats as {0}..{5}; `path` lists the things on the
    table that a hand would touch, `facts` is plain data for a board. Unless it is `final`, its seat can undo it alone;
    the match fills that in from the hook `final`.
    """

    id: str
    label: str
    note: str = ""
    path: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    final: bool = True

    def named(self, names: Sequence[str]) -> Option:
        """Return the option with the players' names in its label and note."""
        return replace(self, label=fill_names(self.label, names), note=fill_names(self.note, names))


@dataclass(frozen=True)
class GlossaryTerm:
    """Explain a kind of thing on the table in a sentence: the text of a touch, and a line of the glossary.

    `name` is a pattern of the names that things have in `Option.path` and on the page: "card:bloodshed", "die:*".
    `short` says it in a few words, for a board that prints them on the thing.
    """

    name: str
    title: str
    text: str
    short: str = ""


@dataclass(frozen=True)
class Prompt:
    """Tell a seat what it is asked now, or what it waits for."""

    title: str
    detail: str = ""
    urgent: bool = False


@dataclass(frozen=True)
class Reaction:
    """Describe an optional reply out of turn: which option passes, and what is at stake for whom.

    Where no reply could change anything (`idle`), the table passes and asks nobody.
    """

    pass_option: str
    moment: str  # "during" another seat's turn, or at its "end"
    stake: int
    lead: bool
    idle: bool = False
