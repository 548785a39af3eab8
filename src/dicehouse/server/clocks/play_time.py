"""Measure how long a game was played: from the first action to the last, without long pauses."""

from __future__ import annotations

from collections.abc import Iterable

PAUSE = 5 * 60.0  # seconds: a player who does nothing for longer has left the table, and that time is not counted


class Clock:
    """Add up the time between actions; times are seconds since 1970."""

    def __init__(self, moments: Iterable[float] = ()) -> None:
        self.seconds = 0.0
        self._last: float | None = None
        for moment in moments:
            self.heard(moment)

    def heard(self, moment: float) -> None:
        """Add an action that was taken at `moment`."""
        gap = 0.0 if self._last is None else moment - self._last
        if 0 < gap <= PAUSE:  # a clock that was set back adds nothing
            self.seconds += gap
        self._last = moment

    @property
    def minutes(self) -> int:
        """Return the minutes, rounded; 0 for less than half a minute."""
        return round(self.seconds / 60)


def in_words(minutes: int) -> str:
    """Return `minutes` in words: 31 minutes; 1 minute; under a minute; 2 hours 5 minutes."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return "under a minute"
    parts = [(hours, "hour"), (rest, "minute")]
    return " ".join(f"{n} {word}{'s' if n != 1 else ''}" for n, word in parts if n)
