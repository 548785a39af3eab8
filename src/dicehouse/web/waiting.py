"""Whom a table waits for and how long, as pages and frames say it."""

from __future__ import annotations

import time
from typing import Any

from ..table.clocks.terms import remaining
from ..table.clocks.timing import Left
from ..table.live import Table


def in_words(left: Left) -> str:
    """2 days 5 hours left; 2 days 5 hours left, the clock stands until Tue 8:00 UTC."""
    told = f"{remaining(left.left)} left"
    if left.stands is None:
        return told
    return f"{told}, the clock stands until {time.strftime('%a %-d %b %H:%M', time.gmtime(left.stands))} UTC"


def left_of(table: Table) -> list[str]:
    """For each seat how much time it has, in words; empty where no clock runs."""
    found = {left.seat: in_words(left) for left in table.time.left()}
    return [found.get(seat.number, "") for seat in table.seats]


def agreed(table: Table) -> dict[str, str] | None:
    """What was agreed about time, in words; None: nobody is hurried."""
    terms = table.time.terms
    return None if terms is None else {"words": terms.words, "late": terms.late, "nights": terms.nights}


def clocks(table: Table) -> dict[str, Any] | None:
    """The clocks that run, for the page to count down: what the house's own clock says, and for each seat what is left
    and until when it stands, if it does; None at a table without clock.
    """
    if table.time.terms is None:
        return None
    return {"now": table.time.wall(), "by_day": table.time.terms.by_day, "seats": table.time.left()}
