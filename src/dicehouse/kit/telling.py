"""What a game says to people, as plain values: options, prompts, reactions and what happened; and what the house says
for a game that leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


def named(text: str, names: Sequence[str]) -> str:
    """A text with the players' names where it has the marks of seats, {0}..{5}."""
    return re.sub(r"\{([0-5])\}", lambda found: names[int(found[1])], text)


@dataclass(frozen=True)
class Option:
    """One thing a seat may do now.

    `id` is its text in the game's notation; `label` and `note` name seats as {0}..{5}; `path` is the things on the
    table that a hand would touch, `facts` plain data for a board. Unless it is `final`, whoever plays it can take it
    back alone afterwards; the match fills that in from what the game says (see the hook `final`).
    """

    id: str
    label: str
    note: str = ""
    path: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    final: bool = True

    def named(self, names: Sequence[str]) -> Option:
        """The same with the players' names in its label and note."""
        return replace(self, label=named(self.label, names), note=named(self.note, names))


@dataclass(frozen=True)
class Term:
    """A kind of thing on the table in a sentence: what a touch tells, and a line of the glossary.

    `name` is a pattern of the names that things have in `Option.path` and on the page: "card:bloodshed", "die:*".
    """

    name: str
    title: str
    text: str


@dataclass(frozen=True)
class Prompt:
    """What is asked of a seat now, or what it waits for."""

    title: str
    detail: str = ""
    urgent: bool = False


@dataclass(frozen=True)
class Reaction:
    """An optional reply out of turn: which option lets things pass, and what is at stake for whom. Where no reply could
    change anything (`idle`), the table lets it pass and asks nobody.
    """

    pass_option: str
    moment: str  # "during" another seat's turn, or at its "end"
    stake: int
    lead: bool
    idle: bool = False


@dataclass(frozen=True)
class Told:
    """An event in words: `text` names seats as {0}..{5}; `facts` is plain data; `audience` the seats that may know
    (None: all). In games with a switch `memory` that is on, an event that `closes` what went before leaves of it only
    the texts `later`, without facts, until the game is over: None leaves an event as it is, an empty text nothing.
    From an event with `last` on something is the last of its kind, and `last` says what ("The last round"): the page
    announces it to everybody when the event is told.
    """

    kind: str
    seat: int | None
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    audience: tuple[int, ...] | None = None
    later: str | None = None
    closes: bool = False
    last: str = ""


def sheet_of_totals(scores: Sequence[int]) -> dict[str, Any]:
    """The score sheet of a game that has none of its own."""
    rows = [{"seat": seat, "cells": {}, "total": total, "note": ""} for seat, total in enumerate(scores)]
    return {"sources": [], "rows": rows}


def names_and_points(title: str, names: Sequence[str], scores: Sequence[int], acting: Sequence[int]) -> str:
    """The position as text in a game that has none of its own: who is to act, and everybody's points."""
    width = max(map(len, names))
    lines = [f"{'>' if s in acting else ' '} {name:<{width}}  {scores[s]:>7,}" for s, name in enumerate(names)]
    return "\n".join([title, *lines])
