"""Write days and times, in UTC or a time zone, as each language does: 22 Nov 2026; 22. Nov. 2026."""

from __future__ import annotations

import datetime
import time

from .text import Text, _, pgettext

SHORT_MONTHS = (
    *(pgettext("short month", "Jan"), pgettext("short month", "Feb"), pgettext("short month", "Mar")),
    *(pgettext("short month", "Apr"), pgettext("short month", "May"), pgettext("short month", "Jun")),
    *(pgettext("short month", "Jul"), pgettext("short month", "Aug"), pgettext("short month", "Sep")),
    *(pgettext("short month", "Oct"), pgettext("short month", "Nov"), pgettext("short month", "Dec")),
)
MONTHS = (
    *(pgettext("month", "January"), pgettext("month", "February"), pgettext("month", "March")),
    *(pgettext("month", "April"), pgettext("month", "May"), pgettext("month", "June")),
    *(pgettext("month", "July"), pgettext("month", "August"), pgettext("month", "September")),
    *(pgettext("month", "October"), pgettext("month", "November"), pgettext("month", "December")),
)
SHORT_WEEKDAYS = (
    *(pgettext("short weekday", "Mon"), pgettext("short weekday", "Tue"), pgettext("short weekday", "Wed")),
    *(pgettext("short weekday", "Thu"), pgettext("short weekday", "Fri"), pgettext("short weekday", "Sat")),
    pgettext("short weekday", "Sun"),
)


FIRST_MOMENT, LAST_MOMENT = 0.0, 253_370_764_800.0  # 1970 to the year 9999, in any time zone


def bounded(stamp: float) -> float:
    """Return a stored moment, brought into the years that a calendar has: a damaged one may be any number."""
    return min(LAST_MOMENT, max(FIRST_MOMENT, stamp))  # in this order: the first one stays if the other is no number


def short_date(stamp: float) -> Text:
    """Return the day of a moment: 22 Nov 2026."""
    day = time.gmtime(bounded(stamp))
    return _("{day} {month} {year}", day=str(day.tm_mday), month=SHORT_MONTHS[day.tm_mon - 1], year=str(day.tm_year))


def long_date(stamp: float) -> Text:
    """Return the day of a moment, with its month in full: 22 November 2026."""
    day = time.gmtime(bounded(stamp))
    return _("{day} {month} {year}", day=str(day.tm_mday), month=MONTHS[day.tm_mon - 1], year=str(day.tm_year))


def weekday_and_time(stamp: float) -> Text:
    """Return a moment of the next days: Sun 22 Nov, 08:00 UTC."""
    day = time.gmtime(bounded(stamp))
    return _(
        "{weekday} {day} {month}, {time} UTC",
        weekday=SHORT_WEEKDAYS[day.tm_wday],
        day=str(day.tm_mday),
        month=SHORT_MONTHS[day.tm_mon - 1],
        time=time.strftime("%H:%M", day),
    )


def local_weekday_and_time(stamp: float, zone: datetime.tzinfo, name: str) -> Text:
    """Return a moment of the next days in the time zone `zone`: Sun 22 Nov, 09:00 (Europe/Vienna).

    In the night in which clocks are put back, `name` is followed by the offset from UTC, as some times come twice.
    """
    day = datetime.datetime.fromtimestamp(bounded(stamp) // 1, zone)
    if day.replace(fold=1 - day.fold).utcoffset() != day.utcoffset():
        name = f"{name}, {day:UTC%z}"
    return _(
        "{weekday} {day} {month}, {time} ({zone})",
        weekday=SHORT_WEEKDAYS[day.weekday()],
        day=str(day.day),
        month=SHORT_MONTHS[day.month - 1],
        time=f"{day:%H:%M}",
        zone=name,
    )
