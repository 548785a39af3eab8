"""Read the forms about time: the time limit of a new table, and when a player can't be expected to play."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence

from ..accounts.quiet_hours import UTC, Hours, zone_of, zones
from ..opponents import usual_bot
from ..seats import Refused
from .time_terms import TIMES, Terms, long

LOSES = "turn"  # instead of a bot: a late player loses the turn
CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
LONGEST_NIGHT = 16 * 60  # minutes: a clock that never runs would hold up all other players for ever
LONGEST_AWAY = 42  # days
FARTHEST = 366  # days: how far ahead days away can be announced


def terms_of(fields: Mapping[str, str], bots: Sequence[str]) -> Terms | None:
    """Return the time limit that a form asks for; None for no limit. `bots` are those that may play for a late player.

    Raise Refused if the limit or the bot is not one of the choices.
    """
    time, late = fields.get("time", "0"), fields.get("late") or usual_bot(bots)
    if time == "0":
        return None
    if time not in map(str, TIMES):
        raise Refused(f"The time for a turn is none, or one of {', '.join(map(long, TIMES))}.")
    if late != LOSES and late not in bots:
        raise Refused("Who is late is played for by one of the bots, or loses the turn.")
    return Terms(int(time), None if late == LOSES else late)


def hours_of(fields: Mapping[str, str], now: float) -> Hours:
    """Return the quiet hours and days away that a form asks for.

    `now` is the time in seconds since 1970. Raise Refused, with the reason, if the form asks for what is not possible.
    """
    zone = fields.get("zone", "").strip() or UTC
    if zone not in zones():
        raise Refused("That is no time zone; choose one of the list, such as Europe/Vienna.")
    quiet = _quiet(fields.get("quiet-from", ""), fields.get("quiet-to", ""))
    today = datetime.datetime.fromtimestamp(now, zone_of(zone)).date()
    return Hours(zone, quiet, _away(fields.get("away-from", ""), fields.get("away-to", ""), today))


def _quiet(begins: str, ends: str) -> tuple[int, int] | None:
    if not begins and not ends:
        return None
    found = CLOCK.fullmatch(begins), CLOCK.fullmatch(ends)
    if found[0] is None or found[1] is None:
        raise Refused("Quiet hours begin and end at a time of day, such as 22:00 and 08:00; leave both empty for none.")
    start, end = (60 * int(one[1]) + int(one[2]) for one in found if one)
    if start == end or (end - start) % (24 * 60) > LONGEST_NIGHT:
        raise Refused("Quiet hours last 16 hours at most: the others wait for you.")
    return start, end


def _away(first: str, last: str, today: datetime.date) -> tuple[datetime.date, datetime.date] | None:
    if not first and not last:
        return None
    try:
        start, end = datetime.date.fromisoformat(first or last), datetime.date.fromisoformat(last or first)
    except ValueError:
        raise Refused("Days away are two dates, the first day and the last; leave both empty for none.") from None
    if end < start:
        raise Refused("The last day away comes after the first.")
    if end < today:
        return None  # they are over
    if (end - start).days >= LONGEST_AWAY:
        raise Refused(f"You can be away for {LONGEST_AWAY} days at most: the others wait for you.")
    if (end - today).days > FARTHEST:
        raise Refused("Days away lie within a year from now.")
    return start, end
