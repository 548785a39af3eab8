"""Read the forms about time: the time limit of a new table, and when a player can't be expected to play."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence

from ...i18n import _, join_texts
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
        raise Refused(_("Choose one of these times for a turn, or none: {times}.", times=join_texts(map(long, TIMES))))
    if late != LOSES and late not in bots:
        raise Refused(_("Choose one of the bots for a late player, or let them lose the turn."))
    return Terms(int(time), None if late == LOSES else late)


def hours_of(fields: Mapping[str, str], now: float) -> Hours:
    """Return the quiet hours and days away that a form asks for.

    `now` is the time in seconds since 1970. Raise Refused, with the reason, if the form asks for what is not possible.
    """
    zone = fields.get("zone", "").strip() or UTC
    if zone not in zones():
        raise Refused(_("Choose a time zone from the list, such as Europe/Vienna."))
    quiet = _quiet(fields.get("quiet-from", ""), fields.get("quiet-to", ""))
    today = datetime.datetime.fromtimestamp(now, zone_of(zone)).date()
    return Hours(zone, quiet, _away(fields.get("away-from", ""), fields.get("away-to", ""), today))


def _quiet(begins: str, ends: str) -> tuple[int, int] | None:
    if not begins and not ends:
        return None
    found = CLOCK.fullmatch(begins), CLOCK.fullmatch(ends)
    if found[0] is None or found[1] is None:
        raise Refused(_("Quiet hours need two times, such as 22:00 and 08:00. Leave both empty for none."))
    start, end = (60 * int(one[1]) + int(one[2]) for one in found if one)
    if start == end or (end - start) % (24 * 60) > LONGEST_NIGHT:
        raise Refused(_("Quiet hours can last up to 16 hours, because the others wait for you."))
    return start, end


def _away(first: str, last: str, today: datetime.date) -> tuple[datetime.date, datetime.date] | None:
    if not first and not last:
        return None
    try:
        start, end = datetime.date.fromisoformat(first or last), datetime.date.fromisoformat(last or first)
    except ValueError:
        raise Refused(_("Days away need two dates, the first and the last day. Leave both empty for none.")) from None
    if end < start:
        raise Refused(_("The last day away can't be before the first."))
    if end < today:
        return None  # they are over
    if (end - start).days >= LONGEST_AWAY:
        raise Refused(_("You can be away for up to {days} days, because the others wait for you.", days=LONGEST_AWAY))
    if (end - today).days > FARTHEST:
        raise Refused(_("Days away must be within a year from now."))
    return start, end
