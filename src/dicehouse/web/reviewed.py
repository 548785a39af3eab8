"""The page of a review, and what can be done from it: have it made, take its numbers along, play on from a decision."""

from __future__ import annotations

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..table.live import Table
from ..table.past.onward import open_what_if
from ..table.past.reviewing import Standing
from ..table.seats import Refused
from . import forms, luck
from .guard import number, read_form
from .opening import MANY_TABLES
from .packing import packed
from .pages import TOO_FAST, go
from .render import page
from .site import asker, site_of


async def review_page(request: Request) -> Response:
    """The luck and skill of a finished match; while it is made, how far it is."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    guest = site.guests.read(request.cookies)
    standing = await site.house.reviews.look(table, asker(request, guest))
    return await _show(request, table, guest, standing)


async def _show(request: Request, table: Table, guest: str | None, standing: Standing) -> Response:
    context: dict[str, Any] = {"table": table, "game": table.game, "standing": standing, "day": _day(table)}
    if standing.review is not None:
        context |= _facts(request, table, guest, standing.review)
    return await page(request, "review.html" if standing.review is not None else "review_wait.html", **context)


def _facts(request: Request, table: Table, guest: str | None, review: Any) -> dict[str, Any]:
    """All that the page says of a review."""
    own = table.seats_of(guest)
    zero, owing = luck.owing(review, _notes(table))
    found = luck.turns(review)
    chosen = next(
        (seat for seat in range(len(table.seats)) if str(seat) == request.query_params.get("of")),
        own[0] if own else owing[0].seat,
    )
    keyring = site_of(request).house.keyring
    return {
        "review": review,
        "headline": luck.headline(review, own[0] if len(own) == 1 else None),
        "beginning": luck.beginning(review),
        "zero": zero,
        "owing": owing,
        "turns": found,
        "chosen": chosen,
        "chart": luck.chart(found, chosen),
        "blurs": luck.blurs(review, owing),
        "curve": luck.curve(review, found),
        "looks": [(look, keyring.promise()) for look in luck.looks(review)],
        "entries": luck.entries(review),
        "percent": luck.percent,
    }


def _notes(table: Table) -> list[str]:
    """What each seat had in the end."""
    match = table.playing()
    return [
        f"{points:,}" + (" · won" if share > 0 else "")
        for points, share in zip(match.scores(), match.shares(), strict=True)
    ]


def _day(table: Table) -> str:
    day = time.gmtime(table.record.created)
    return f"{day.tm_mday} {time.strftime('%B', day)}"


async def standing_of(request: Request) -> Response:
    """How far a review is, for a page that waits for it."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    standing = await site.house.reviews.look(table, asker(request, site.guests.read(request.cookies)))
    said = {"settled": standing.settled, "percent": standing.percent, "ahead": standing.ahead}
    return JSONResponse(said, headers={"Cache-Control": "no-store"})


async def review_file(request: Request) -> Response:
    """The review in its JSON form."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    standing = await site.house.reviews.look(table, asker(request, site.guests.read(request.cookies)))
    if standing.review is None:
        raise Refused(standing.why or "The review is still being made; its numbers can be taken along when it is.")
    headers = {"Content-Disposition": f'attachment; filename="dicehouse-{table.id}-review.json"'}
    return await packed(request, JSONResponse(dict(standing.review), headers=headers))


async def review_anew(request: Request) -> Response:
    """Try again what failed, or make anew what an earlier version made."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    who = asker(request, None if new else guest)
    if not site.actions.take(who):
        raise Refused(TOO_FAST)
    await site.house.reviews.anew(table, who)
    return go(request, f"/t/{table.id}/review", guest, new)


async def play_on(request: Request) -> Response:
    """What if: a new table that goes on from a decision of this match."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    if not site.tables.take(asker(request, None)):
        raise Refused(MANY_TABLES)
    name = await site.house.name_of(guest) or forms.DEFAULT_NAME
    promise = site.house.keyring.promise(fields.get("nonce"))
    text = fields.get("contribution")
    at, seat = number(fields, "number"), number(fields, "seat")
    opened = await open_what_if(site.house, table, at, seat, guest, name, promise, text)
    plain = "/plain" if fields.get("next") == "plain" else ""
    return go(request, f"/t/{opened.id}{plain}", guest, new)
