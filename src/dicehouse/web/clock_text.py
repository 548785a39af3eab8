"""Format the seats that a table waits for, and for how long, for pages and frames."""

from __future__ import annotations

from ..i18n import _
from ..i18n.dates import weekday_and_time
from ..server.clocks.time_terms import remaining
from ..server.features.clocks import Left, time_left
from ..server.live_table import Table
from .frame_types import Clocks, TimeTerms


def time_left_in_words(left: Left) -> str:
    """Format a time left: "2 days 5 hours left", or "2 days 5 hours left, paused until Tue 24 Nov, 08:00 UTC"."""
    if left.stands is None:
        return _("{time} left", time=remaining(left.left))
    return _("{time} left, paused until {moment}", time=remaining(left.left), moment=weekday_and_time(left.stands))


def time_left_by_seat(table: Table) -> list[str]:
    """Return each seat's time left in words; empty if no clock runs."""
    found = {left.seat: time_left_in_words(left) for left in time_left(table.state, table.now())}
    return [found.get(seat.number, "") for seat in table.state.seats]


def time_terms_in_words(table: Table) -> TimeTerms | None:
    """Return the agreed time control in words; None if the table has none."""
    terms = table.state.terms
    return None if terms is None else {"words": terms.words, "late": terms.late, "nights": terms.nights}


def clock_data(table: Table) -> Clocks | None:
    """Return the running clocks for the page to count down: the server's time, and for each seat the time left and
    the time until which its clock is paused, if it is. Return None for a table without clocks."""
    if table.state.terms is None:
        return None
    now = table.now()
    return {"now": now, "by_day": table.state.terms.by_day, "seats": time_left(table.state, now)}
