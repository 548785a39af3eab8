"""Describe how studies name the events of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class EventName:
    """Name one kind of event: `kind` is the kind of its log entry, `items` what it is about, by the item of the event.

    Leave `items` empty where the item is not worth counting apart.
    """

    kind: str
    items: Mapping[int, str] = field(default_factory=dict)
