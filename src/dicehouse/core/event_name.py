"""Describe how studies name the events of a game, and what reports call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class EventName:
    """Name one kind of event: `kind` is the kind of its log entry, `items` what it is about, by the item of the event.

    Leave `items` empty where the item is not worth counting apart. `words` is what a report calls the kind, such as
    "war card returned"; without it, the kind is shown, with spaces for hyphens. `item_words` does the same for items
    whose names are codes.
    """

    kind: str
    items: Mapping[int, str] = field(default_factory=dict)
    words: str = ""
    item_words: Mapping[int, str] = field(default_factory=dict)


def with_words(
    names: Mapping[int, EventName], words: Mapping[str, str], items: Sequence[Mapping[int, str]] = ()
) -> dict[int, EventName]:
    """Return `names` with the words of each kind. `items` are pairs of what items are called: first the names by which
    they are counted, then what reports call them.
    """
    spoken = {id(coded): plain for coded, plain in zip(items[::2], items[1::2], strict=True)}
    return {
        number: replace(name, words=words.get(name.kind, ""), item_words=spoken.get(id(name.items), {}))
        for number, name in names.items()
    }
