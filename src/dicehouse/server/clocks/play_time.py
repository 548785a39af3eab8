"""Measure how long a game was played: from the first action to the last, without long pauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from ...i18n import Text, _, join_texts, ngettext

PAUSE = 5 * 60.0  # seconds: a player who does nothing for longer has left the table, and that time is not counted


@dataclass(frozen=True, slots=True)
class PlayTime:
    """Hold the seconds between actions; `last` is the time of the last one (seconds since 1970)."""

    seconds: float = 0.0
    last: float | None = None

    def with_moments(self, moments: Iterable[float]) -> PlayTime:
        """Return this with actions that were taken at these times."""
        return reduce(PlayTime.with_moment, moments, self)

    def with_moment(self, moment: float) -> PlayTime:
        """Return this with one more action."""
        gap = 0.0 if self.last is None else moment - self.last
        # A clock that was set back adds nothing.
        return PlayTime(self.seconds + gap if 0 < gap <= PAUSE else self.seconds, moment)

    @property
    def minutes(self) -> int:
        """Return the minutes, rounded; 0 for less than half a minute."""
        return round(self.seconds / 60)


def in_words(minutes: int) -> Text:
    """Return `minutes` in words: 31 minutes; 1 minute; less than a minute; 2 hours 5 minutes."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return _("less than a minute")
    parts = [ngettext("{n} hour", "{n} hours", hours)] if hours else []
    return join_texts([*parts, ngettext("{n} minute", "{n} minutes", rest)] if rest else parts, " ")
