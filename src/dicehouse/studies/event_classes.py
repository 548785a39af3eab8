"""Group the events of a game into classes that studies count together.

An event has a kind and an item (a card, a Mission, an area). A game names both in `EVENT_NAMES`; items with the same
name, and kinds with the same name, count together. A kind without a name counts as "event 3".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from dicehouse.core import EventName, Game

from .play_kernel import MAX_EVENT_ITEMS, MAX_EVENT_KINDS

EventClass = tuple[str, str]  # kind and item of an event: ("card", "Bloodshed"); the second may be empty


@dataclass(frozen=True)
class EventClasses:
    """Hold the classes of a game's events by number, and the number of each event's class by its kind and item."""

    classes: tuple[EventClass, ...]
    class_by_event: npt.NDArray[np.int64]

    def find(self, kind: int, item: int) -> EventClass | None:
        """Return the class of an event, None if its kind can't be counted; the same rule as `count_events`."""
        if not 0 <= kind < MAX_EVENT_KINDS:
            return None
        known = item if 0 <= item < MAX_EVENT_ITEMS else MAX_EVENT_ITEMS - 1
        return self.classes[self.class_by_event[kind * MAX_EVENT_ITEMS + known]]


@cache
def event_words(game: Game) -> dict[EventClass, tuple[str, str]]:
    """Return what a report calls the kind and the item of each class of a game's events."""
    found: dict[EventClass, tuple[str, str]] = {}
    for name in game.hooks.EVENT_NAMES.values():
        kind = name.words or name.kind.replace("-", " ")
        found.setdefault((name.kind, ""), (kind, ""))
        for item, text in name.items.items():
            found.setdefault((name.kind, text), (kind, name.item_words.get(item, text)))
    return found


@cache
def event_classes(game: Game) -> EventClasses:
    """Return the classes of a game's events."""
    table = np.zeros((MAX_EVENT_KINDS, MAX_EVENT_ITEMS), np.int64)
    numbers: dict[EventClass, int] = {}
    for kind in range(MAX_EVENT_KINDS):
        name = game.hooks.EVENT_NAMES.get(kind, EventName(f"event {kind}"))
        table[kind, :] = numbers.setdefault((name.kind, ""), len(numbers))
        for item, text in name.items.items():
            table[kind, item] = numbers.setdefault((name.kind, text), len(numbers))
    return EventClasses(tuple(numbers), table.ravel())
