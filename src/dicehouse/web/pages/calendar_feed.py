"""Serve deadlines as a calendar (iCalendar, RFC 5545) behind a secret link."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from ...i18n import DEFAULT_LANGUAGE, _, in_language
from ...server.accounts.notification_channels import read_reader
from ...server.accounts.quiet_hours import UTC as UTC_ZONE
from ...server.accounts.quiet_hours import is_known
from ...server.accounts.turn_notifier import due_sentence, turn_title
from ...server.clocks.time_terms import DAY
from ...server.features.clocks import time_left
from ...server.seats import NotFound, token_hash
from ...server.storage.table_records import read_language
from ..app_services import AppServices, rate_limit_key, services_of
from ..reachable_address import request_base_url

MAX_TABLES = 48
REFRESH = timedelta(hours=1)  # how often programs should ask for the calendar
NO_CALENDAR = _("There is no calendar at this address. Its owner may have reset the link.")


@dataclass(frozen=True, slots=True)
class TurnDeadline:
    """Hold the end of a guest's time at a table."""

    table: str
    seat: int
    game: str
    due: float


async def calendar_feed(request: Request) -> Response:
    """Return the calendar of the guest whose secret link was opened."""
    site, hashed = services_of(request), token_hash(request.path_params["token"])
    guest = await site.registry.store.read(lambda db: read_reader(db, hashed))
    if guest is None or not site.actions.take(rate_limit_key(request, guest)):
        raise NotFound(NO_CALENDAR)
    base = site.address or request_base_url(request)
    deadlines = await list_deadlines(site, guest)
    language = await site.registry.store.read(lambda db: read_language(db, guest))  # the program asks for none
    zone = (await site.registry.hours(guest)).zone
    now = site.registry.wall()
    text = await asyncio.to_thread(format_calendar, deadlines, base, now, language, zone)  # the first call imports
    return Response(text, media_type="text/calendar; charset=utf-8", headers={"Cache-Control": "no-store"})


async def list_deadlines(site: AppServices, guest: str) -> list[TurnDeadline]:
    """Return the guest's own running clocks, at all open tables."""
    found = []
    for table in await site.registry.tables_of(guest, MAX_TABLES):  # those that wait come first
        own = [left for left in time_left(table.state, table.now()) if left.seat in table.state.seats_of(guest)]
        found += [TurnDeadline(table.id, left.seat, table.game.name, left.due) for left in own]
    return sorted(found, key=lambda one: one.due)


def format_calendar(
    found: Iterable[TurnDeadline], base: str, now: float, language: str = DEFAULT_LANGUAGE, zone: str = UTC_ZONE
) -> bytes:
    """Return the file of a calendar: each deadline as an event that ends with it, with an alarm a while before.

    Times are in UTC, since calendars show them in the time zone of their device, and programs differ in how they read
    the rules of a time zone. The sentence about the deadline is in `language` and `zone`.
    """
    from icalendar import Alarm, Calendar, Event

    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Dicehouse//Dicehouse//EN")
    calendar.add("x-wr-calname", "Dicehouse")
    if is_known(zone):
        calendar.add("x-wr-timezone", zone)
    calendar.add("refresh-interval", REFRESH, {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for one in found:
        summary = in_language(turn_title(one.game), language)
        event, alarm = Event(), Alarm()
        event.add("uid", f"{one.table}-{one.seat}@dicehouse")
        event.add("dtstamp", _utc(now))
        event.add("dtstart", _utc(one.due - min(DAY / 8, max(0.0, one.due - now))))
        event.add("dtend", _utc(one.due))
        event.add("summary", summary)
        event.add("description", in_language(due_sentence(one.due, zone), language))
        event.add("url", f"{base}/t/{one.table}")
        alarm.add("action", "DISPLAY")
        alarm.add("trigger", timedelta())
        alarm.add("description", summary)
        event.add_component(alarm)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)
