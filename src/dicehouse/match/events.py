"""Describe in words what happened in a match: the entries of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core import LogEntry
from ..core.option import fill_names
from ..old_names import old_attribute

PAST = "past"  # the kind of an event that has no text any more


@dataclass(frozen=True)
class Event(LogEntry):
    """Hold a log entry of the game for action `number` (0: the deal); `text` names seats as {0} to {5}."""

    number: int = 0

    def text_for(self, seat: int | None) -> str:
        """Return the text for a reader in `seat` (None: a spectator): "You ..." about the reader's own seat."""
        return self.text if seat is None else self.own.get(seat, self.text)

    def sentence(self, names: Sequence[str], reader: int | None = None) -> str:
        """Return the event as a sentence for a `reader` in a seat, with the players' `names` filled in."""
        return fill_names(self.text_for(reader), names)

    def faded(self) -> Event:
        """Return the event as the log shows it once it is past: with its later text, or only its place if
        it has none.
        """
        if self.later is None:
            return self
        kind, seat = (self.kind, self.seat) if self.later else (PAST, None)
        return replace(
            self, kind=kind, seat=seat, text=self.later, facts={}, later=None, own=self.later_own, later_own={}
        )

    def keep_if_visible_to(self, seat: int) -> Event:
        """Return the event itself if `seat` may read it, or a copy that nobody reads: after resampling it may be
        untrue.
        """
        return self if self.known_to(seat) else replace(self, readers=())

    def known_to(self, seat: int | None) -> bool:
        """Return True if `seat` (None: a spectator) may read the event."""
        return self.readers is None or seat in self.readers

    as_of = old_attribute("keep_if_visible_to")
