"""Things that a seat may be given or denied, so that a study can say what they are worth."""

from __future__ import annotations

from dataclasses import dataclass

GRANTED, DENIED = "granted", "denied"


@dataclass(frozen=True)
class Item:
    """One such thing: its name as people say it, what kind of thing it is ("card"), and what can be done with it.

    What everybody has from the start can be denied, what a seat may or may not have can be granted.
    """

    id: str
    name: str
    group: str
    experiment: str = GRANTED
