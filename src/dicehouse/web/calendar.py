"""Deadlines as a calendar (iCalendar, RFC 5545) behind a secret link, for the one that somebody looks at anyway."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ..table.clocks.terms import DAY
from ..table.people.calls import read_reader
from ..table.seats import NotFound, token_hash
from .site import Site, asker, site_of

LINE = 73  # octets, and two for the break
MOST_OPEN = 48
NO_CALENDAR = "There is no calendar at this address; its owner may have renewed the link."


@dataclass(frozen=True, slots=True)
class Deadline:
    """The end of somebody's time at a table."""

    table: str
    seat: int
    game: str
    due: float


async def feed(request: Request) -> Response:
    """The calendar of whoever has its link."""
    site, hashed = site_of(request), token_hash(request.path_params["token"])
    guest = await site.house.store.read(lambda db: read_reader(db, hashed))
    if guest is None or not site.actions.take(asker(request, guest)):
        raise NotFound(NO_CALENDAR)
    base = site.address or f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    text = calendar(await deadlines(site, guest), base, site.house.wall())
    return Response(text, media_type="text/calendar; charset=utf-8", headers={"Cache-Control": "no-store"})


async def deadlines(site: Site, guest: str) -> list[Deadline]:
    """A guest's own clocks that run, at all open tables."""
    found = []
    for table in await site.house.tables_of(guest, MOST_OPEN):  # those that wait come first
        async with table.reading():
            own = [left for left in table.time.left() if left.seat in table.seats_of(guest)]
        found += [Deadline(table.id, left.seat, table.game.name, left.due) for left in own]
    return sorted(found, key=lambda one: one.due)


def calendar(found: Iterable[Deadline], base: str, now: float) -> str:
    """The text of a calendar: each deadline as an event that ends with it, and calls a while before."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dicehouse//Dicehouse//EN", "X-WR-CALNAME:Dicehouse"]
    for one in found:
        before = min(DAY / 8, max(0.0, one.due - now))
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.table}-{one.seat}@dicehouse",
            f"DTSTAMP:{_stamp(now)}",
            f"DTSTART:{_stamp(one.due - before)}",
            f"DTEND:{_stamp(one.due)}",
            f"SUMMARY:{_text(f'Your turn in {one.game}')}",
            f"URL:{base}/t/{one.table}",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:PT0S",
            f"DESCRIPTION:{_text(f'Your turn in {one.game}')}",
            "END:VALARM",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _stamp(moment: float) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(moment))


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A long line goes on in the next one, after a blank; no character is cut."""
    parts, now = [""], 0
    for letter in line:
        size = len(letter.encode())
        if now + size > LINE:
            parts.append("")
            now = 1
        parts[-1] += letter
        now += size
    return "\r\n ".join(parts)
