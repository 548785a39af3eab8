"""What happened in a match, in words: the lines of its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .kit import Told
from .kit.telling import named

PAST = "past"  # the kind of an event with nothing left to tell


@dataclass(frozen=True)
class Event(Told):
    """What the game told of action `number` (0: the deal); `text` names seats as {0}..{5}."""

    number: int = 0

    def sentence(self, names: Sequence[str]) -> str:
        """The event as a sentence with the players' names."""
        return named(self.text, names)

    def faded(self) -> Event:
        """What is left of a past event: perhaps only its place, without a text."""
        if self.later is None:
            return self
        kind, seat = (self.kind, self.seat) if self.later else (PAST, None)
        return replace(self, kind=kind, seat=seat, text=self.later, facts={}, later=None)

    def as_of(self, seat: int) -> Event:
        """The same, if `seat` was told it; else an event that nobody reads: it need not be true any more."""
        return self if self.known_to(seat) else replace(self, audience=())

    def known_to(self, seat: int | None) -> bool:
        """Whether this seat (None: a spectator) may read it."""
        return self.audience is None or seat in self.audience
