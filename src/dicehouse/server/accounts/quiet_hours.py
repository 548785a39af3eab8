"""Work out when a player can't be expected to play: in their quiet hours, in their time zone, and on days away.

A moment lies in quiet hours if the clocks of the time zone show a time in them. In a night in which the clocks are put
forward, what they leave out lies in none; when they are put back, what they show twice counts twice.
"""

from __future__ import annotations

import datetime
import logging
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

from ...i18n import Text
from ...i18n.dates import local_weekday_and_time, weekday_and_time

log = logging.getLogger("dicehouse.server")
UTC = "UTC"
NO_PLACES = {"Factory", "localtime", "posixrules"}  # in the system's folder: what this machine has set, or nothing
UNREADABLE = (OSError, ValueError, LookupError, struct.error)  # what a missing, a damaged and a cut off file raise
MOST_DAYS = 100  # days to look ahead: enough for the longest turn at eight hours a day, and the most days away
DAY_SECONDS = 86_400
STEP = 6 * 3600  # seconds: no time zone changes its offset twice within less
FIRST_DAY = datetime.date(1970, 1, 1).toordinal()
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
        for start, end in self._off(since):
            if held is not None and start <= held[1]:
                held = held[0], max(held[1], end)
                continue
            if held is not None and held[1] > since:
                yield held
            held = start, end
        if held is not None and held[1] > since:
            yield held

    def _off(self, since: float) -> Iterator[Span]:
        """Yield the spans in order of their beginnings; some overlap or touch, and the first may begin before."""
        if self.empty:
            return
        last = since + MOST_DAYS * DAY_SECONDS
        if self.away is not None:
            last = max(last, _seconds(self.away[1]) + 3 * DAY_SECONDS)
        for start, end, offset in _offsets(zone_of(self.zone), since - DAY_SECONDS, last):
            found = sorted(
                (begins - offset, ends - offset) for begins, ends in self._local(start + offset, end + offset)
            )
            for begins, ends in found:
                if max(begins, start) < min(ends, end):
                    yield max(begins, start), min(ends, end)

    def _local(self, start: float, end: float) -> Iterator[Span]:
        """Yield the spans that touch those from `start` to `end`, all in seconds on a clock that is never changed."""
        if self.away is not None:
            yield _seconds(self.away[0]), _seconds(self.away[1]) + DAY_SECONDS
        if self.quiet is not None:
            begins, ends = 60 * self.quiet[0], 60 * self.quiet[1]
            ends += 0 if ends > begins else DAY_SECONDS
            for day in range(int(start // DAY_SECONDS) - 1, int(end // DAY_SECONDS) + 1):
                yield day * DAY_SECONDS + begins, day * DAY_SECONDS + ends

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


def moment_in(zone: str, stamp: float) -> Text:
    """Return a moment of the next days as the clocks of a time zone show it: Sun 22 Nov, 09:00 (Europe/Vienna)."""
    if zone == UTC or not is_known(zone):
        return weekday_and_time(stamp)
    return local_weekday_and_time(stamp, zone_of(zone), zone)


def local_time(zone: str, stamp: float) -> datetime.datetime:
    """Return a moment as the clocks of a time zone show it."""
    return datetime.datetime.fromtimestamp(stamp, zone_of(zone))


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that a player can choose."""
    return tuple(sorted(available_timezones() - NO_PLACES | {UTC}))


def is_known(zone: str) -> bool:
    """Return True if this server knows the rules of a time zone."""
    return zone == UTC or not isinstance(zone_of(zone), datetime.timezone)


@lru_cache(maxsize=64)
def zone_of(name: str) -> datetime.tzinfo:
    """Return the time zone of this name, as the system describes it or else the package tzdata; UTC, with a warning in
    the log, if neither knows it.
    """
    try:
        return ZoneInfo(name)
    except UNREADABLE:
        if (packed := _packed_zone(name)) is not None:
            return packed
        if name != UTC:
            log.warning(
                "this machine doesn't know a player's time zone %.60r, so it counts as UTC until they choose "
                "another; update the package tzdata",
                name,
            )
        return datetime.UTC


def _packed_zone(name: str) -> ZoneInfo | None:
    """Return a time zone from the package tzdata, which Python doesn't ask if the system's file is damaged."""
    if name not in available_timezones():
        return None
    try:
        with resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
            return ZoneInfo.from_file(file, key=name)
    except (ImportError, *UNREADABLE):
        return None


def _seconds(day: datetime.date) -> int:
    """Return when `day` begins on a clock that is never changed."""
    return (day.toordinal() - FIRST_DAY) * DAY_SECONDS


def _offsets(zone: datetime.tzinfo, start: float, end: float) -> Iterator[tuple[float, float, float]]:
    """Yield the time from `start` to `end` in pieces in which the offset from UTC does not change, with the offset."""
    begins, offset = start, _offset(zone, start)
    at = start
    while at < end:
        then = min(at + STEP, end)
        if (after := _offset(zone, then)) != offset:
            change = _change(zone, at, then)
            yield begins, change, offset
            begins, offset = change, after
        elif then - begins >= DAY_SECONDS:
            yield begins, then, offset
            begins = then
        at = then
    if begins < end:
        yield begins, end, offset


def _change(zone: datetime.tzinfo, low: float, high: float) -> int:
    """Return the second at which the offset changes between `low` and `high`."""
    before, first, last = _offset(zone, low), int(low // 1), int(-(-high // 1))
    while last - first > 1:
        middle = (first + last) // 2
        if _offset(zone, middle) == before:
            first = middle
        else:
            last = middle
    return last


def _offset(zone: datetime.tzinfo, moment: float) -> float:
    offset = datetime.datetime.fromtimestamp(moment // 1, zone).utcoffset()
    return 0.0 if offset is None else offset.total_seconds()
