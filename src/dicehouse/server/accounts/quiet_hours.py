"""Work out when a player can't be expected to play: in their quiet hours, in their time zone, and on days away."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

UTC = "UTC"
MOST_DAYS = 100  # days to look ahead: enough for the longest turn at eight hours a day, and the most days away
DAY = datetime.timedelta(days=1)
Span = tuple[float, float]  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Hours:
    """Hold a player's quiet hours, in minutes after midnight in their time zone, and their days away.

    Both are None if there are none. The clock of a player stops in their quiet hours and on their days away.
    """

    zone: str = UTC
    quiet: tuple[int, int] | None = None
    away: tuple[datetime.date, datetime.date] | None = None  # the first day and the last

    @property
    def empty(self) -> bool:
        return self.quiet is None and self.away is None

    def off(self, since: float) -> Iterator[Span]:
        """Yield the times that don't count and end after `since`, in order and without overlap."""
        held: Span | None = None
        for start, end in sorted(self._off(since)):
            if held is not None and start <= held[1]:
                held = held[0], max(held[1], end)
                continue
            if held is not None and held[1] > since:
                yield held
            held = start, end
        if held is not None and held[1] > since:
            yield held

    def _off(self, since: float) -> Iterator[Span]:
        zone = zone_of(self.zone)
        today = datetime.datetime.fromtimestamp(since, zone).date()
        if self.away is not None:
            yield _moment(self.away[0], 0, zone), _moment(self.away[1] + DAY, 0, zone)
        if self.quiet is not None:
            begins, ends = self.quiet
            for ahead in range(-1, MOST_DAYS):
                day = today + ahead * DAY
                yield _moment(day, begins, zone), _moment(day if ends > begins else day + DAY, ends, zone)

    def spent(self, start: float, end: float) -> float:
        """Return how many seconds count between `start` and `end`."""
        if end <= start:
            return 0.0
        counted = end - start
        for begins, ends in self.off(start):
            if begins >= end:
                break
            counted -= min(ends, end) - max(begins, start)
        return max(0.0, counted)

    def after(self, start: float, seconds: float) -> float:
        """Return the moment at which `seconds` have counted since `start`."""
        at, left = start, max(0.0, seconds)
        for begins, ends in self.off(start):
            if at + left <= begins:
                break
            if begins > at:
                left -= begins - at
            at = ends
        return at + left

    def until(self, now: float) -> float | None:
        """Return when a clock that is stopped at `now` runs again; None if it is not stopped."""
        begins, ends = next(self.off(now), (now + 1, 0.0))
        return ends if begins <= now else None


ALWAYS = Hours()


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that a player can choose."""
    return tuple(sorted(available_timezones() | {UTC}))


@lru_cache(maxsize=64)
def zone_of(name: str) -> datetime.tzinfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # this machine does not know the zone, or no longer does
        return datetime.UTC


def _moment(day: datetime.date, minutes: int, zone: datetime.tzinfo) -> float:
    clock = datetime.time(minutes // 60, minutes % 60)
    return datetime.datetime.combine(day, clock, zone).timestamp()
