"""What the events of a game are called: classes of events that count together, found by asking the game itself.

An event is a kind and an item (a card, a Mission, an area). The game's own words tell what it is about: the facts that
are texts, and that stay the same whatever else happens, name it ("card", "bloodshed"). Items that lead to the same name
count together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.kit import Game, Told, dtype
from dicehouse.kit.dice import Event
from dicehouse.kit.record import strict

from .watching import EVENT_ITEMS, EVENT_KINDS

Name = tuple[str, str]  # the kind of an event, and what it is about: ("card", "Bloodshed"); the second may be empty
PROBES = ((0, 1, 0, 0, 1), (1, 0, 3, 7, 4), (0, 2, 100, 5000, 6), (2, -1, 1, 2, 2))  # seat, other, amount, total, face
MISSES = 8  # kinds in a row without a word: then there are no more
LONGEST = 60
MOST_NAMES = 64  # of one kind of event


@dataclass(frozen=True)
class Classes:
    """The classes of a game's events: `names` by number, `table` by kind and item (-1: never)."""

    names: tuple[Name, ...]
    table: npt.NDArray[np.int64]


def name_of(game: Game, told: Told) -> Name:
    """What an event is called that has been told."""
    return _named(game, told.kind, _texts(told))


@cache
def classes_of(game: Game) -> Classes:
    """The classes of a game's events, asked for once."""
    table = np.full(EVENT_KINDS * EVENT_ITEMS, -1, np.int64)
    numbers: dict[Name, int] = {}
    missed = 0
    for kind in range(EVENT_KINDS):
        found = _names_of_kind(game, kind)
        missed = 0 if found else missed + 1
        if missed > MISSES:
            break
        rest = numbers.setdefault((f"event {kind}", ""), len(numbers)) if not found else -1
        if len(set(found.values())) == 1:  # the item says nothing: whatever it is, it is the same thing
            rest = numbers.setdefault(next(iter(found.values())), len(numbers))
        for item in range(EVENT_ITEMS):
            name = found.get(item)
            table[kind * EVENT_ITEMS + item] = numbers.setdefault(name, len(numbers)) if name else rest
    return Classes(tuple(numbers), table)


def _names_of_kind(game: Game, kind: int) -> dict[int, Name]:
    """By item; the item is left out of the names where it stands for very many things."""
    found: dict[int, Name] = {}
    for item in range(EVENT_ITEMS):
        told = [each for probe in PROBES if (each := _told(game, kind, item, probe)) is not None]
        if told and all(each.kind == told[0].kind for each in told):
            texts = [_texts(each) for each in told]
            same = {k: v for k, v in texts[0].items() if len(told) > 1 and all(t.get(k) == v for t in texts)}
            found[item] = _named(game, told[0].kind, same)
    many = len(set(found.values())) > MOST_NAMES
    return {item: (name[0], "") for item, name in found.items()} if many else found


def _told(game: Game, kind: int, item: int, probe: tuple[int, ...]) -> Told | None:
    """What the game says of a made-up event; None if there is nothing like it."""
    event: Any = strict(Event, np.zeros(dtype(Event).itemsize, np.uint8))
    event.kind, event.item = kind, item
    event.seat, event.other, event.amount, event.total = probe[:4]
    event.n_faces = 6
    for place in range(6):
        event.faces[place] = probe[4]
    try:
        told: Told = game.hooks.tell(event)
    except Exception:  # a game need not have words for what can't happen
        return None
    return told if isinstance(told, Told) else None


def _texts(told: Told) -> dict[str, str]:
    return {k: fact for k, fact in told.facts.items() if isinstance(fact, str) and 0 < len(fact) <= LONGEST}


def _named(game: Game, kind: str, texts: Mapping[str, str]) -> Name:
    """What has a name on the table is called by that alone, anything else by what the facts say."""
    titles = _titles(game)
    things = [titles[name] for key, text in sorted(texts.items()) if (name := f"{key}:{text}") in titles]
    return kind, ", ".join(things or [text.replace("-", " ") for _, text in sorted(texts.items())])


@cache
def _titles(game: Game) -> dict[str, str]:
    """How things are called that have a name on the table."""
    return {term.name: term.title for term in game.hooks.GLOSSARY}
