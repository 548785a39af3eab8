"""Describe one event of a match in words, for the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..old_names import accept_old_keywords, old_attribute


@accept_old_keywords(audience="readers")
@dataclass(frozen=True)
class LogEntry:
    """Hold an event in words.

    `text` names seats as {0}..{5}; `facts` is plain data; `readers` lists the seats that may know (None: all). In
    games with the switch `memory` on, an event that `closes` what went before leaves of it only the texts `later`,
    without facts, until the game is over: None leaves an event as it is, an empty text removes it. If an event begins
    the last round, turn or the like, `last` names it ("The last round"), and the page announces it to everybody with
    the event. `own` holds other sentences for readers in certain seats ("You roll 1 5 4." where others read "{0} rolls
    1 5 4."); everybody may see them, so they tell nothing that `text` doesn't. `later_own` does the same for `later`.
    """

    kind: str
    seat: int | None
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    readers: tuple[int, ...] | None = None
    later: str | None = None
    closes: bool = False
    last: str = ""
    own: Mapping[int, str] = field(default_factory=dict)
    later_own: Mapping[int, str] = field(default_factory=dict)

    audience = old_attribute("readers")
