"""How long a game was played: from the first thing that was done to the last, without long pauses."""

from __future__ import annotations

from collections.abc import Iterable

PAUSE = 5 * 60.0  # seconds: whoever does nothing for longer has left the table, and that time is not counted


class Clock:
    """Adds up the time between things that were done; times are seconds since 1970."""

    def __init__(self, moments: Iterable[float] = ()) -> None:
        self.seconds = 0.0
        self._last: float | None = None
        for moment in moments:
            self.heard(moment)

    def heard(self, moment: float) -> None:
        """Something was done then."""
        gap = 0.0 if self._last is None else moment - self._last
        if 0 < gap <= PAUSE:  # a clock that was set back adds nothing
            self.seconds += gap
        self._last = moment

    @property
    def minutes(self) -> int:
        """Whole minutes, rounded; 0: less than half of one."""
        return round(self.seconds / 60)


def in_words(minutes: int) -> str:
    """31 minutes; 1 minute; under a minute; 2 hours 5 minutes."""
    hours, rest = divmod(minutes, 60)
    if not minutes:
        return "under a minute"
    parts = [(hours, "hour"), (rest, "minute")]
    return " ".join(f"{n} {word}{'s' if n != 1 else ''}" for n, word in parts if n)
